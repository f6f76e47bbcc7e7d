import { randomUUID } from 'node:crypto';
import type { Actor, ContactActivity, LeadRef, LeadStatus, ParsedInputOf, recordOutcome } from '@lead-finder/contracts';
import { AppError, Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { activityJson } from '../activity/activity-columns.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { FollowUps } from '../follow-up/follow-ups.js';
import { WorkingDays } from '../follow-up/working-days.js';
import type { Lead } from '../lead/lead.entity.js';
import { LeadRepository } from '../lead/lead.repository.js';

interface LastOutcome {
  id: string;
  leadId: number;
  revision: number;
  status: LeadStatus;
  lastContactedAt: Date | null;
  firstContact: boolean;
  activityId: number;
  completed: number[];
}

/** Records a contact with its status, follow-up and activity in one change. Each user can undo the last one. */
@Injectable()
export class LeadOutcomes {
  constructor(
    private readonly database: Database,
    private readonly leads: LeadRepository,
    private readonly userReplica: UserReplica,
    private readonly followUps: FollowUps,
    private readonly days: WorkingDays,
    private readonly clock: Clock,
  ) {}

  record(input: ParsedInputOf<typeof recordOutcome>, actor: Actor): Promise<{ lead: Lead; activity: ContactActivity }> {
    return this.database.transaction(async () => {
      const { ref, type, notes, status, followUpOn, followUpTime } = input;
      const now = this.clock.now();
      const id = randomUUID();
      let before!: Pick<LastOutcome, 'status' | 'lastContactedAt' | 'firstContact'>;
      const lead = await this.leads.change(ref, actor, 'change', (lead) => {
        const { status: from, lastContactedAt, firstContactAt } = lead;
        const moved = lead.setStatus(status, now);
        before = { status: from, lastContactedAt, firstContact: lead.firstContactAt !== firstContactAt };
        const recorded = lead.recordActivity(type, now);
        return moved.kind === 'status-moved' ? { ...moved, job: jobOf(id) } : recorded;
      });
      await this.userReplica.addActor(actor);
      const days = await this.days.ofUser(lead.userId);
      const completed = await this.completeDue(lead.id, notes, now, days.present().end);
      const [row] = await this.database.query<{ activity: ContactActivity }>(
        `with c as (
           insert into contact_activities
             (user_business_id, type, description, scheduled_at, created_by, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $6) returning *
         )
         select ${activityJson} as activity from c left join assignees writer on writer.id = c.created_by`,
        [lead.id, type, notes, followUpOn ? days.momentOf(followUpOn, followUpTime) : null, actor.id, now],
      );
      const activity = row!.activity;
      const { id: leadId, revision } = lead;
      await this.saveLast(actor, { id, leadId, revision, ...before, activityId: activity.id, completed });
      return { lead, activity };
    });
  }

  /** Undoes the actor's last outcome. Rejects with 409 if the lead changed since. */
  undo(ref: LeadRef, actor: Actor): Promise<Lead> {
    return this.database.transaction(async () => {
      const last = await this.lastOf(actor);
      const now = this.clock.now();
      const lead = await this.leads.change(ref, actor, 'change', (lead) => {
        if (last?.leadId !== lead.id || last.revision !== lead.revision) throw overtaken();
        return { ...lead.undoOutcome(last, now), ...(last.firstContact && { undoes: jobOf(last.id) }) };
      });
      const { id, activityId, completed } = last!;
      const taken = await this.database.query('delete from last_outcomes where done_by = $1 and id = $2 returning id', [
        actor.id,
        id,
      ]);
      if (taken.length === 0) throw overtaken();
      await this.database.query('delete from contact_activities where id = $1', [activityId]);
      await this.database.query(
        'update contact_activities set completed_at = null, outcome = null, updated_at = $2 where id = any ($1)',
        [completed, now],
      );
      await this.followUps.dropRepeats(completed);
      return lead;
    });
  }

  private async completeDue(leadId: number, outcome: string, now: Date, dayEnd: Date): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `update contact_activities set completed_at = $2, outcome = left($3, 500), updated_at = $2
       where user_business_id = $1 and scheduled_at < $4 and scheduled_at is not null and completed_at is null
       returning id`,
      [leadId, now, outcome, dayEnd],
    );
    const ids = rows.map((row) => row.id);
    await this.followUps.repeat(ids);
    return ids;
  }

  private async saveLast(actor: Actor, last: LastOutcome): Promise<void> {
    const { id, leadId, revision, status, lastContactedAt, firstContact, activityId, completed } = last;
    await this.database.query(
      `insert into last_outcomes
         (done_by, id, user_business_id, revision, status, last_contacted_at, first_contact, activity_id, completed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (done_by) do update set id = excluded.id, user_business_id = excluded.user_business_id,
         revision = excluded.revision, status = excluded.status, last_contacted_at = excluded.last_contacted_at,
         first_contact = excluded.first_contact, activity_id = excluded.activity_id, completed = excluded.completed`,
      [actor.id, id, leadId, revision, status, lastContactedAt, firstContact, activityId, completed],
    );
  }

  private async lastOf(actor: Actor): Promise<LastOutcome | undefined> {
    const [last] = await this.database.query<LastOutcome>(
      `select id, user_business_id as "leadId", revision, status, last_contacted_at as "lastContactedAt",
         first_contact as "firstContact", activity_id as "activityId", completed
       from last_outcomes where done_by = $1`,
      [actor.id],
    );
    return last;
  }
}

/** The name under which progress stores the contact of an outcome. */
const jobOf = (id: string) => `outcome-${id}`;

const overtaken = () =>
  new AppError('conflict', 'stale_version', 'This lead was changed since: what was logged can no longer be undone');
