import type { Actor, PoolReason } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { UserReplica } from '../user-replica/user-replica.js';
import { moment } from '../lead/lead-columns.js';

interface Handover {
  leadId: number;
  previousUserId: number | null;
  newUserId: number;
  notes?: string;
}

export interface WhyMoved {
  notes?: string | null;
  /** Why the leads go to a pool, and until when their owners may not have them again. */
  reason?: PoolReason | null;
  coolDownUntil?: Date | null;
}

@Injectable()
export class AssignmentHistory {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
  ) {}

  async write(
    handovers: readonly Handover[],
    actor: Actor,
    { notes = null, reason = null, coolDownUntil = null }: WhyMoved = {},
  ): Promise<void> {
    await this.userReplica.addActor(actor);
    await this.database.query(
      `insert into assignment_history (user_business_id, previous_user_id, new_user_id, changed_by, notes, reason, cool_down_until)
       select lead_id, previous_user_id, new_user_id, $4, own_notes, $6, $7
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $5::text[])
         as moved (lead_id, previous_user_id, new_user_id, own_notes)`,
      [
        handovers.map(({ leadId }) => leadId),
        handovers.map(({ previousUserId }) => previousUserId),
        handovers.map(({ newUserId }) => newUserId),
        actor.id,
        handovers.map((each) => each.notes ?? notes),
        reason,
        coolDownUntil,
      ],
    );
  }
}

/** What an entry `h` did: it brought the lead to a pool, a user took it from there, or another user or a plan gave it. */
export const moveJson = `case when h.new_user_id < 0 and h.previous_user_id is not null then 'returned'
  when h.previous_user_id < 0 and h.new_user_id = h.changed_by and h.notes is null then 'claimed' else 'assigned' end`;

/** A subquery reads few rows by their key. For a join PostgreSQL would read and hash all users three times. */
const nameJson = (id: string) =>
  `json_build_object('username', coalesce((select username from assignees where id = h.${id}), 'user ' || h.${id}))`;

const entryJson = `json_build_object(
    'history', json_build_object('id', h.id, 'createdAt', ${moment('h.changed_at')}, 'notes', h.notes,
      'kind', ${moveJson}, 'reason', h.reason),
    'previousUser', case when h.previous_user_id is not null then ${nameJson('previous_user_id')} end,
    'newUser', ${nameJson('new_user_id')},
    'changedBy', ${nameJson('changed_by')}
  )`;

/**
 * SQL for the entries of the lead with the id `lead`. Leads of an import have their first one in columns of their own, with 0 as
 * its id, behind the import in a timeline (docs/decisions/0067-first-assignments-in-the-lead.md).
 */
export const entriesOf = (lead: string) => `(
  select id, previous_user_id, new_user_id, changed_by, changed_at, notes, reason
  from assignment_history where user_business_id = ${lead}
  union all
  select 0, null, coalesce((
    select previous_user_id from assignment_history where user_business_id = ${lead} order by changed_at, id limit 1
  ), user_id), created_by, created_at + interval '1 microsecond', null, null
  from user_businesses where id = ${lead} and created_by is not null
)`;

/** The entries of lead `u` as JSON, newest last (docs/product/one-lead.md#assignment-history). */
export const historyJson = `coalesce((
  select json_agg(${entryJson} order by h.changed_at, h.id)
  from ${entriesOf('u.id')} h
), '[]')`;

/** Its newest entries, the newest first. */
export const newestHistoryJson = (limit: number) => `coalesce((
  select json_agg(${entryJson} order by h.changed_at desc, h.id desc)
  from (
    select * from ${entriesOf('u.id')} as entry order by changed_at desc, id desc limit ${limit}
  ) as h
), '[]')`;
