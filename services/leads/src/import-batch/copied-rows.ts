import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Database } from '@lead-finder/platform';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Copies lines of `copyLine` into a table, inside the caller's transaction. */
export async function copyRows(database: Database, table: string, text: string): Promise<void> {
  if (text === '') return;
  const client = (await database.manager.queryRunner!.connect()) as PoolClient;
  await pipeline(Readable.from([text]), client.query(copyFrom(`copy ${table} from stdin`)));
}
