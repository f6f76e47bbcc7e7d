import type { CheckedUserRow, UserImport, UserRow, UserVerdict } from '@lead-finder/contracts';
import { maxUserRows } from '@lead-finder/contracts';
import { Database, invalidField, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { Verdict } from './user-row.rules.js';

export type JudgedRow = Verdict & { line: number };

const pageSize = 200;

/** Stores files of users and their rows. */
@Injectable()
export class UserImports {
  constructor(private readonly database: Database) {}

  async open(fileName: string, createdBy: number): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      'insert into user_imports (file_name, created_by) values ($1, $2) returning id',
      [fileName, createdBy],
    );
    return row!.id;
  }

  /** Rejects with 404 without such an import, with 400 on `id` in another state than `expected`. */
  async lock(
    id: number,
    expected: UserImport['status'][],
  ): Promise<{ status: UserImport['status']; createdBy: number }> {
    const [row] = await this.database.query<{ status: UserImport['status']; createdBy: number }>(
      'select status, created_by as "createdBy" from user_imports where id = $1 for update',
      [id],
    );
    if (!row) throw notFound('Import');
    if (!expected.includes(row.status)) {
      throw invalidField(
        'id',
        row.status === 'receiving' ? 'Check the file first' : 'This file is already being imported',
      );
    }
    return row;
  }

  /** Adds rows; rejects with 400 beyond 10,000. */
  async add(id: number, rows: readonly UserRow[]): Promise<void> {
    await this.database.query(
      `insert into user_import_rows (import_id, line, cells)
       select distinct on (line) $1, (row ->> 'line')::int as line, row from jsonb_array_elements($2) as row
       on conflict (import_id, line) do update set cells = excluded.cells, verdict = null, message = ''`,
      [id, JSON.stringify(rows)],
    );
    const [row] = await this.database.query<{ rows: number }>(
      'select count(*)::int as rows from user_import_rows where import_id = $1',
      [id],
    );
    if (row!.rows <= maxUserRows) return;
    throw invalidField('rows', `A file of users has at most ${maxUserRows.toLocaleString('en-US')} rows`);
  }

  async cells(id: number): Promise<UserRow[]> {
    const rows = await this.database.query<{ cells: UserRow }>(
      'select cells from user_import_rows where import_id = $1 order by line',
      [id],
    );
    return rows.map(({ cells }) => cells);
  }

  async judge(id: number, rows: readonly JudgedRow[]): Promise<void> {
    await this.database.query(
      `update user_import_rows row set verdict = judged.verdict, message = judged.message
       from jsonb_to_recordset($2) as judged (line int, verdict text, message text)
       where import_id = $1 and row.line = judged.line`,
      [id, JSON.stringify(rows)],
    );
  }

  async setStatus(id: number, status: UserImport['status']): Promise<void> {
    await this.database.query('update user_imports set status = $2 where id = $1', [id, status]);
  }

  async start(id: number, newTeams: readonly string[]): Promise<void> {
    await this.database.query(`update user_imports set status = 'running', new_teams = $2 where id = $1`, [
      id,
      newTeams,
    ]);
  }

  /** Returns the next rows to apply. */
  async next(id: number, rows: number): Promise<UserRow[]> {
    const found = await this.database.query<{ cells: UserRow }>(
      `select cells from user_import_rows
       where import_id = $1 and not is_done and verdict in ('create', 'update') order by line limit $2`,
      [id, rows],
    );
    return found.map(({ cells }) => cells);
  }

  async end(id: number, lines: readonly number[], failure?: string): Promise<void> {
    await this.database.query(
      `update user_import_rows set is_done = true, verdict = case when $3::text is null then verdict else 'failed' end,
         message = coalesce($3, message) where import_id = $1 and line = any ($2)`,
      [id, lines, failure ?? null],
    );
  }

  async running(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      "select id from user_imports where status = 'running' order by id limit 100",
    );
    return rows.map(({ id }) => id);
  }

  /** Rejects with 404 without such an import. `newTeams` are set by its start. */
  async read(id: number): Promise<UserImport> {
    const count = (verdict: UserVerdict) => `'${verdict}', count(*) filter (where verdict = '${verdict}')`;
    const [row] = await this.database.query<UserImport>(
      `select i.id, file_name as "fileName", status, new_teams as "newTeams", to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
         (select json_build_object(${count('create')}, ${count('update')}, ${count('unchanged')}, ${count('failed')})
          from user_import_rows where import_id = i.id) as counts,
         (select count(*)::int from user_import_rows where import_id = i.id and is_done) as done
       from user_imports i where i.id = $1`,
      [id],
    );
    if (!row) throw notFound('Import');
    return row;
  }

  async rows(id: number, verdict: UserVerdict | undefined, after: number) {
    const rows = await this.database.query<{ cells: UserRow } & Omit<CheckedUserRow, keyof UserRow>>(
      `select cells, verdict, message, is_done as "isDone" from user_import_rows
       where import_id = $1 and line > $2 and verdict is not null and ($3::text is null or verdict = $3)
       order by line limit ${pageSize}`,
      [id, after, verdict ?? null],
    );
    const shown = rows.map(({ cells, ...judged }) => ({ ...cells, ...judged }));
    return { rows: shown, next: shown.length === pageSize ? shown.at(-1)!.line : null };
  }
}
