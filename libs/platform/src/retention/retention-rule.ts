import type { INestApplicationContext } from '@nestjs/common';
import type { Database } from '../database/database.js';

export interface RetentionContext {
  database: Database;
  now: Date;
  app: INestApplicationContext;
}

export interface RetentionRule {
  what: string;
  /** Deletes a batch of expired data; returns whether there may be more. */
  forget(context: RetentionContext): Promise<boolean>;
}

export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => minutes(count * 60);
export const days = (count: number) => hours(count * 24);

/** Rows per statement, so that their locks are short. */
const batch = 1_000;

/** Deletes rows for which `isOld` holds; $1 is the moment `forMs` ago. Child rows go first: a cascade has no limit. */
export const expiringRows = (what: string, forMs: number, table: string, isOld: string): RetentionRule => ({
  what,
  forget: async ({ database, now }) => {
    const gone = await database.query(
      `delete from ${table} where ctid = any (array(select ctid from ${table} where ${isOld} limit ${batch} for update skip locked)) returning 1`,
      [new Date(now.getTime() - forMs)],
    );
    return gone.length === batch;
  },
});
