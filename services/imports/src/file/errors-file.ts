import { escapeFormula, jsonLine, unescapeFormula } from '@lead-finder/contracts';
import { maxTextLength } from '@lead-finder/workbooks';
import { stringify } from 'csv-stringify/sync';

export interface ErrorLine {
  row: number;
  cells: readonly string[];
  reason: string;
}

/** A cell of the file may have its `'` already, as those of an errors.csv do. */
const harmless = (cell: string) => escapeFormula(unescapeFormula(cell));

const csv = (lines: string[][], bom: boolean) =>
  stringify(
    lines.map((cells) => cells.map(harmless)),
    { bom, quoted: true, quoted_empty: true, record_delimiter: '\r\n' },
  );

/** Returns the number of the file's own columns: an errors.csv that fails again gets no second Row and Reason. */
function ownColumns(headers: readonly string[]): number {
  const [row, reason] = headers.slice(-2);
  return row?.trim() === 'Row' && reason?.trim() === 'Reason' ? headers.length - 2 : headers.length;
}

/** The file's own columns, then `Row` and `Reason` (docs/product/import.md#errors-file). */
export const errorsHeader = (headers: readonly string[]): string[] => [
  ...headers.slice(0, ownColumns(headers)),
  'Row',
  'Reason',
];

function errorsCells(lines: readonly ErrorLine[], headers: readonly string[]): string[][] {
  const own = ownColumns(headers);
  return lines.map(({ row, cells, reason }) => [
    ...Array.from({ length: own }, (_, position) => cells[position] ?? ''),
    String(row),
    reason,
    ...cells.slice(headers.length),
  ]);
}

/** The reason begins with the columns whose texts a workbook cuts. */
export function errorsSheetCells(lines: readonly ErrorLine[], headers: readonly string[]): string[][] {
  const marked = lines.map(({ reason, ...line }) => {
    const cut = line.cells.flatMap((text, position) =>
      text.length > maxTextLength ? `"${headers[position]?.trim() || `column ${position + 1}`}"` : [],
    );
    return { ...line, reason: cut.length > 0 ? `${cutTexts(cut)} ${reason}` : reason };
  });
  return errorsCells(marked, headers);
}

const cutTexts = (columns: readonly string[]) =>
  `Cut here at 32,767 characters: ${columns.join(', ')}. errors.csv has all of it.`;

export const errorsFileHeader = (headers: readonly string[]): string => csv([errorsHeader(headers)], true);

/** A `'` before formulas makes them harmless in a spreadsheet; the import removes it again. */
export const errorsFileLines = (lines: readonly ErrorLine[], headers: readonly string[]): string =>
  csv(errorsCells(lines, headers), false);

/** A line that could not be read stands as it was in the key `Line`. */
export function errorsJsonLines(lines: readonly ErrorLine[], headers: readonly string[]): string {
  const added = headers.includes('Row') && headers.includes('Reason') ? new Set(['Row', 'Reason', 'Line']) : null;
  const own = headers.flatMap((header, position) => (added?.has(header) ? [] : [{ header, position }]));
  return lines
    .map(({ row, cells, reason }) => {
      const line = cells[headers.length];
      const shown = line === undefined ? own : own.filter(({ header }) => header !== 'Line');
      return jsonLine([
        ...shown.map(({ header, position }) => [header, unescapeFormula(cells[position] ?? '') || null] as const),
        ['Row', row],
        ['Reason', reason],
        ...(line === undefined ? [] : [['Line', line] as const]),
      ]);
    })
    .join('');
}
