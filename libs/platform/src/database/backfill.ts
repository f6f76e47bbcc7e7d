import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import type { Logger } from '../logging/logger.js';

export interface Backfill {
  table: string;
  /** The checkpoint's name. Another name begins again. */
  name: string;
  /** The `set` of the update, and which rows still need it. */
  set: string;
  where: string;
  log?: Logger | undefined;
}

const deadlock = '40P01';
/** A writer waits at most about this long for the rows of a batch. */
const batchMs = 200;
const maxBlocks = 4_096;
const logMs = 10_000;

/**
 * Changes the rows of a table batch by batch while users read and write it, for a migration with `transaction = false`.
 * Each batch commits with its checkpoint, so an interrupted backfill continues. A trigger must take care of rows that
 * are written meanwhile.
 */
export async function backfillInBatches(runner: QueryRunner, backfill: Backfill): Promise<void> {
  const { table, name, log } = backfill;
  await runner.query(
    'create table if not exists backfills (name text primary key, next_block bigint not null, end_block bigint not null)',
  );
  await runner.query(
    `insert into backfills select $1, 0, pg_relation_size($2::regclass) / current_setting('block_size')::int
     on conflict (name) do nothing`,
    [name, table],
  );
  const [position] = (await runner.query('select next_block as next, end_block as end from backfills where name = $1', [
    name,
  ])) as { next: number; end: number }[];
  let { next } = position!;
  const { end } = position!;
  let blocks = 16;
  let loggedAt = Date.now();
  while (next < end) {
    const startedAt = Date.now();
    const to = Math.min(next + blocks, end);
    if (!(await changeBlocks(runner, backfill, next, to))) continue;
    next = to;
    const took = Math.max(Date.now() - startedAt, 1);
    blocks = Math.max(1, Math.min(Math.ceil((blocks * batchMs) / took), blocks * 2, maxBlocks));
    if (Date.now() - loggedAt < logMs) continue;
    log?.info({ backfill: name, percent: Math.floor((next / end) * 100) }, 'Backfill continues.');
    loggedAt = Date.now();
  }
}

/** Forgets the checkpoint, so that the next backfill of this name reads the whole table. */
export async function forgetBackfill(runner: QueryRunner, name: string): Promise<void> {
  await runner.query('delete from backfills where name = $1', [name]);
}

/** Returns false after a deadlock with a writer. */
async function changeBlocks(runner: QueryRunner, { table, name, set, where }: Backfill, from: number, to: number) {
  await runner.startTransaction();
  try {
    await runner.query("set local lead_finder.backfill = 'on'");
    await runner.query(`update ${table} set ${set} where ctid >= '(${from},0)' and ctid < '(${to},0)' and (${where})`);
    await runner.query('update backfills set next_block = $2 where name = $1', [name, to]);
    await runner.commitTransaction();
    return true;
  } catch (error) {
    await runner.rollbackTransaction();
    if ((error as { code?: string }).code !== deadlock) throw error;
    await pause(100);
    return false;
  }
}
