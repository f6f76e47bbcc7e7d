import { resolveTeamMembers, maxTeamPeople, type RecyclingSimulation, type UserSummary } from '@lead-finder/contracts';
import { asService, Bus, Database, invalidField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { WorkingDays } from '../follow-up/working-days.js';
import { isContactable } from '../follow-up/workable.rules.js';
import { dayIn, millis, touchOfActivity, type Position } from './recycling-facts.js';
import { RecyclingOwners, type RecyclingOwner } from './recycling-owners.js';
import { dayNumber, dayText, playPast, type LeadPast, type PastOutcome, type Terms } from './recycling.rules.js';

export const simulatedDays = 60;
const maxLeads = 100_000;
const leadsAtOnce = 2_000;

const day = (moment: string) => dayIn(moment, '$2');
const statuses = `from lead_changes where user_business_id = u.id and kind = 'status'`;
const isClosed = (status: string) => `${status} in ('closed_won', 'closed_lost')`;

/** The touches, follow-ups and closings of leads of one owner from the first day of the simulation on, and the last touch before. */
const pasts = `select u.id, u.assigned_at::text as "assignedAt", ${millis('u.assigned_at')} as "ownedSince", ${day('u.assigned_at')} as "ownedSinceDay",
  coalesce((
    select json_agg(json_build_object('at', ${millis('moment')}, 'day', ${day('moment')}) order by moment) from (
      select ${touchOfActivity} as moment from contact_activities c where user_business_id = u.id and type <> 'note'
      union all select changed_at ${statuses}
    ) as touch where moment is not null
  ), '[]') as touches,
  coalesce((
    select json_agg(json_build_object('at', ${millis('scheduled_at')}, 'day', ${day('scheduled_at')},
      'plannedOn', ${day('created_at')}, 'doneOn', ${day('completed_at')}) order by scheduled_at)
    from contact_activities where user_business_id = u.id and scheduled_at is not null
  ), '[]') as "followUps",
  coalesce((
    select json_agg(json_build_object('day', day, 'closed', closed) order by moment) from (
      select changed_at as moment, ${day('changed_at')} as day, ${isClosed(`what->>'to'`)} as closed ${statuses}
      union all select u.archived_at, ${day('u.archived_at')}, true where u.archived
      union all select u.existing_customer_at, ${day('u.existing_customer_at')}, true where u.existing_customer
    ) as closing where moment is not null
  ), '[]') as closings,
  coalesce((select ${isClosed(`what->>'from'`)} ${statuses} order by changed_at, id limit 1), ${isClosed('u.status')}) as "closedBefore"
  from user_businesses u where user_id = $1 and ${isContactable}
    and ($3::timestamptz is null or (u.assigned_at, u.id) < ($3, $4))
  order by u.assigned_at desc, u.id desc limit ${leadsAtOnce}`;

/** Plays a rule over the last days, for the leads that people have now (docs/product/recycling.md#simulation). */
@Injectable()
export class RecyclingPast {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly owners: RecyclingOwners,
    private readonly days: WorkingDays,
  ) {}

  async simulate(teamId: number, terms: Terms): Promise<RecyclingSimulation> {
    const draft = { teamId, active: true, coolDownDays: 1, ...terms };
    const { people } = await this.bus.call(
      resolveTeamMembers,
      { teamIds: [teamId], limit: maxTeamPeople },
      asService(),
    );
    const ids = people.map(({ id }) => id);
    const owners = [...(await this.owners.of(ids, draft)).values()].filter(({ rule }) => rule === draft);
    await this.rejectTooMany(owners);
    const names = await this.namesOf(owners);
    const results: (Counts & { owner: RecyclingOwner })[] = [];
    for (const owner of owners) results.push({ owner, ...(await this.play(owner, terms)) });
    const sum = (of: (each: Counts) => number) => results.reduce((all, each) => all + of(each), 0);
    const today = owners[0]?.today ?? dayNumber(this.days.of(null).present().today);
    return {
      from: dayText(today - simulatedDays),
      to: dayText(today - 1),
      leads: sum(({ leads }) => leads),
      moved: sum(({ moved }) => moved),
      reminded: sum(({ reminded }) => reminded),
      protected: sum((each) => each.protected),
      people: results
        .map(({ owner, leads, moved }) => ({ user: names.get(owner.id)!, leads, moved }))
        .sort((a, b) => b.moved - a.moved || a.user.fullName.localeCompare(b.user.fullName)),
    };
  }

  private async play({ id, zone, today, calendar }: RecyclingOwner, terms: Terms) {
    const counts = { leads: 0, moved: 0, reminded: 0, protected: 0 };
    let after: Position | undefined;
    for (;;) {
      const position = [after?.assignedAt ?? null, after?.id ?? null];
      const rows = await this.database.query<LeadPast & Position>(pasts, [id, zone, ...position]);
      for (const past of rows) count(counts, playPast(past, terms, today - simulatedDays, today - 1, calendar));
      if (rows.length < leadsAtOnce) return counts;
      after = rows.at(-1);
    }
  }

  private async rejectTooMany(owners: readonly RecyclingOwner[]): Promise<void> {
    const [row] = await this.database.query<{ leads: number }>(
      'select count(*)::int as leads from (select from user_businesses where user_id = any ($1) limit $2) as counted',
      [owners.map(({ id }) => id), maxLeads + 1],
    );
    if (row!.leads <= maxLeads) return;
    throw invalidField(
      'teamId',
      `At most ${maxLeads.toLocaleString('en')} leads can be simulated. Choose a team below.`,
    );
  }

  private async namesOf(owners: readonly RecyclingOwner[]): Promise<Map<number, UserSummary>> {
    const rows = await this.database.query<UserSummary>(
      'select id, username, full_name as "fullName" from assignees where id = any ($1)',
      [owners.map(({ id }) => id)],
    );
    return new Map(rows.map((user) => [user.id, user]));
  }
}

type Counts = Pick<RecyclingSimulation, 'leads' | 'moved' | 'reminded' | 'protected'>;

function count(counts: Counts, { movedOn, reminders, protections }: PastOutcome): void {
  counts.leads++;
  if (movedOn !== null) counts.moved++;
  if (reminders > 0) counts.reminded++;
  if (protections > 0) counts.protected++;
}
