import { AppError, Clock, Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { User } from '../user/user.entity.js';
import type { UsersSettings } from '../users.config.js';
import { SignInKey } from './sign-in-key.js';

/** The counter of a failure: an identifier as typed, a known browser, or the form for a new password. */
export type CountedBy = readonly [kind: 'identifier' | 'device' | 'own-password', value: string];

export const typed = (identifier: string): CountedBy => ['identifier', identifier.trim().toLowerCase()];

/** Returns both identifiers of an account. Each has its own counter, like an unknown identifier. */
const identifiersOf = ({ username, email }: Pick<User, 'username' | 'email'>) => [typed(username), typed(email)];

/**
 * Counts failed sign-ins: LOCKOUT_FAILURES in a row within LOCKOUT_MINUTES lock for the same time. It stores keyed
 * hashes, because users type their password into the wrong field, and treats unknown identifiers the same.
 */
@Injectable()
export class SignInCounters {
  constructor(
    private readonly database: Database,
    private readonly key: SignInKey,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  /**
   * Counts a failure before the password is checked, so a burst cannot have more passwords checked than a lock allows.
   * Returns whether this failure locks, and the end of a lock that existed before. The account's row shows the counts.
   */
  async count(countedBy: CountedBy, userId: number | null): Promise<{ locks: boolean; lockedUntil: Date | null }> {
    const now = this.clock.now();
    const { LOCKOUT_FAILURES: max, LOCKOUT_MINUTES: minutes } = this.settings;
    const windowMs = minutes * 60_000;
    // `max` + 1 means that a lock existed before.
    const [row] = await this.database.query<{ failures: number; locked_until: Date | null }>(
      `insert into unknown_identifiers as c (identifier_hash, user_id, failures, first_failure_at, locked_until)
       values ($1, $2, 1, $3, case when $4::int = 1 then $5::timestamptz end)
       on conflict (identifier_hash) do update set
         user_id = $2,
         failures = case when c.locked_until > $3 then $4 + 1 when c.first_failure_at > $6 then c.failures + 1 else 1 end,
         first_failure_at = case when c.locked_until > $3 or c.first_failure_at > $6 then c.first_failure_at else $3 end,
         locked_until = case when c.locked_until > $3 then c.locked_until
           when case when c.first_failure_at > $6 then c.failures + 1 else 1 end >= $4 then $5 end
       returning failures, locked_until`,
      [
        await this.hashOf(countedBy),
        userId,
        now,
        max,
        new Date(now.getTime() + windowMs),
        new Date(now.getTime() - windowMs),
      ],
    );
    await this.show(userId);
    return { locks: row!.failures >= max, lockedUntil: row!.failures > max ? row!.locked_until : null };
  }

  /** Removes one failure, with the lock that it caused. */
  async takeBack(countedBy: CountedBy, userId: number | null): Promise<void> {
    await this.database.query(
      `update unknown_identifiers set failures = failures - 1, locked_until = case when failures > $2 then locked_until end
       where identifier_hash = $1 and failures > 0`,
      [await this.hashOf(countedBy), this.settings.LOCKOUT_FAILURES],
    );
    await this.show(userId);
  }

  /** Clears these counters after a success. */
  async clear(counters: readonly CountedBy[], userId: number): Promise<void> {
    await this.database.query('delete from unknown_identifiers where identifier_hash = any ($1)', [
      await this.hashesOf(counters),
    ]);
    await this.show(userId);
  }

  clearIdentifiersOf(user: User): Promise<void> {
    return this.clear(identifiersOf(user), user.id);
  }

  /** Counts a wrong present password against both identifiers. */
  async countAgainst(user: User): Promise<void> {
    for (const identifier of identifiersOf(user)) await this.count(identifier, user.id);
  }

  /** Clears all counters of the account, after an unlock or a new password. */
  async clearAllOf(user: User): Promise<void> {
    await this.database.query('delete from unknown_identifiers where user_id = $1 or identifier_hash = any ($2)', [
      user.id,
      await this.hashesOf(identifiersOf(user)),
    ]);
    await this.show(user.id);
  }

  locked(until: Date): AppError {
    const retryAfter = Math.max(1, (until.getTime() - this.clock.now().getTime()) / 1_000);
    const minutes = Math.ceil(retryAfter / 60);
    const message = `This account is locked after too many failed sign-ins. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}, or reset your password.`;
    return new AppError('locked', 'account_locked', message, { retryAfter });
  }

  /** Writes the highest of its counters into the account's row; the same statement runs if there is no account. */
  private async show(userId: number | null): Promise<void> {
    const windowStart = new Date(this.clock.now().getTime() - 2 * this.settings.LOCKOUT_MINUTES * 60_000);
    await this.database.query(
      `update users set failed_login_attempts = shown.failures, locked_until = shown.locked_until
       from (select coalesce(max(least(failures, $2::int)), 0) as failures, max(locked_until) as locked_until
             from unknown_identifiers where user_id = $1 and first_failure_at > $3) shown
       where id = $1 and (users.failed_login_attempts, users.locked_until) is distinct from (shown.failures, shown.locked_until)`,
      [userId, this.settings.LOCKOUT_FAILURES, windowStart],
    );
  }

  private hashOf([kind, value]: CountedBy): Promise<string> {
    return this.key.sign(kind, value);
  }

  private hashesOf(counters: readonly CountedBy[]): Promise<string[]> {
    return Promise.all(counters.map((each) => this.hashOf(each)));
  }
}
