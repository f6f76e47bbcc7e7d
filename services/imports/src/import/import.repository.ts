import { importFinished, maxUserMappings, type Actor, type UndoCounts } from '@lead-finder/contracts';
import { Database, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { Batch } from '../file/batches.js';
import { ImportAudit } from './import-audit.js';
import { ImportSignals } from './import-signals.js';
import type { FinishedImport, EndedState, GoodRows, ImportJob, ImportState, RowReport } from './import-job.js';

const maxConcurrent = 4;
/** After this time another worker takes over the import of a killed one. */
const leaseSeconds = 10;
const unfinished = `('queued', 'processing', 'cancelling', 'undoing')`;
/** No worker has it, and its admin has fewer than four others in work (docs/product/import.md#imports-at-once). */
export const takeable = `i.state in ${unfinished} and (i.lease_until is null or i.lease_until < now())
  and (i.state <> 'queued' or (select count(*) from imports o
    where o.created_by = i.created_by and o.state in ('processing', 'cancelling')) < ${maxConcurrent})`;
/** Rows that did what they should, and rows that failed. */
export const goodRows = 'created + updated + unchanged';
export const failedRows = 'invalid + unknown_user + duplicate_in_file + duplicate_in_database';
const jobColumns = `id, fence, state, created_by as "createdBy",
  case when state = 'undoing' then coalesce(undone_by, created_by) else created_by end as "actingId", file_id as "fileId", rows_file_id as "rowsFileId", bytes::float8 as bytes, dry_run as "dryRun",
  mode, overwrite, custom_fields as "customFields", format,
  layout, columns, assignee, stand_ins as "userMappings", tag, corrections, position, next_batch as "nextBatch",
  ${goodRows} + ${failedRows} as processed`;

/** Another worker took over the import, because this one paused for too long. This worker commits nothing any more. */
export class LostImport extends Error {
  override readonly name = 'LostImport';
}

/** Writes the state of imports. Each write of a worker requires the current fence. */
@Injectable()
export class ImportRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly signals: ImportSignals,
    private readonly audit: ImportAudit,
  ) {}

  /** Takes the import that has waited longest for a time slice. Returns null if none waits. */
  takeNext(): Promise<ImportJob | null> {
    return this.database.transaction(async () => {
      // Two workers must not both start the fourth import of one admin.
      await this.database.lock('imports.take-up');
      const [job] = await this.database.query<ImportJob>(
        `update imports set fence = fence + 1, mode_fence = fence + 1, lease_until = now() + make_interval(secs => ${leaseSeconds}),
           started_at = coalesce(started_at, now()), state = case when state = 'queued' then 'processing' else state end
         where id = (select id from imports i where ${takeable} order by last_turn_at nulls first, id limit 1 for update)
         returning ${jobColumns}`,
      );
      return job ?? null;
    });
  }

  async waiting(): Promise<{ id: number; fence: number }[]> {
    return this.database.query(
      `select id, fence from imports i where ${takeable} order by last_turn_at nulls first, id limit 4`,
    );
  }

  async renewLease({ id, fence }: ImportJob): Promise<boolean> {
    const renewed = await this.database.query(
      `update imports set lease_until = now() + make_interval(secs => ${leaseSeconds})
       where id = $1 and fence = $2 and state in ${unfinished} returning id`,
      [id, fence],
    );
    return renewed.length > 0;
  }

  /** Ends a time slice. After a failure, the next one begins `pauseSeconds` later. */
  async release({ id, fence }: ImportJob, pauseSeconds = 0): Promise<void> {
    await this.database.query(
      `update imports set last_turn_at = clock_timestamp(),
         lease_until = case when $3 > 0 then now() + make_interval(secs => $3) end
       where id = $1 and fence = $2`,
      [id, fence, pauseSeconds],
    );
  }

  /** Counts a failed attempt and returns the attempts that failed since the last batch. */
  async countFailedAttempt({ id, fence }: ImportJob): Promise<number> {
    const [row] = await this.database.query<{ failedAttempts: number }>(
      'update imports set stumbles = stumbles + 1 where id = $1 and fence = $2 returning stumbles as "failedAttempts"',
      [id, fence],
    );
    return row?.failedAttempts ?? 0;
  }

  /** Names the CSV file of a workbook. Returns the state that it finds. */
  async setRowsFile({ id, fence }: ImportJob, rowsFileId: string, bytes: number): Promise<ImportState> {
    const [row] = await this.database.query<{ state: ImportState }>(
      `update imports set rows_file_id = $3, rows_bytes = $4, stumbles = 0
       where id = $1 and fence = $2 and state in ('processing', 'cancelling') returning state`,
      [id, fence, rowsFileId, bytes],
    );
    if (!row) throw new LostImport();
    return row.state;
  }

  async isCancelling({ id }: ImportJob): Promise<boolean> {
    const found = await this.database.query("select 1 from imports where id = $1 and state = 'cancelling'", [id]);
    return found.length > 0;
  }

  /** Writes counts, failed rows and the checkpoint of a batch in one commit. Returns the state that it finds. */
  checkpoint(
    job: ImportJob,
    batch: Batch,
    { created, updated, unchanged }: GoodRows,
    failed: RowReport[],
    rowsPerSecond: number,
  ): Promise<ImportState> {
    const count = (kind: RowReport['kind']) => failed.filter((report) => report.kind === kind).length;
    return this.database.transaction(async () => {
      const [row] = await this.database.query<{ state: ImportState }>(
        `update imports set next_batch = next_batch + 1, position = $4, created = created + $5, invalid = invalid + $6,
           unknown_user = unknown_user + $7, duplicate_in_file = duplicate_in_file + $8,
           duplicate_in_database = duplicate_in_database + $9, rows_per_second = $10, updated = updated + $11,
           unchanged = unchanged + $12, stumbles = 0
         where id = $1 and fence = $2 and next_batch = $3 and state in ('processing', 'cancelling') returning state`,
        [
          job.id,
          job.fence,
          batch.batchNo,
          JSON.stringify(batch.next),
          created,
          count('invalid'),
          count('unknownUser'),
          count('duplicateInFile'),
          count('duplicateInDatabase'),
          rowsPerSecond,
          updated,
          unchanged,
        ],
      );
      if (!row) throw new LostImport();
      await this.addReports(job, failed);
      return row.state;
    });
  }

  async countUndone({ id, fence }: ImportJob, { removed, reversed, kept, failed }: UndoCounts): Promise<void> {
    const counted = await this.database.query(
      `update imports set removed = $3, kept = $4, reversed = $5, undo_failed = $6, stumbles = 0
       where id = $1 and fence = $2 returning id`,
      [id, fence, removed, kept, reversed, failed],
    );
    if (counted.length === 0) throw new LostImport();
  }

  /** A dry run stores its unknown names. `good` replaces the counts if the checkpoints may miss leads. */
  async end(
    job: ImportJob,
    state: EndedState,
    message: string | null = null,
    good: Partial<GoodRows> = {},
  ): Promise<void> {
    await this.database.transaction(async () => {
      const [ended] = await this.database.query<FinishedImport>(
        `update imports set state = $3, message = $4, lease_until = null, created = coalesce($5, created),
           updated = coalesce($6, updated), unchanged = coalesce($7, unchanged),
           finished_at = case when $3 = 'undone' then finished_at else now() end,
           unknown_users = case when dry_run then (${unknownUsers}) else unknown_users end
         where id = $1 and fence = $2 and state in ${unfinished}
         returning ${endedColumns}`,
        [job.id, job.fence, state, message, good.created ?? null, good.updated ?? null, good.unchanged ?? null],
      );
      if (!ended) throw new LostImport();
      await this.publishEnd(ended);
    });
  }

  /** Cancels a queued import at once; the worker of a running one cancels it. */
  async cancel(id: number): Promise<void> {
    await this.database.transaction(async () => {
      const [cancelled] = await this.database.query<FinishedImport>(
        `update imports set state = 'cancelled', finished_at = now() where id = $1 and state = 'queued' returning ${endedColumns}`,
        [id],
      );
      if (cancelled) return this.publishEnd(cancelled);
      await this.database.query(`update imports set state = 'cancelling' where id = $1 and state = 'processing'`, [id]);
    });
  }

  startUndo(id: number, actor: Actor): Promise<boolean> {
    return this.database.transaction(async () => {
      const [started] = await this.database.query<{ fileName: string }>(
        `update imports set state = 'undoing', undone_by = $2, message = null, removed = 0, kept = 0, reversed = 0, undo_failed = 0,
           stumbles = 0
         where id = $1 and not dry_run and state in ('completed', 'failed', 'cancelled') returning file_name as "fileName"`,
        [id, actor.id],
      );
      if (started) await this.audit.record('import_undone', actor, started.fileName, { id });
      return started !== undefined;
    });
  }

  private async publishEnd(ended: FinishedImport): Promise<void> {
    await this.database.query('delete from import_users where import_id = $1', [ended.importId]);
    await this.outbox.append(importFinished, ended);
    this.database.afterCommit(() => this.signals.publish({ id: ended.importId, createdBy: ended.createdBy }));
  }

  private async addReports({ id }: ImportJob, failed: RowReport[]): Promise<void> {
    if (failed.length === 0) return;
    await this.database.query(
      `insert into import_row_errors (import_id, row, kind, column_name, message, cells)
       select $1, row, kind, "column", message, cells from json_to_recordset($2)
         as failed (row int, kind text, "column" text, message text, cells jsonb)`,
      [id, JSON.stringify(failed)],
    );
  }
}

const nameInFile = `btrim(cells->>(columns->'user'->>0)::int)`;
const unknownUsers = `select coalesce(jsonb_agg(named), '[]') from (
  select min(${nameInFile}) as name, count(*)::int as rows from import_row_errors
  where import_id = imports.id and kind = 'unknownUser' and ${nameInFile} <> ''
  group by lower(normalize(${nameInFile})) order by rows desc, name limit ${maxUserMappings}) as named`;
const endedColumns = `id as "importId", created_by as "createdBy", file_name as "fileName", dry_run as "dryRun", state as status,
  ${goodRows} + ${failedRows} as total, ${goodRows} as successful, ${failedRows} as failed`;
