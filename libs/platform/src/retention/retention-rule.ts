import type { INestApplicationContext } from '@nestjs/common';
import type { Database } from '../database/database.js';

export interface RetentionContext {
  database: Database;
  now: Date;
  /** The service, where what is kept lies outside its tables. */
  app: INestApplicationContext;
}

/** What a service keeps for a time only (decisions, section 10). */
export interface RetentionRule {
  /** Its row in the table of docs/operations.md, 'Retention'. */
  what: string;
  /** Removes some of what is too old; answers whether there may be more. */
  forget(around: RetentionContext): Promise<boolean>;
}

export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => minutes(count * 60);
export const days = (count: number) => hours(count * 24);

/** So many rows a statement: nobody waits long for their locks. */
const batch = 1_000;

/**
 * Rows of a table that go when `isOld` holds, where $1 is the moment that lies `forMs` back. What a row is the parent of
 * must have gone before, or a cascade would know no bound. Several replicas may do it at once: each passes over the
 * other's rows.
 */
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
