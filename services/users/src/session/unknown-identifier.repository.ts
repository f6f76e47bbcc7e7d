import { createHash } from 'node:crypto';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { UnknownIdentifier } from './unknown-identifier.entity.js';

/** Keeps hashes alone: people type their password into the wrong field. */
@Injectable()
export class UnknownIdentifiers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The same work as for an account: the time of the answer must not tell one from the other. */
  change<T>(identifier: string, act: (unknown: UnknownIdentifier) => T): Promise<T> {
    const identifierHash = createHash('sha256').update(identifier.toLowerCase()).digest('base64url');
    return this.database.transaction(async (manager) => {
      await this.database.query(
        `insert into unknown_identifiers (identifier_hash, failures, first_failure_at) values ($1, 0, $2)
         on conflict (identifier_hash) do update set failures = unknown_identifiers.failures`,
        [identifierHash, this.clock.now()],
      );
      const lock = { mode: 'pessimistic_write' } as const;
      const unknown = await manager.findOneOrFail(UnknownIdentifier, { where: { identifierHash }, lock });
      const result = act(unknown);
      await manager.save(unknown);
      return result;
    });
  }
}
