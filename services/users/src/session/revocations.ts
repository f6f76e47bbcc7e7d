import {
  sessionDoubtful,
  sessionsEnded,
  sessionsRevoked,
  type SessionDoubtful,
  type SessionsRevoked,
} from '@lead-finder/contracts';
import {
  BackgroundTask,
  Database,
  CHANGE_SIGNALS,
  LOGGER,
  Outbox,
  PeriodicTask,
  type ChangeSignals,
  type Logger,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

const heartbeatMs = 300;
const publishedForSeconds = 10;
const maxPublished = 1_000;

const row = 'id, user_id as "userId", token_hash as "tokenHash"';

/**
 * Ends sessions and publishes it to all gateways: after the commit, and again with each heartbeat. Heartbeats read the
 * table, so a crash between the two hides no end (docs/product/accounts.md#what-ends-sessions).
 */
@Injectable()
export class Revocations extends BackgroundTask {
  protected readonly task: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    @Inject(CHANGE_SIGNALS) private readonly changeSignals: ChangeSignals,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    this.task = new PeriodicTask('Heartbeat of sessions', () => this.publish(), heartbeatMs, log);
  }

  /** Also ends sign-ins that wait for their second step, and forgets the browsers that need none. */
  async endAllOf(userId: number, exceptSessionId: string | null = null): Promise<number> {
    await this.database.query('delete from sign_in_challenges where user_id = $1', [userId]);
    await this.database.query('delete from remembered_browsers where user_id = $1', [userId]);
    await this.outbox.append(sessionsEnded, { userId, sessionId: null, keptSessionId: exceptSessionId });
    const ended = await this.database.query<{ token_hash: string }>(
      'delete from sessions where user_id = $1 and id is distinct from $2::uuid returning token_hash',
      [userId, exceptSessionId],
    );
    if (exceptSessionId === null) await this.record([{ userId, tokenHash: null }]);
    else await this.record(ended.map(({ token_hash }) => ({ userId, tokenHash: token_hash })));
    return ended.length;
  }

  /** Ends one session. Returns whether the user had it. */
  async endOne(userId: number, sessionId: string): Promise<boolean> {
    const [ended] = await this.database.query<{ token_hash: string }>(
      'delete from sessions where id = $1 and user_id = $2 returning token_hash',
      [sessionId, userId],
    );
    if (ended) await this.recordOne(userId, sessionId, ended.token_hash);
    return ended !== undefined;
  }

  /** Ends a session. Returns its user, or null if there is none. */
  async end(tokenHash: string): Promise<number | null> {
    const [ended] = await this.database.query<{ id: string; user_id: number }>(
      'delete from sessions where token_hash = $1 returning id, user_id',
      [tokenHash],
    );
    if (ended) await this.recordOne(ended.user_id, ended.id, tokenHash);
    return ended?.user_id ?? null;
  }

  /** Ends the former token of a session that continues with a new one. */
  endToken(userId: number, tokenHash: string): Promise<void> {
    return this.record([{ userId, tokenHash }]);
  }

  /** Returns the ends after that id, or only the newest if there are many. */
  async since(after: number): Promise<SessionsRevoked> {
    if (after < 0) return this.read();
    const newest = await this.database.query<SessionsRevoked['recent'][number]>(
      `select ${row} from revocations where id > $1 order by id desc limit ${maxPublished}`,
      [after],
    );
    const recent = newest.reverse();
    return {
      after: recent.length < maxPublished ? after : recent[0]!.id - 1,
      last: recent.at(-1)?.id ?? after,
      recent,
    };
  }

  private async recordOne(userId: number, sessionId: string, tokenHash: string): Promise<void> {
    await this.outbox.append(sessionsEnded, { userId, sessionId, keptSessionId: null });
    await this.record([{ userId, tokenHash }]);
  }

  private async record(ends: { userId: number; tokenHash: string | null }[]): Promise<void> {
    if (ends.length === 0) return;
    await this.database.transaction(async () => {
      // Ids must be committed in order, or a gateway would treat a late one as known.
      await this.database.lock('users.revocations');
      await this.database.query(
        `insert into revocations (user_id, token_hash, revoked_at)
         select *, clock_timestamp() from unnest($1::bigint[], $2::text[])`,
        [ends.map(({ userId }) => userId), ends.map(({ tokenHash }) => tokenHash)],
      );
      this.database.afterCommit(() => {
        for (const userId of new Set(ends.map((end) => end.userId)))
          this.changeSignals.publish(sessionDoubtful, { userId } satisfies SessionDoubtful);
        this.task.wake();
      });
    });
  }

  /** While the database is not reachable nothing is published, and gateways check each request. */
  private async publish(): Promise<boolean> {
    this.changeSignals.publish(sessionsRevoked, await this.read());
    return false;
  }

  /** Reads with one statement: an end between two statements would be counted in `last` and never be published. */
  private async read(): Promise<SessionsRevoked> {
    const [revoked] = await this.database.query<SessionsRevoked>(
      `with published as (select ${row} from revocations where revoked_at > now() - make_interval(secs => $1)),
            newest as (select coalesce(max(id), 0) as last from revocations)
       select last, coalesce((select min(id) - 1 from published), last) as after,
              coalesce((select json_agg(published order by id) from published), '[]') as recent
       from newest`,
      [publishedForSeconds],
    );
    return revoked!;
  }
}
