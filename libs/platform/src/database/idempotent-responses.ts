import { createHash } from 'node:crypto';
import type { RequestContract } from '@lead-finder/contracts';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../errors/app-error.js';
import type { Database } from './database.js';

/** OWASP's minimum for argon2id, about 26 ms and 19 MiB per hash (docs/product/accounts.md#storage-of-passwords). */
export const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

interface Keyed {
  contract: Pick<RequestContract, 'subject' | 'containsPassword'>;
  actorId: number;
  key: string;
  body: unknown;
}

/** Returns the first response to an equal request (docs/product/errors-and-http.md#idempotency). */
export class IdempotentResponses {
  constructor(private readonly database: Database) {}

  async once<T>({ contract, actorId, key, body }: Keyed, work: () => Promise<T>): Promise<T> {
    const route = contract.subject;
    const text = JSON.stringify(body) ?? '';
    const bodyHash = contract.containsPassword ? await hash(text, argon2id) : sha256(text);
    return this.database.transaction(async () => {
      // The insert waits until a concurrent duplicate commits or fails, so two equal calls never run at the same time.
      const claimed = await this.database.query(
        `insert into idempotent_answers (actor_id, key, route, body_hash) values ($1, $2, $3, $4)
         on conflict do nothing returning key`,
        [actorId, key, route, bodyHash],
      );
      if (claimed.length === 0) return this.stored<T>(route, actorId, key, text);
      const response = await work();
      await this.database.query(
        'update idempotent_answers set answer = $4 where actor_id = $1 and route = $2 and key = $3',
        [actorId, route, key, JSON.stringify(response)],
      );
      return response;
    });
  }

  private async stored<T>(route: string, actorId: number, key: string, text: string): Promise<T> {
    const [first] = await this.database.query<{ body_hash: string; answer: T }>(
      'select body_hash, answer from idempotent_answers where actor_id = $1 and route = $2 and key = $3',
      [actorId, route, key],
    );
    if (!first || !(await isHashOf(text, first.body_hash))) {
      throw new AppError('conflict', 'key_reused', 'This Idempotency-Key was used for another request before');
    }
    return first.answer;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const isHashOf = async (text: string, bodyHash: string) =>
  bodyHash.startsWith('$argon2') ? verify(bodyHash, text) : bodyHash === sha256(text);
