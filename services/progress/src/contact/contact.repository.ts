import type { leadStatusChanged, PayloadOf } from '@lead-finder/contracts';
import { Database, type ReceivedPayload } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Calendars } from '../calendar/calendar.js';
import { UserReplica } from '../user-replica/user-replica.repository.js';

type StatusChanged = PayloadOf<typeof leadStatusChanged>;

/** Adds the rows of the statement `added` to the counts, and returns the users of the counts. */
const addToCounts = `
  insert into contact_counts (user_id, day, contacts)
  select user_id, day, sum(counts) from added group by user_id, day order by user_id, day
  on conflict (user_id, day) do update set contacts = contact_counts.contacts + excluded.contacts
  returning user_id as "userId"`;

/** The only class that writes contacts. A lead's `turn` is how often its contact was taken back before. */
@Injectable()
export class ContactLedger {
  constructor(
    private readonly database: Database,
    private readonly calendars: Calendars,
    private readonly replica: UserReplica,
  ) {}

  /** Counts a contact once per lead, on the day of its owner's clock (docs/product/progress.md#ledger-of-contacts). Returns the changed users. */
  async count(changes: readonly ReceivedPayload<typeof leadStatusChanged>[]): Promise<number[]> {
    const found = changes.flatMap(({ id, payload: { at, changedBy, job, leads } }) =>
      leads.filter(({ firstContact }) => firstContact).map((lead) => ({ ...lead, at, changedBy, job, eventId: id })),
    );
    if (found.length === 0) return [];
    const zones = await this.replica.zonesAt(found.map(({ userId, at }) => ({ userId, at })));
    const contacts = found.map((contact, index) => ({
      ...contact,
      day: this.calendars.of(zones[index]).dayOf(new Date(contact.at)),
    }));
    const changed = await this.database.query<{ userId: number }>(
      `with added as (
         insert into contact_ledger
           (lead_id, turn, counts, business_name, user_id, done_by, from_status, to_status, happened_at, day, event_id, job)
         select "leadId", (select count(*) from contact_ledger before where before.lead_id = "leadId" and before.counts = -1),
           1, "businessName", "userId", "changedBy", "from", "to", "at", "day", "eventId", "job"
         from rows from (jsonb_to_recordset($1) as (
           "leadId" bigint, "businessName" text, "userId" bigint, "changedBy" bigint, "from" text, "to" text,
           "at" timestamptz, "day" date, "eventId" uuid, "job" text
         )) with ordinality
         order by "leadId", "ordinality"
         on conflict do nothing
         returning user_id, day, counts
       ) ${addToCounts}`,
      [JSON.stringify(contacts)],
    );
    return changed.map(({ userId }) => userId);
  }

  /**
   * Takes back what the undone job counted (docs/product/progress.md#undone-contacts). Returns the changed users.
   * Throws if the job's own event has not arrived yet: this event is delivered again after it.
   */
  async takeBack({ at, changedBy, leads }: StatusChanged, undoneJob: string, eventId: string): Promise<number[]> {
    const ids = [...new Set(leads.map(({ leadId }) => leadId))];
    const [known] = await this.database.query<{ leads: number }>(
      'select count(distinct lead_id)::int as leads from contact_ledger where lead_id = any($1)',
      [ids],
    );
    if (known!.leads < ids.length)
      throw new Error(`The contacts of ${undoneJob} are not counted yet. The event is delivered again.`);
    const changed = await this.database.query<{ userId: number }>(
      `with added as (
         insert into contact_ledger
           (lead_id, turn, counts, business_name, user_id, done_by, from_status, to_status, happened_at, day, event_id, job)
         select lead_id, turn, -1, business_name, user_id, $3::bigint, to_status, from_status, $4::timestamptz, day, $5::uuid, job
         from contact_ledger where lead_id = any($1) and counts = 1 and job = $2
         order by lead_id
         on conflict do nothing
         returning user_id, day, counts
       ) ${addToCounts}`,
      [ids, undoneJob, changedBy, at, eventId],
    );
    return changed.map(({ userId }) => userId);
  }
}
