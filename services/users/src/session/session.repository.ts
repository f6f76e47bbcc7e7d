import { createHash, randomBytes } from 'node:crypto';
import type { Actor, ownSession, SessionUser } from '@lead-finder/contracts';
import { Clock, Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { ruleHoldsFor } from '../second-factor/second-factor-rule.js';
import type { UsersSettings } from '../users.config.js';

export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

export const actorOf = ({ id, username, fullName, role, timeZone, teams }: SessionUser): Actor => ({
  id,
  username,
  fullName,
  role,
  timeZone,
  teams: teams?.map((team) => team.id),
});

interface SessionRow {
  id: string;
  created_at: Date;
  last_used_at: Date;
}

interface FoundSession {
  sessionId: string;
  user: SessionUser;
  expiresAt: string;
}

/** The teams of a user `u` and all above them, and those that the user manages; null without any. */
const ownTeams = `(
  select json_agg(json_build_object('id', t.id, 'name', t.name) order by cardinality(t.path), lower(t.name)) from teams t
  where t.id = any (array(select unnest(path) from teams where id = u.team_id))
    or t.id in (select team_id from team_managers where user_id = u.id)
)`;

/** A user `u` of a session or a token. The second factor is missing while a rule asks for it, except if an identity provider vouches. */
export const sessionUser = (now: string, isExempt: string) => `json_strip_nulls(json_build_object(
  'id', u.id, 'username', username, 'fullName', full_name, 'role', role, 'email', email, 'timeZone', time_zone,
  'managesTeam', case when role = 'manager' and exists (select from team_managers where user_id = u.id) then true end,
  'teams', ${ownTeams},
  'secondFactor', (
    select json_build_object('from', from_day, 'isDue', due_at <= ${now}) from second_factor_rule
    where u.second_factor_since is null and ${ruleHoldsFor('u.role')} and not ${isExempt}
  )
)) as user`;
const activeUsers = `(
  select id, username, full_name, role, email, time_zone, team_id, second_factor_since from users where active
) u`;

/** What a session of an identity provider stores for its sign-out, with the ID token sealed. */
export interface SessionOfProvider {
  providerId: number;
  subject: string;
  session: string | null;
  idToken: string | null;
}

/** Stores sessions by the hash of an opaque random token (docs/product/accounts.md#sessions). */
@Injectable()
export class SessionRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  /** The user must be active. */
  async open(
    userId: number,
    origin: { address: string; userAgent?: string | undefined },
    ofProvider: SessionOfProvider | null = null,
  ) {
    const token = randomBytes(32).toString('base64url');
    const { now, maxMs } = this.limits();
    const [opened] = await this.database.prepared<Pick<FoundSession, 'user'>>(
      `with session as (
         insert into sessions (token_hash, user_id, address, user_agent, created_at, last_used_at)
         values ($1, $2, $3, $4, $5, $5) returning id, user_id
       ), of_provider as (
         insert into provider_sessions (session_id, provider_id, subject, provider_session, id_token)
         select id, $6, $7, $8, $9 from session where $6::bigint is not null
       )
       select ${sessionUser('$5::timestamptz', '($6::bigint is not null)')} from session join ${activeUsers} on u.id = user_id`,
      [
        hashToken(token),
        userId,
        origin.address,
        origin.userAgent ?? '',
        now,
        ofProvider?.providerId ?? null,
        ofProvider?.subject ?? null,
        ofProvider?.session ?? null,
        ofProvider?.idToken ?? null,
      ],
    );
    return { token, expiresAt: new Date(now.getTime() + maxMs).toISOString(), user: opened!.user };
  }

  /** Returns null if the token names no session, an expired one, or one of an inactive user. */
  async find(token: string, used: boolean): Promise<FoundSession | null> {
    const { now, idleMs, maxMs, usedAfter, openedAfter } = this.limits();
    // One prepared statement, because every gateway checks every active session twice a minute.
    const [found] = await this.database.prepared<
      Omit<FoundSession, 'expiresAt'> & Pick<SessionRow, 'created_at' | 'last_used_at'>
    >(
      `select session.id as "sessionId", created_at, last_used_at,
         ${sessionUser('$4', 'exists (select from provider_sessions where session_id = session.id)')}
       from sessions session join ${activeUsers} on u.id = user_id
       where token_hash = $1 and last_used_at > $2 and created_at > $3`,
      [hashToken(token), usedAfter, openedAfter, now],
    );
    if (!found) return null;
    const { sessionId, user, created_at, last_used_at } = found;
    if (used) await this.database.query('update sessions set last_used_at = $2 where id = $1', [sessionId, now]);
    const lastUse = used ? now : last_used_at;
    const end = Math.min(lastUse.getTime() + idleMs, created_at.getTime() + maxMs);
    return { sessionId, user, expiresAt: new Date(end).toISOString() };
  }

  /** Gives the session a new token. Returns null if it has ended. Its age continues. */
  async renew(id: string) {
    const token = randomBytes(32).toString('base64url');
    const [renewed] = await this.database.query<{ formerHash: string; created_at: Date }>(
      `update sessions session set token_hash = $2 from (select id, token_hash from sessions where id = $1 for update) former
       where session.id = former.id returning former.token_hash as "formerHash", session.created_at`,
      [id, hashToken(token)],
    );
    if (!renewed) return null;
    const { formerHash, created_at } = renewed;
    return { token, formerHash, expiresAt: new Date(created_at.getTime() + this.limits().maxMs).toISOString() };
  }

  async listOf(userId: number, currentId: string | undefined): Promise<z.output<typeof ownSession>[]> {
    const { usedAfter, openedAfter } = this.limits();
    const rows = await this.database.query<SessionRow & { address: string; user_agent: string }>(
      'select * from sessions where user_id = $1 and last_used_at > $2 and created_at > $3 order by last_used_at desc limit 100',
      [userId, usedAfter, openedAfter],
    );
    return rows.map((row) => ({
      id: row.id,
      current: row.id === currentId,
      address: row.address,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
    }));
  }

  /** Returns the limits of active sessions: they were used after `usedAfter` and opened after `openedAfter`. */
  private limits() {
    const now = this.clock.now();
    const idleMs = this.settings.SESSION_IDLE_MINUTES * 60_000;
    const maxMs = this.settings.SESSION_MAX_HOURS * 3_600_000;
    return {
      now,
      idleMs,
      maxMs,
      usedAfter: new Date(now.getTime() - idleMs),
      openedAfter: new Date(now.getTime() - maxMs),
    };
  }
}
