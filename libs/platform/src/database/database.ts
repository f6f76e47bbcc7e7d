import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';

interface Running {
  manager: EntityManager;
  afterCommit: (() => void)[];
}

const serializationFailures = ['40001', '40P01'];

/**
 * The service's own schema. `transaction` joins one that is running already, so that a use case, the outbox and the
 * stored answer of an idempotent call are one commit whoever opened it.
 */
export class Database {
  private readonly running = new AsyncLocalStorage<Running>();

  constructor(readonly dataSource: DataSource) {}

  /** The running transaction's, else one that commits each statement. */
  get manager(): EntityManager {
    return this.running.getStore()?.manager ?? this.dataSource.manager;
  }

  /** Rows of plain SQL; for `update … returning` too, where TypeORM answers a pair. */
  async query<Row = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    const answer: unknown = await this.manager.query(sql, parameters);
    const isPair = Array.isArray(answer) && answer.length === 2 && Array.isArray(answer[0]) && typeof answer[1] === 'number';
    return (isPair ? answer[0] : answer) as Row[];
  }

  /** Tries three times where PostgreSQL asks to (a deadlock, a serialization failure). */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const outer = this.running.getStore();
    if (outer) return work(outer.manager);
    for (let attempt = 1; ; attempt++) {
      const afterCommit: (() => void)[] = [];
      try {
        const result = await this.dataSource.transaction((manager) =>
          this.running.run({ manager, afterCommit }, () => work(manager)),
        );
        afterCommit.forEach((act) => act());
        return result;
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
        if (attempt === 3 || !serializationFailures.includes(code)) throw error;
        await pause(Math.random() * 50 * attempt);
      }
    }
  }

  /** Hints and wake-ups wait for the commit; without a transaction they happen at once. */
  afterCommit(act: () => void): void {
    const running = this.running.getStore();
    if (running) running.afterCommit.push(act);
    else act();
  }

  get isInTransaction(): boolean {
    return this.running.getStore() !== undefined;
  }
}
