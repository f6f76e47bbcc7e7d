import { createHash, randomBytes } from 'node:crypto';
import type { ownSession } from '@lead-finder/contracts';
import { Clock, Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { User } from '../user/user.entity.js';
import type { UsersSettings } from '../users.config.js';

export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

interface SessionRow {
  id: string;
  user_id: number;
  created_at: Date;
  last_used_at: Date;
}

/** Sessions by the hash of an opaque random token; idle and absolute end as decided in section 3. */
@Injectable()
export class SessionRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  async open(userId: number, origin: { address: string; userAgent?: string | undefined }) {
    const token = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    await this.database.query(
      `insert into sessions (token_hash, user_id, address, user_agent, created_at, last_used_at) values ($1, $2, $3, $4, $5, $5)`,
      [hashToken(token), userId, origin.address, origin.userAgent ?? '', now],
    );
    return { token, expiresAt: new Date(now.getTime() + this.settings.SESSION_MAX_HOURS * 3_600_000).toISOString() };
  }

  /** Null where the token names no session, one that idled out or got too old, or somebody who may not sign in. */
  async find(token: string, used: boolean): Promise<{ session: SessionRow; user: User; expiresAt: string } | null> {
    const now = this.clock.now();
    const idleMs = this.settings.SESSION_IDLE_MINUTES * 60_000;
    const maxMs = this.settings.SESSION_MAX_HOURS * 3_600_000;
    const [session] = await this.database.query<SessionRow>(
      'select id, user_id, created_at, last_used_at from sessions where token_hash = $1 and last_used_at > $2 and created_at > $3',
      [hashToken(token), new Date(now.getTime() - idleMs), new Date(now.getTime() - maxMs)],
    );
    const user = session && (await this.database.manager.findOneBy(User, { id: session.user_id }));
    if (!session || !user?.active) return null;
    if (used) await this.database.query('update sessions set last_used_at = $2 where id = $1', [session.id, now]);
    const lastUse = used ? now : session.last_used_at;
    const end = Math.min(lastUse.getTime() + idleMs, session.created_at.getTime() + maxMs);
    return { session, user, expiresAt: new Date(end).toISOString() };
  }

  async listOf(userId: number, currentId: string | undefined): Promise<z.output<typeof ownSession>[]> {
    const since = new Date(this.clock.now().getTime() - this.settings.SESSION_IDLE_MINUTES * 60_000);
    const rows = await this.database.query<SessionRow & { address: string; user_agent: string }>(
      'select * from sessions where user_id = $1 and last_used_at > $2 order by last_used_at desc limit 100',
      [userId, since],
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
}
