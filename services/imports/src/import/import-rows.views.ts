import {
  listCheckedRows,
  type ImportRowResult,
  type listImportRows,
  type OutputOf,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Bus, Database, notFound, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

type Input = ParsedInputOf<typeof listImportRows>;
type Rows = OutputOf<typeof listImportRows>;

/** A search reads at most so many rows per page, so a page may have fewer rows than it could. */
const maxScanned = 20_000;
/** The JSON of the cells of a page. */
const maxBytes = 200_000;

/** Returns what became of the rows of a file. The leads service has the rows of a dry run that did not fail. */
@Injectable()
export class ImportRowsViews {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
  ) {}

  async page({ id, cursor = 0, ...input }: Input, { requestId, signal }: ActorContext): Promise<Rows> {
    const [found] = await this.database.query<{ dryRun: boolean; headers: string[] }>(
      `select dry_run as "dryRun", coalesce(layout->'headers', '[]') as headers from imports where id = $1`,
      [id],
    );
    if (!found) throw notFound('Import');
    const { dryRun, headers } = found;
    if (input.outcome === 'failed') return { headers, ...(await this.failed({ id, cursor, ...input })) };
    if (!dryRun) return { headers, rows: [], nextCursor: null };
    const caller = { actor: null, requestId, signal };
    return { headers, ...(await this.bus.call(listCheckedRows, { importId: id, cursor, ...input }, caller)) };
  }

  private async failed({ id, q, cursor, pageSize }: Input): Promise<Omit<Rows, 'headers'>> {
    const [page] = await this.database.query<Scanned>(
      `with next as materialized (
         select *, $3 = '' or position($3 in lower(message || ' ' || cells::text)) > 0 as is_match
         from import_row_errors where import_id = $1 and row > $2 order by row limit ${maxScanned}
       ), matches as (
         select *, row_number() over (order by row) as number, sum(octet_length(cells::text)) over (order by row) as bytes
         from next where is_match
       ), shown as (select * from matches where number <= $4 and (number = 1 or bytes < ${maxBytes}))
       select (select coalesce(jsonb_agg(jsonb_build_object(
           'row', row, 'message', message, 'column', column_name, 'cells', cells) order by row), '[]') from shown) as rows,
         case when (select count(*) from matches) > (select count(*) from shown) then (select max(row) from shown)
           when (select count(*) from next) = ${maxScanned} then (select max(row) from next) end as "nextCursor"`,
      [id, cursor, (q ?? '').toLowerCase(), pageSize],
    );
    const { rows, nextCursor } = page!;
    const failed = { outcome: 'failed' as const, leadUuid: null, name: '', changes: [] };
    return {
      rows: rows.map((row) => ({ ...failed, ...row })),
      nextCursor: nextCursor === null ? null : String(nextCursor),
    };
  }
}

interface Scanned {
  rows: Pick<ImportRowResult, 'row' | 'message' | 'column' | 'cells'>[];
  nextCursor: number | null;
}
