import type {
  KnownUser,
  listSelectableUsers,
  listUsers,
  OutputOf,
  ParsedInputOf,
  SelectableUser,
  User as UserRecord,
} from '@lead-finder/contracts';
import { Clock, Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { isPresent } from '../leave/leave.views.js';
import type { UsersSettings } from '../users.config.js';
import { knownColumns } from './user.entity.js';

const chunk = 500;
const searched = "lower(username || ' ' || email || ' ' || full_name)";
const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const columns = `id, username, email, full_name as "fullName", role, monthly_goal as "monthlyGoal",
  team_id as "teamId", own_time_zone as "timeZone", active,
  failed_login_attempts as "failedLoginAttempts", ${iso('locked_until')} as "lockedUntil", ${iso('invited_at')} as "invitedAt",
  ${iso('second_factor_since')} as "secondFactorSince",
  ${iso('created_at')} as "createdAt", ${iso('updated_at')} as "updatedAt"`;

/** An account's status on the screen: locked has priority over inactive (docs/product/accounts.md#account-status). */
const statuses = {
  locked: 'locked_until > now()',
  inactive: '(locked_until is null or locked_until <= now()) and not active',
  active: '(locked_until is null or locked_until <= now()) and active',
};

const byTeam = '(select lower(name) from teams where id = team_id), team_id, ';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Reads accounts for screens and other services, with one query each. */
@Injectable()
export class UserViews {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  async list(filter: ParsedInputOf<typeof listUsers>): Promise<OutputOf<typeof listUsers>> {
    const { q, role, status, teamId, sort, page, pageSize, after } = filter;
    const parameters: unknown[] = [];
    const parameter = (value: unknown) => `$${parameters.push(value)}`;
    const where = ['not is_service'];
    if (q?.trim()) where.push(`${searched} like ${parameter(`%${escapeLike(q.trim().toLowerCase())}%`)}`);
    if (role) where.push(`role = ${parameter(role)}`);
    if (status) where.push(statuses[status]);
    if (teamId) where.push(teamId === 'none' ? 'team_id is null' : `team_id = ${parameter(teamId)}`);
    const counted = [...parameters];
    const countSql = `select count(*)::int as total from users where ${where.join(' and ')}`;
    if (after !== undefined) where.push(`lower(username) > ${parameter(after)}`);
    // The cursor is a username, so only pages have another order.
    const isPage = page !== undefined || pageSize !== undefined;
    const limit = isPage ? (pageSize ?? 10) : chunk;
    const offset = isPage ? ((page ?? 1) - 1) * limit : 0;
    const [users, [count]] = await Promise.all([
      this.database.query<UserRecord>(
        `select ${columns} from users where ${where.join(' and ')} order by ${isPage && sort === 'team' ? byTeam : ''}lower(username)
         limit ${limit} offset ${offset}`,
        parameters,
      ),
      this.database.query<{ total: number }>(countSql, counted),
    ]);
    const last = users.length === chunk && !isPage ? users.at(-1)!.username.toLowerCase() : null;
    return { users, total: count!.total, next: last };
  }

  /** Returns active users by name, all of them or those of `among`. The cursor is the last one's name and id. */
  async people(
    { q, limit, after }: ParsedInputOf<typeof listSelectableUsers>,
    among: number[] | null,
  ): Promise<OutputOf<typeof listSelectableUsers>> {
    const [afterName, afterId] = after ? (JSON.parse(after) as [string, number]) : [null, null];
    const rows = await this.database.query<SelectableUser & { leave: SelectableUser['leave'] | null }>(
      `select u.id, u.username, u."fullName", u.role, case when l.id is not null then
         json_build_object('until', l.last_day, 'standIn', case when s.id is not null and ($5 is null or s.id = any ($5)) then
           json_build_object('id', s.id, 'username', s.username, 'fullName', s.full_name) end) end as leave
       from (
         select id, username, full_name as "fullName", role, time_zone from users
         where active and ($1::text is null or ${searched} like $1)
           and ($2::text is null or (lower(full_name), id) > ($2, $3::bigint)) and ($5::bigint[] is null or id = any ($5))
         order by lower(full_name), id limit $4
       ) u
       left join leaves l on l.user_id = u.id and ${isPresent('$6', '$7')}
       left join users s on s.id = l.stand_in_id
       order by lower(u."fullName"), u.id`,
      [
        q?.trim() ? `%${escapeLike(q.trim().toLowerCase())}%` : null,
        afterName,
        afterId,
        limit,
        among,
        this.clock.now(),
        this.settings.TIME_ZONE,
      ],
    );
    const people = rows.map(({ leave, ...user }) => (leave ? { ...user, leave } : user));
    const last = people.length === limit ? people.at(-1)! : null;
    return { people, next: last && JSON.stringify([last.fullName.toLowerCase(), last.id]) };
  }

  known(ids: number[], usernames: string[]): Promise<(KnownUser & { isService: boolean })[]> {
    return this.database.query(
      `select ${knownColumns}, is_service as "isService" from users where id = any($1) or lower(username) = any($2)`,
      [ids, usernames.map((username) => username.trim().normalize('NFC').toLowerCase())],
    );
  }
}
