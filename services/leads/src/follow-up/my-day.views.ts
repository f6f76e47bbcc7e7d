import type { DueFollowUp, MyDay } from '@lead-finder/contracts';
import { Database, encodeCursor, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { moment, userJson } from '../lead/lead-columns.js';
import { StandIns } from '../lead/stand-ins.js';
import { decodePosition, type QueuePosition } from '../list/lead-cursors.rules.js';
import { isFresh, isWorkable } from './workable.rules.js';
import { WorkingDays } from './working-days.js';

interface Counts {
  overdue: number;
  dueToday: number;
  newLeads: number;
  standsIn: number | null;
}

interface Due {
  id: number;
  at: string;
  followUp: Omit<DueFollowUp, 'day' | 'daysLate' | 'standsInFor'>;
  standsInFor: DueFollowUp['standsInFor'] | null;
}

const freshShown = 10;
const freshCounted = 100;

@Injectable()
export class MyDayViews {
  constructor(
    private readonly database: Database,
    private readonly days: WorkingDays,
    private readonly standIns: StandIns,
  ) {}

  async of(context: ActorContext, cursor: string | undefined, pageSize: number): Promise<MyDay> {
    const { id, timeZone } = context.actor;
    const owners = [id, ...(await this.standIns.people(context)).keys()];
    const days = this.days.of(timeZone);
    const { today, start, end } = days.present();
    const from = cursor ? decodePosition(cursor, 'due') : undefined;
    const rows = await this.due(owners, end, from, pageSize + 1);
    const [counts] = await this.database.query<Counts>(
      `select (count(*) filter (where follow_up_at < $2))::int as overdue,
         (count(*) filter (where follow_up_at >= $2))::int as "dueToday",
         (nullif(count(*) filter (where user_id <> $1), 0))::int as "standsIn",
         (select count(*)::int from (
            select 1 from user_businesses where user_id = $1 and ${isFresh('$3')} limit ${freshCounted}
          ) as fresh) as "newLeads"
       from user_businesses where user_id = any ($4) and follow_up_at < $3 and ${isWorkable}`,
      [id, start, end, owners],
    );
    const { standsIn, ...others } = counts!;
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      today,
      ...others,
      ...(standsIn && { standsIn }),
      due: shown.map(({ followUp, standsInFor }) => ({
        ...followUp,
        ...days.lateness(new Date(followUp.activity.scheduledAt)),
        ...(standsInFor && { standsInFor }),
      })),
      nextCursor:
        rows.length > pageSize && last
          ? encodeCursor({ part: 'due', at: last.at, id: last.id } satisfies QueuePosition)
          : null,
      fresh: cursor ? [] : await this.fresh(id, end),
    };
  }

  /** The first of the owners is the user. */
  private due(owners: number[], end: Date, from: { at: string; id: number } | undefined, limit: number) {
    return this.database.query<Due>(
      `select u.id, u.follow_up_at::text as at, json_build_object(
         'lead', json_build_object('id', u.id, 'uuid', u.uuid, 'name', u.name, 'status', u.status,
           'phone', coalesce(nullif(u.custom_fields ->> 'phoneNumber', ''), b.phone, b.international_phone)),
         'activity', json_build_object('id', c.id, 'type', c.type, 'description', c.description,
           'scheduledAt', ${moment('c.scheduled_at')})) as "followUp",
         case when u.user_id <> ($1::bigint[])[1] then ${userJson('owner', 'u.user_id')} end as "standsInFor"
       from (
         select lead.* from unnest($1::bigint[]) as owners (owner_id) cross join lateral (
           select * from user_businesses
           where user_id = owner_id and follow_up_at < $2 and ${isWorkable}
             and ($3::timestamptz is null or (follow_up_at, id) > ($3, $4::bigint))
           order by follow_up_at, id limit $5
         ) as lead
         order by follow_up_at, id limit $5
       ) as u
       left join assignees owner on owner.id = u.user_id
       join businesses b on b.id = u.business_id
       cross join lateral (
         select * from contact_activities
         where user_business_id = u.id and scheduled_at is not null and completed_at is null
         order by scheduled_at, id limit 1
       ) as c
       order by u.follow_up_at, u.id`,
      [owners, end, from?.at ?? null, from?.id ?? null, limit],
    );
  }

  private async fresh(userId: number, end: Date): Promise<MyDay['fresh']> {
    const rows = await this.database.query<{ lead: MyDay['fresh'][number] }>(
      `select json_build_object('id', id, 'uuid', uuid, 'name', name, 'assignedAt', ${moment('assigned_at')}) as lead
       from user_businesses where user_id = $1 and ${isFresh('$2')}
       order by assigned_at desc, id desc limit ${freshShown}`,
      [userId, end],
    );
    return rows.map((row) => row.lead);
  }
}
