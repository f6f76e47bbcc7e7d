import {
  closedStatuses,
  leadStatuses,
  type countOpenLeads,
  type getStatusFunnel,
  type getTeamWork,
  type listTeamWork,
  type MemberWork,
  type OutputOf,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { isWorkable } from '../follow-up/workable.rules.js';
import { moment } from '../lead/lead-columns.js';
import { allUsers } from '../list/lead-filter.rules.js';
import { Parameters } from '../list/parameters.js';
import { OwnClockViews, type OwnClocks } from './own-clocks.js';

type ListRequest = ParsedInputOf<typeof listTeamWork>;
type FiguresRequest = ParsedInputOf<typeof getTeamWork>;
type Listed = OutputOf<typeof listTeamWork>;

const isCurrent = 'not archived and not existing_customer';
const isTried = "type <> 'note'";
/** The index uses the same condition. Queries skip a lead whose status changed again. */
const isClosing = `kind = 'status' and what ->> 'to' in ('closed_won', 'closed_lost')`;
/** SQL for exact counts, from rolled-up rows and from waiting changes (LeadTotals). */
const countsOf = (rolledUp: string, waiting: string) =>
  `(select user_id, status, leads from lead_counts where ${isCurrent} and ${rolledUp}
    union all
    select user_id, status, leads from lead_count_changes where ${isCurrent} and ${waiting})`;

/** Figures about the work of users, and the leads behind each figure. */
@Injectable()
export class TeamWorkViews {
  constructor(
    private readonly database: Database,
    private readonly clocks: OwnClockViews,
  ) {}

  open(userIds: number[]): Promise<OutputOf<typeof countOpenLeads>> {
    const open = 'user_id = any ($1) and status <> all ($2)';
    return this.database.query(
      `select user_id as "userId", sum(leads)::int as leads from ${countsOf(open, open)} as counts
       group by user_id having sum(leads) > 0 order by user_id`,
      [userIds, closedStatuses],
    );
  }

  async figures({ userIds, ...period }: FiguresRequest): Promise<MemberWork[]> {
    const parameters = new Parameters();
    const asked = parameters.add(userIds);
    const clocks = await this.clocks.of(period, parameters);
    const mine = `user_id = any (${asked})`;
    const isLate = clocks.isBefore('follow_up_at', 'user_id', 'today');
    return this.database.query<MemberWork>(
      `with fresh as (
         select user_id, sum(leads)::int as leads from ${countsOf(mine, mine)} as counts where status = 'new' group by 1
       ), planned as (
         select user_id, (count(*) filter (where ${isLate}))::int as overdue,
           (count(*) filter (where not (${isLate})))::int as today
         from user_businesses
         where ${mine} and ${clocks.isBefore('follow_up_at', 'user_id', 'tomorrow')} and ${isWorkable} group by 1
       ), tried as (
         select created_by, count(distinct user_business_id)::int as leads from contact_activities
         where created_by = any (${asked}) and ${isTried} and ${clocks.isWithin('created_at', 'created_by')} group by 1
       ), closed as (
         select u.user_id, (count(distinct u.id) filter (where u.status = 'closed_won'))::int as won,
           (count(distinct u.id) filter (where u.status = 'closed_lost'))::int as lost
         from lead_changes c join user_businesses u on u.id = c.user_business_id and u.status = c.what ->> 'to'
         where ${isClosing} and ${clocks.isWithin('changed_at', 'u.user_id')} and u.${mine} group by 1
       ), unread as (
         select user_id, count(*)::int as notes from notifications where ${mine} and not read group by 1
       )
       select member as "userId", coalesce(fresh.leads, 0) as "newLeads", coalesce(overdue, 0) as overdue,
         coalesce(today, 0) as "dueToday", coalesce(tried.leads, 0) as attempts, coalesce(won, 0) as won,
         coalesce(lost, 0) as lost, coalesce(notes, 0) as unread,
         coalesce('daily_summary' <> all (chosen.off), true) as "wantsSummary",
         coalesce('monday_brief' <> all (chosen.off), true) as "wantsBrief"
       from unnest(${asked}::bigint[]) as member
       left join fresh on fresh.user_id = member
       left join planned on planned.user_id = member
       left join tried on tried.created_by = member
       left join closed on closed.user_id = member
       left join unread on unread.user_id = member
       left join notification_settings chosen on chosen.user_id = member
       order by member`,
      parameters.values,
    );
  }

  async funnel(people: readonly number[] | undefined): Promise<OutputOf<typeof getStatusFunnel>> {
    const counts = await this.byStatus(people);
    return leadStatuses.map((status) => ({ status, leads: counts.get(status) ?? 0 }));
  }

  async list(request: ListRequest): Promise<Listed> {
    const parameters = new Parameters();
    const clocks = await this.clocks.of(request, parameters);
    const { rows, total, isOldestFirst } = this.leadsOf(request, clocks, parameters);
    const all = [...parameters.values];
    const direction = isOldestFirst ? 'asc' : 'desc';
    const limit = `limit ${parameters.add(request.pageSize)} offset ${parameters.add((request.page - 1) * request.pageSize)}`;
    const [leads, [count]] = await Promise.all([
      this.database.query<Listed['leads'][number]>(
        `select u.id as "leadId", u.user_id as "userId", u.name as "businessName", u.status, ${moment('found.at')} as at
         from (${rows} order by at ${direction}, id ${direction} ${limit}) as found
         join user_businesses u on u.id = found.id order by found.at ${direction}, found.id ${direction}`,
        parameters.values,
      ),
      total ?? this.database.query<{ total: number }>(`select count(*)::int as total from (${rows}) as found`, all),
    ]);
    return { leads, total: count!.total };
  }

  /** Returns SQL for lead ids with the moment of each, and the total if a counter has it. */
  private leadsOf(
    request: ListRequest,
    clocks: OwnClocks,
    parameters: Parameters,
  ): { rows: string; total?: Promise<{ total: number }[]>; isOldestFirst?: boolean } {
    const { kind, userId } = request;
    const people = userId === undefined ? request.userIds : [userId];
    const whose = (column: string) => (people ? `${column} = any (${parameters.add(people)})` : 'true');
    switch (kind) {
      case 'overdue':
        return {
          rows: `select id, follow_up_at as at from user_businesses
            where ${whose('user_id')} and ${clocks.isBefore('follow_up_at', 'user_id', 'today')} and ${isWorkable}`,
          isOldestFirst: true,
        };
      case 'attempts':
        return {
          rows: `select user_business_id as id, max(created_at) as at from contact_activities
            where ${whose('created_by')} and ${isTried} and ${clocks.isWithin('created_at', 'created_by')} group by 1`,
        };
      case 'won':
      case 'lost':
        return {
          rows: `select u.id, max(c.changed_at) as at
            from lead_changes c join user_businesses u on u.id = c.user_business_id and u.status = c.what ->> 'to'
            where ${isClosing} and u.status = 'closed_${kind}' and ${whose('u.user_id')}
              and ${clocks.isWithin('changed_at', 'u.user_id')} group by u.id`,
        };
      default:
        return {
          rows: `select id, assigned_at as at from user_businesses
            where ${whose('user_id')} and status = ${parameters.add(kind)} and ${isCurrent}`,
          total: this.byStatus(people).then((counts) => [{ total: counts.get(kind) ?? 0 }]),
        };
    }
  }

  private async byStatus(people: readonly number[] = [allUsers]): Promise<Map<string, number>> {
    const counts = countsOf('user_id = any ($1)', `array[user_id, ${allUsers}]::bigint[] && $1::bigint[]`);
    const rows = await this.database.query<{ status: string; leads: number }>(
      `select status, sum(leads)::int as leads from ${counts} as counts group by status`,
      [people],
    );
    return new Map(rows.map(({ status, leads }) => [status, leads]));
  }
}
