import type {
  ImportRecord,
  listImports,
  OutputOf,
  ParsedInputOf,
  pullImportErrors,
  RowError,
} from '@lead-finder/contracts';
import { Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import {
  errorsFileHeader,
  errorsFileLines,
  errorsHeader,
  errorsJsonLines,
  errorsSheetCells,
  type ErrorLine,
} from '../file/errors-file.js';

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const good = 'i.created + i.updated + i.unchanged';
const failed = 'i.invalid + i.unknown_user + i.duplicate_in_file + i.duplicate_in_database';
const ended = `i.state not in ('queued', 'processing', 'cancelling')`;
const read = `(i.position->>'offset')::float8 / nullif(coalesce(i.rows_bytes, i.bytes), 0)`;
const isUnread = `i.layout ? 'sheet' and i.rows_file_id is null`;
const record = `json_build_object(
  'id', i.id, 'fileName', i.file_name, 'status', i.state, 'dryRun', i.dry_run, 'mode', i.mode,
  'phase', case i.state when 'queued' then 'Waiting' when 'processing' then case when ${isUnread} then 'Reading the workbook' when i.dry_run then 'Checking' else 'Importing' end
    when 'cancelling' then 'Cancelling' when 'undoing' then 'Undoing' else 'Done' end,
  'fileId', case when i.dry_run then i.file_id end,
  'total', case when ${ended} then ${good} + ${failed} end, 'processed', ${good} + ${failed},
  'successful', ${good}, 'failed', ${failed},
  'breakdown', json_build_object('created', i.created, 'updated', i.updated, 'unchanged', i.unchanged, 'invalid', i.invalid, 'unknownUser', i.unknown_user,
    'duplicateInFile', i.duplicate_in_file, 'duplicateInDatabase', i.duplicate_in_database),
  'unknownUsers', i.unknown_users, 'errors', json_build_array(), 'message', i.message, 'rowsPerSecond', round(i.rows_per_second::numeric, 1),
  'secondsLeft', case when i.state = 'processing' and i.rows_per_second > 0 and ${read} > 0
    then ceil((${good} + ${failed}) * (1 / (${read}) - 1) / i.rows_per_second) end,
  'removed', i.removed, 'kept', i.kept,
  'undo', case when i.removed is not null then json_build_object('removed', i.removed, 'reversed', coalesce(i.reversed, 0),
    'kept', i.kept, 'failed', coalesce(i.undo_failed, 0)) end,
  'createdBy', json_build_object('id', i.created_by, 'username', coalesce(p.username, i.created_by_username)),
  'createdAt', ${iso('i.created_at')}, 'finishedAt', ${iso('i.finished_at')}
) as record from imports i left join people p on p.id = i.created_by`;

const shownErrors = 100;
/** The cells of a chunk of errors.csv as JSON; quoting may make them four times as long. */
const maxBytes = 150_000;

@Injectable()
export class ImportViews {
  constructor(private readonly database: Database) {}

  /** Returns the import with its first 100 failed rows. Rejects with 404 if there is none. */
  async one(id: number): Promise<ImportRecord> {
    const [found] = await this.database.query<{ record: ImportRecord }>(`select ${record} where i.id = $1`, [id]);
    if (!found) throw notFound('Import');
    const errors = await this.database.query<RowError>(
      `select row, column_name as "column", message from import_row_errors where import_id = $1 order by row limit ${shownErrors}`,
      [id],
    );
    return { ...found.record, errors };
  }

  async page({ page, pageSize, dryRun }: ParsedInputOf<typeof listImports>): Promise<OutputOf<typeof listImports>> {
    const isWanted = '($1::boolean is null or dry_run = $1)';
    const rows = await this.database.query<{ record: ImportRecord }>(
      `select ${record} where ${isWanted} order by i.created_at desc, i.id desc limit $2 offset $3`,
      [dryRun ?? null, pageSize, (page - 1) * pageSize],
    );
    const [count] = await this.database.query<{ total: number }>(
      `select count(*)::int as total from imports where ${isWanted}`,
      [dryRun ?? null],
    );
    return { imports: rows.map((row) => row.record), total: count!.total };
  }

  async byKey(createdBy: number, key: string): Promise<number | null> {
    const [found] = await this.database.query<{ id: number }>(
      'select id from imports where created_by = $1 and idempotency_key = $2',
      [createdBy, key],
    );
    return found?.id ?? null;
  }

  /** Returns the next chunk of the errors file, as text or as the cells of a workbook. */
  async errorsChunk({
    id,
    cursor,
    format,
  }: ParsedInputOf<typeof pullImportErrors>): Promise<OutputOf<typeof pullImportErrors>> {
    const [found] = await this.database.query<{ headers: string[] | null }>(
      `select layout->'headers' as headers from imports where id = $1`,
      [id],
    );
    if (!found) throw notFound('Import');
    const headers = found.headers ?? [];
    const lines = await this.database.query<ErrorLine>(
      `select row, cells, message as reason from (
         select *, sum(octet_length(cells::text)) over (order by row) as upto, row_number() over (order by row) as number
         from (select * from import_row_errors where import_id = $1 and row > $2 order by row limit 500) as next
       ) as chunk
       where upto < ${maxBytes} or number = 1 order by row`,
      [id, cursor ?? 0],
    );
    const isFirst = cursor === undefined;
    const last = lines.at(-1);
    const nextCursor = last ? String(last.row) : null;
    if (format === 'xlsx') {
      return {
        csv: '',
        rows: [...(isFirst ? [errorsHeader(headers)] : []), ...errorsSheetCells(lines, headers)],
        nextCursor,
      };
    }
    if (format === 'ndjson') return { csv: errorsJsonLines(lines, headers), nextCursor };
    const head = isFirst ? errorsFileHeader(headers) : '';
    return { csv: head + (last ? errorsFileLines(lines, headers) : ''), nextCursor };
  }
}
