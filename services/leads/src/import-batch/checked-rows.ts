import type { ImportFieldChange, listCheckedRows, OutputOf, ParsedInputOf } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { copyLine } from './copy-text.rules.js';
import { copyRows } from './copied-rows.js';

export interface CheckedRow {
  row: number;
  outcome: 'created' | 'updated' | 'unchanged';
  leadUuid: string | null;
  name: string;
  changes: ImportFieldChange[];
}

type Rows = OutputOf<typeof listCheckedRows>;

/** A search reads at most so many rows per page, so a page may have fewer rows than it could. */
const maxScanned = 20_000;
/** The JSON of the differences of a page. */
const maxBytes = 200_000;

/** Stores what a dry run found, as long as its file. */
@Injectable()
export class CheckedRows {
  constructor(private readonly database: Database) {}

  async store(importId: number, rows: readonly CheckedRow[]): Promise<void> {
    const lines = rows.map(({ row, outcome, leadUuid, name, changes }) =>
      copyLine([importId, outcome, row, leadUuid, name, changes.length > 0 ? JSON.stringify(changes) : null]),
    );
    await copyRows(this.database, 'dry_run_rows (import_id, outcome, row, lead_uuid, name, changes)', lines.join(''));
  }

  async page({ importId, outcome, q, cursor, pageSize }: ParsedInputOf<typeof listCheckedRows>): Promise<Rows> {
    const [page] = await this.database.query<{ rows: Omit<CheckedRow, 'outcome'>[]; nextCursor: number | null }>(
      `with next as materialized (
         select *, $4 = '' or position($4 in lower(name || ' ' || coalesce(changes, '[]')::text)) > 0 as is_match
         from dry_run_rows where import_id = $1 and outcome = $2 and row > $3 order by row limit ${maxScanned}
       ), matches as (
         select *, row_number() over (order by row) as number, sum(octet_length(changes::text)) over (order by row) as bytes
         from next where is_match
       ), shown as (select * from matches where number <= $5 and (number = 1 or coalesce(bytes, 0) < ${maxBytes}))
       select (select coalesce(jsonb_agg(jsonb_build_object('row', row, 'leadUuid', lead_uuid, 'name', name,
           'changes', coalesce(changes, '[]')) order by row), '[]') from shown) as rows,
         case when (select count(*) from matches) > (select count(*) from shown) then (select max(row) from shown)
           when (select count(*) from next) = ${maxScanned} then (select max(row) from next) end as "nextCursor"`,
      [importId, outcome, cursor, (q ?? '').toLowerCase(), pageSize],
    );
    const { rows, nextCursor } = page!;
    return {
      rows: rows.map((row) => ({ ...row, outcome, message: null, column: null, cells: [] })),
      nextCursor: nextCursor === null ? null : String(nextCursor),
    };
  }
}
