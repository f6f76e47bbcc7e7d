import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { callDeadline, currentTransaction, runInTransaction } from '../context/request-context.js';
import { cancelStatement } from './cancel-statement.js';
import { OverdueWork } from './overdue-work.js';

interface Running {
  database: Database;
  manager: EntityManager;
  client: PoolClient;
  afterCommit: (() => void)[];
  /** What waits for the end of the transaction, by the function that writes it. */
  collected: Map<unknown, unknown[]>;
  isOver: boolean;
}

/** SQL state of a prepared statement whose columns have got another type, such as wide ids. */
const stalePlan = '0A000';
const retriable = ['40001', '40P01', stalePlan];

/** Each connection stores its prepared statements in the server's memory. PostgreSQL plans further ones each time. */
const maxPrepared = 250;

/** `transaction` joins a running one, so a change, its events and its stored response are one commit. */
export class Database {
  private readonly names = new Map<string, string>();
  private generation = 0;
  private readonly overdue = new OverdueWork((client) => this.cancel(client));

  constructor(
    readonly dataSource: DataSource,
    private readonly usesPrepared = true,
  ) {}

  get manager(): EntityManager {
    return this.running?.manager ?? this.dataSource.manager;
  }

  private get running(): Running | undefined {
    const running = currentTransaction() as Running | undefined;
    return running?.database === this ? running : undefined;
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  query<Row = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.run<Row>({ text: sql, values: parameters });
  }

  /** PostgreSQL plans the statement once per connection. Only for texts of few forms that name their columns. */
  async prepared<Row = Record<string, unknown>>(sql: string, parameters: unknown[]): Promise<Row[]> {
    const name = this.nameOf(sql);
    const statement = { text: sql, values: parameters };
    try {
      return await this.run<Row>({ ...statement, ...(name && { name }) });
    } catch (error) {
      if (!name || (error as { code?: string }).code !== stalePlan) throw error;
      if (this.nameOf(sql) === name) this.forgetNames();
      if (this.running) throw error;
      return this.run<Row>({ ...statement, name: this.nameOf(sql)! });
    }
  }

  private nameOf(sql: string): string | undefined {
    if (this.usesPrepared && this.names.size < maxPrepared && !this.names.has(sql))
      this.names.set(sql, `prepared_${this.generation}_${this.names.size}`);
    return this.names.get(sql);
  }

  private forgetNames(): void {
    this.names.clear();
    this.generation++;
  }

  /** Tries three times after a deadlock, a serialization failure or a change of a table. */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const outer = this.running;
    if (outer) return work(outer.manager);
    for (let attempt = 1; ; attempt++) {
      const afterCommit: (() => void)[] = [];
      try {
        const result = await this.dataSource.transaction((manager) => this.inTransaction(manager, afterCommit, work));
        afterCommit.forEach((act) => act());
        return result;
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
        if (attempt === 3 || !retriable.includes(code)) throw error;
        await pause(Math.random() * 50 * attempt);
      }
    }
  }

  /** Runs `act` after the commit, or at once without a transaction. For change signals and wake-ups. */
  afterCommit(act: () => void): void {
    const { running } = this;
    if (running) running.afterCommit.push(act);
    else act();
  }

  /** Passes the items of a transaction to `write` together before its commit, or one at once without a transaction. */
  async collect<T>(write: (items: readonly T[]) => Promise<void>, item: T): Promise<void> {
    const { running } = this;
    if (!running) return write([item]);
    const items = running.collected.get(write);
    if (items) items.push(item);
    else running.collected.set(write, [item]);
  }

  async lock(name: string): Promise<void> {
    await this.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
  }

  async tryLock(name: string): Promise<boolean> {
    const [lock] = await this.query<{ mine: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine',
      [name],
    );
    return lock!.mine;
  }

  get isInTransaction(): boolean {
    return this.running !== undefined;
  }

  private async inTransaction<T>(
    manager: EntityManager,
    afterCommit: (() => void)[],
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    const client = (await manager.queryRunner!.connect()) as PoolClient;
    const collected: Running['collected'] = new Map();
    const running: Running = { database: this, manager, client, afterCommit, collected, isOver: false };
    const watched = this.overdue.watch(client);
    try {
      return await runInTransaction(running, async () => {
        const result = await work(manager);
        for (const [write, items] of collected) await (write as (items: unknown[]) => Promise<void>)(items);
        return result;
      });
    } finally {
      running.isOver = true;
      await this.overdue.finish(watched);
    }
  }

  private async run<Row>(statement: QueryConfig): Promise<Row[]> {
    const { running } = this;
    // Work that was not awaited must not continue in the next transaction of the connection.
    if (running?.isOver) throw new Error('The transaction of this statement is over');
    if (running) return (await running.client.query(statement)).rows as Row[];
    return this.withoutTransaction<Row>(statement);
  }

  /** Uses callbacks like the pool and its clients: promises would slow every statement. */
  private withoutTransaction<Row>(statement: QueryConfig): Promise<Row[]> {
    // After a wait the pool calls back in the context of the previous borrower.
    const giveUpAt = callDeadline();
    return new Promise((resolve, reject) => {
      this.pool.connect((failure, own, release) => {
        if (!own) return reject(failure!);
        const watched = this.overdue.watch(own, giveUpAt);
        own.query(statement, (error: Error | null, result: QueryResult) => {
          const finish = () => {
            release();
            if (error) reject(error);
            else resolve(result.rows as Row[]);
          };
          const ending = this.overdue.finish(watched);
          if (ending) void ending.then(finish);
          else finish();
        });
      });
    });
  }

  private cancel(client: PoolClient): Promise<void> {
    const { url } = this.dataSource.options as { url?: string };
    return cancelStatement(url!, client);
  }
}
