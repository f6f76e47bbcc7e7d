import { createHash } from 'node:crypto';
import { AppError } from '../errors/app-error.js';
import type { Database } from './database.js';

/**
 * Answers of calls that came with an `Idempotency-Key`, stored in the change's own transaction (decisions, section 9).
 * The same key again gives the first answer, another body 409. A call that failed changed nothing and may be tried again.
 */
export class IdempotentAnswers {
  constructor(private readonly database: Database) {}

  once<T>(route: string, actorId: number, key: string, body: unknown, work: () => Promise<T>): Promise<T> {
    const hash = createHash('sha256').update(JSON.stringify(body) ?? '').digest('hex');
    return this.database.transaction(async () => {
      // The insert waits for a concurrent twin to commit or fail: the second of two equal calls never runs beside the first.
      const claimed = await this.database.query(
        `insert into idempotent_answers (actor_id, key, route, body_hash) values ($1, $2, $3, $4)
         on conflict do nothing returning key`,
        [actorId, key, route, hash],
      );
      if (claimed.length === 0) return this.stored<T>(route, actorId, key, hash);
      const answer = await work();
      await this.database.query(
        'update idempotent_answers set answer = $4 where actor_id = $1 and route = $2 and key = $3',
        [actorId, route, key, JSON.stringify(answer)],
      );
      return answer;
    });
  }

  private async stored<T>(route: string, actorId: number, key: string, hash: string): Promise<T> {
    const [first] = await this.database.query<{ body_hash: string; answer: T }>(
      'select body_hash, answer from idempotent_answers where actor_id = $1 and route = $2 and key = $3',
      [actorId, route, key],
    );
    if (first?.body_hash !== hash) {
      throw new AppError('conflict', 'validation_failed', 'This Idempotency-Key was used for another request before');
    }
    return first.answer;
  }
}
