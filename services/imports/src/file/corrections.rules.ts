import type { FileRecord } from './file-record.js';

/** Other texts for cells of a file, by the position of their column. */
export interface FileCorrections {
  cells: { row: number; position: number; value: string }[];
  values: { position: number; from: string; to: string }[];
}

/** Yields the rows with their corrections. A correction of one cell counts more than one of a column's value. */
export async function* correctRecords(
  records: AsyncIterable<FileRecord[]>,
  corrections: FileCorrections | null,
): AsyncGenerator<FileRecord[]> {
  if (!corrections) return yield* records;
  const correct = correction(corrections);
  for await (const block of records) {
    for (const record of block) correct(record);
    yield block;
  }
}

export function correction({ cells, values }: FileCorrections): (record: Pick<FileRecord, 'row' | 'cells'>) => void {
  const rows = new Map<number, FileCorrections['cells']>();
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  const columns = new Map<number, Map<string, string>>();
  for (const { position, from, to } of values) {
    if (!columns.has(position)) columns.set(position, new Map());
    columns.get(position)!.set(from.trim(), to);
  }
  return (record) => {
    for (const [position, replaced] of columns) {
      const to = replaced.get((record.cells[position] ?? '').trim());
      if (to !== undefined) put(record.cells, position, to);
    }
    for (const { position, value } of rows.get(record.row) ?? []) put(record.cells, position, value);
  };
}

/** A row may have fewer cells than the header. */
function put(cells: string[], position: number, text: string): void {
  while (cells.length < position) cells.push('');
  cells[position] = text;
}
