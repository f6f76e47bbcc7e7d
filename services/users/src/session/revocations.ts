import { sessionDoubtful, sessionsRevoked, type SessionDoubtful, type SessionsRevoked } from '@lead-finder/contracts';
import { Database, CHANGE_SIGNALS, LOGGER, type ChangeSignals, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const heartbeatMs = 300;
const toldForSeconds = 10;
const mostTold = 1_000;

const row = 'id, user_id as "userId", token_hash as "tokenHash"';

/**
 * Ends sessions, and says so to every gateway: at once after the commit and again with each heartbeat, read from the
 * table, so that no crash between the two hides an end (design, section 3a, point 3).
 */
@Injectable()
export class Revocations implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private telling: Promise<void> | null = null;

  constructor(
    private readonly database: Database,
    @Inject(CHANGE_SIGNALS) private readonly hints: ChangeSignals,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tell(), heartbeatMs);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.telling;
  }

  async endAllOf(userId: number, exceptSessionId: string | null = null): Promise<number> {
    const ended = await this.database.query<{ token_hash: string }>(
      'delete from sessions where user_id = $1 and id is distinct from $2::uuid returning token_hash',
      [userId, exceptSessionId],
    );
    if (exceptSessionId === null) await this.record([{ userId, tokenHash: null }]);
    else await this.record(ended.map(({ token_hash }) => ({ userId, tokenHash: token_hash })));
    return ended.length;
  }

  /** Returns whether the user had that session. */
  async endOne(userId: number, sessionId: string): Promise<boolean> {
    const ended = await this.database.query<{ token_hash: string }>(
      'delete from sessions where id = $1 and user_id = $2 returning token_hash',
      [sessionId, userId],
    );
    await this.record(ended.map(({ token_hash }) => ({ userId, tokenHash: token_hash })));
    return ended.length > 0;
  }

  /** Answers whose session it was. */
  async end(tokenHash: string): Promise<number | null> {
    const ended = await this.database.query<{ user_id: number }>(
      'delete from sessions where token_hash = $1 returning user_id',
      [tokenHash],
    );
    await this.record(ended.map(({ user_id }) => ({ userId: user_id, tokenHash })));
    return ended[0]?.user_id ?? null;
  }

  /** The token of a session that goes on with another one. */
  endToken(userId: number, tokenHash: string): Promise<void> {
    return this.record([{ userId, tokenHash }]);
  }

  /** What ended since the one with that number; the newest where they are many. */
  async since(after: number): Promise<SessionsRevoked> {
    if (after < 0) return this.read();
    const newest = await this.database.query<SessionsRevoked['recent'][number]>(
      `select ${row} from revocations where id > $1 order by id desc limit ${mostTold}`,
      [after],
    );
    const recent = newest.reverse();
    return { after: recent.length < mostTold ? after : recent[0]!.id - 1, last: recent.at(-1)?.id ?? after, recent };
  }

  private async record(ends: { userId: number; tokenHash: string | null }[]): Promise<void> {
    if (ends.length === 0) return;
    await this.database.transaction(async () => {
      // Ids must be committed in their order, or a listener would take a late one for known.
      await this.database.query("select pg_advisory_xact_lock(hashtextextended('users.revocations', 0))");
      await this.database.query(
        `insert into revocations (user_id, token_hash, revoked_at)
         select *, clock_timestamp() from unnest($1::int[], $2::text[])`,
        [ends.map(({ userId }) => userId), ends.map(({ tokenHash }) => tokenHash)],
      );
      this.database.afterCommit(() => {
        for (const userId of new Set(ends.map((end) => end.userId)))
          this.hints.publish(sessionDoubtful, { userId } satisfies SessionDoubtful);
        this.tell();
      });
    });
  }

  /** Silent while the database is away: the gateways then ask for each request. */
  private tell(): void {
    const before = this.telling ?? Promise.resolve();
    this.telling ??= before
      .then(() => this.read())
      .then((word) => this.hints.publish(sessionsRevoked, word))
      .catch((error: unknown) => this.log.debug({ err: error }, 'no heartbeat of sessions'))
      .finally(() => {
        this.telling = null;
      });
  }

  /** In one statement: an end between two of them would be counted in `last` and never told. */
  private async read(): Promise<SessionsRevoked> {
    const [word] = await this.database.query<SessionsRevoked>(
      `with told as (select ${row} from revocations where revoked_at > now() - make_interval(secs => $1)),
            newest as (select coalesce(max(id), 0) as last from revocations)
       select last, coalesce((select min(id) - 1 from told), last) as after,
              coalesce((select json_agg(told order by id) from told), '[]') as recent
       from newest`,
      [toldForSeconds],
    );
    return word!;
  }
}
