import { escapeFormula } from '@lead-finder/contracts';
import { stringify } from 'csv-stringify/sync';

export interface ErrorLine {
  row: number;
  cells: readonly string[];
  reason: string;
}

const csv = (lines: string[][], bom: boolean) =>
  stringify(
    lines.map((cells) => cells.map(escapeFormula)),
    { bom, quoted: true, quoted_empty: true, record_delimiter: '\r\n' },
  );

/** How many columns are the file's own: an errors.csv that failed again does not get a second Row and Reason. */
function ownColumns(headers: readonly string[]): number {
  const [row, reason] = headers.slice(-2);
  return row?.trim() === 'Row' && reason?.trim() === 'Reason' ? headers.length - 2 : headers.length;
}

/** The first line of errors.csv: the file's own columns, then `Row` and `Reason` (decisions, section 9). */
export const errorsFileHeader = (headers: readonly string[]): string =>
  csv([[...headers.slice(0, ownColumns(headers)), 'Row', 'Reason']], true);

/**
 * Failed rows as they were, with the row of the file and the reason; cells that no column of the header takes stand
 * behind them. Harmless in a spreadsheet; the import takes the added `'` away again.
 */
export function errorsFileLines(lines: readonly ErrorLine[], headers: readonly string[]): string {
  const own = ownColumns(headers);
  return csv(
    lines.map(({ row, cells, reason }) => [
      ...Array.from({ length: own }, (_, position) => cells[position] ?? ''),
      String(row),
      reason,
      ...cells.slice(headers.length),
    ]),
    false,
  );
}
