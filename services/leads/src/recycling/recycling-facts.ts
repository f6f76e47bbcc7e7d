import type { LeadStatus, UserSummary } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { isWorkable } from '../follow-up/workable.rules.js';
import { userJson } from '../lead/lead-columns.js';
import { dayText, type LeadFacts, type LeadState } from './recycling.rules.js';

export const isRecyclable = `${isWorkable} and status in ('new', 'in_progress', 'recontact')`;
export const millis = (moment: string) => `floor(extract(epoch from ${moment}) * 1000)::float8`;
const number = (date: string) => `(${date} - date '1970-01-01')`;
/** The day of a moment on the clock of a zone. */
export const dayIn = (moment: string, zone: string) => number(`(${moment} at time zone ${zone})::date`);

/** A plan alone is no touch, and neither is a note (docs/product/recycling.md#what-counts). */
export const touchOfActivity = 'case when c.scheduled_at is null then c.created_at else c.completed_at end';

/**
 * When the owner of lead `u` got or last touched it, or a manager vetoed its move: stored in the row `s`. Without `offset`
 * PostgreSQL computes it anew for each column that uses it.
 */
const since = `cross join lateral (select date_trunc('milliseconds', greatest(u.assigned_at, s.vetoed_at,
    (select max(${touchOfActivity}) from contact_activities c where c.user_business_id = u.id and c.type <> 'note'),
    (select max(changed_at) from lead_changes where user_business_id = u.id and kind = 'status'))) as at offset 0) as since`;

export interface RecyclableLead extends LeadFacts {
  id: number;
  uuid: string;
  name: string;
  businessId: number;
  status: LeadStatus;
  user: UserSummary;
  sinceAt: string;
  assignedAt: string;
  stored: LeadState | null;
}

/** `zone` is the SQL of the owner's zone. */
const columns = (zone: string) => `u.id, u.uuid, u.name, u.business_id as "businessId", u.status,
  ${userJson('a', 'u.user_id')} as user, since.at as "sinceAt", u.assigned_at::text as "assignedAt",
  ${millis('since.at')} as since, ${dayIn('since.at', zone)} as "sinceDay",
  coalesce((
    select json_agg(json_build_object('at', ${millis('scheduled_at')}, 'day', ${dayIn('scheduled_at', zone)}) order by scheduled_at)
    from contact_activities where user_business_id = u.id and scheduled_at is not null and completed_at is null
  ), '[]') as "followUps",
  case when s.lead_id is not null then json_build_object('since', ${millis('s.since')}, 'protections', s.protections,
    'protectedUntil', ${millis('s.protected_until')}, 'remindedOn', ${number('s.reminded_on')},
    'movesOn', ${number('s.moves_on')}) end as stored`;
const ownState = 'left join recycling_leads s on s.lead_id = u.id and s.user_id = u.user_id';

export interface Position {
  assignedAt: string;
  id: number;
}

/** Reads leads with what the rules need, and writes their states. */
@Injectable()
export class RecyclingFacts {
  constructor(private readonly database: Database) {}

  /** Returns leads of the owner that were assigned before `before`, the newest first, after a position. */
  page(owner: { id: number; zone: string }, before: Date, after: Position | null, limit: number) {
    return this.database.query<RecyclableLead>(
      `select ${columns('$2')} from user_businesses u ${ownState} left join assignees a on a.id = u.user_id ${since}
       where u.user_id = $1 and ${isRecyclable.replaceAll('user_id', 'u.user_id')} and u.assigned_at < $3
         and ($4::timestamptz is null or (u.assigned_at, u.id) < ($4, $5))
       order by u.assigned_at desc, u.id desc limit $6`,
      [owner.id, owner.zone, before, after?.assignedAt ?? null, after?.id ?? null, limit],
    );
  }

  /** Omits leads of others and those that are not recycled. The index of the owner would read all leads of the owner. */
  ofIds(owner: { id: number; zone: string }, ids: readonly number[]) {
    return this.database.prepared<RecyclableLead>(
      `select ${columns('$2')} from user_businesses u ${ownState} left join assignees a on a.id = u.user_id ${since}
       where (u.user_id = $1) is true and ${isRecyclable.replaceAll('user_id', 'u.user_id')} and u.id = any ($3)`,
      [owner.id, owner.zone, ids],
    );
  }

  /** Locks the leads in the order of their ids, so that nothing happens to them until the transaction ends. */
  async lock(ids: readonly number[]): Promise<void> {
    await this.database.query('select from user_businesses where id = any ($1) order by id for update', [ids]);
  }

  async write(userId: number, states: readonly (LeadState & { id: number })[]): Promise<void> {
    if (states.length === 0) return;
    const rows = states.map(({ remindedOn, movesOn, ...state }) => ({
      ...state,
      remindedOn: remindedOn === null ? null : dayText(remindedOn),
      movesOn: movesOn === null ? null : dayText(movesOn),
    }));
    await this.database.query(
      `insert into recycling_leads as present
         (lead_id, user_id, since, protections, protected_until, reminded_on, moves_on)
       select id, $1, to_timestamp(since / 1000), protections, to_timestamp("protectedUntil" / 1000), "remindedOn", "movesOn"
       from jsonb_to_recordset($2) as state (id bigint, since float8, protections int, "protectedUntil" float8,
         "remindedOn" date, "movesOn" date)
       on conflict (lead_id) do update set user_id = $1, since = excluded.since, protections = excluded.protections,
         protected_until = excluded.protected_until, reminded_on = excluded.reminded_on, moves_on = excluded.moves_on,
         vetoed_at = case when present.user_id = $1 then present.vetoed_at end,
         vetoed_by = case when present.user_id = $1 then present.vetoed_by end`,
      [userId, JSON.stringify(rows)],
    );
  }

  /** Runs alone for an owner, so that replicas neither repeat a reminder nor a move. */
  async lockOwner(userId: number): Promise<void> {
    await this.database.lock(`recycling leads ${userId}`);
  }
}
