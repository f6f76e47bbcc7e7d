import { createHash } from 'node:crypto';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Lockable } from '../user/lockable.js';

/** An identifier that names nobody. It is locked like an account, or a lock would tell who exists. */
class UnknownIdentifier extends Lockable {
  constructor(
    public failedLoginAttempts: number,
    public firstFailureAt: Date | null,
    public lockedUntil: Date | null,
  ) {
    super();
  }
}

interface UnknownIdentifierRow {
  failures: number;
  first_failure_at: Date;
  locked_until: Date | null;
}

/** Keeps hashes alone: people type their password into the wrong field. */
@Injectable()
export class UnknownIdentifiers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The same two statements as for an account: the time of the answer must not tell one from the other. */
  countSignIn<T>(identifier: string, act: (unknown: Lockable) => T): Promise<T> {
    const hash = createHash('sha256').update(identifier.toLowerCase()).digest('base64url');
    return this.database.transaction(async () => {
      const [row] = await this.database.query<UnknownIdentifierRow>(
        `insert into unknown_identifiers as u (identifier_hash, failures, first_failure_at) values ($1, 0, $2)
         on conflict (identifier_hash) do update set failures = u.failures
         returning failures, first_failure_at, locked_until`,
        [hash, this.clock.now()],
      );
      const unknown = new UnknownIdentifier(row!.failures, row!.first_failure_at, row!.locked_until);
      const result = act(unknown);
      await this.database.query(
        'update unknown_identifiers set failures = $2, first_failure_at = $3, locked_until = $4 where identifier_hash = $1',
        [hash, ...unknown.failureColumns],
      );
      return result;
    });
  }
}
