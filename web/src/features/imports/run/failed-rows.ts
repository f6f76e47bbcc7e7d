import { unescapeFormula } from '@lead-finder/contracts';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../../lib/http';
import { errorsFile } from '../api';
import { columnsFor } from '../setup/column-choice';

/** A failed row of the file: the business that it names, and its cells by column. */
export interface FailedRow {
  name: string;
  cells: ReadonlyMap<string, string>;
}

const maxRows = 100;
/** Characters to read, enough for a hundred rows of usual length. */
const maxTextLength = 262_144;

/** Returns the cells of the first failed rows by row number. The import record holds only the reasons. */
export const useFailedRows = (importId: number) =>
  useQuery({
    queryKey: ['/api/imports/:id/errors.csv', importId],
    queryFn: async ({ signal }) =>
      rowsOf(await startOf(await send('GET', errorsFile(importId, 'csv'), undefined, { signal, automatic: true }))),
    staleTime: Infinity,
  });

/** Reads only the start: a file may have a million failed rows. */
async function startOf({ body }: Response): Promise<string> {
  const reader = body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.length < maxTextLength) continue;
    await reader.cancel();
    return text;
  }
}

/** errors.csv has the columns of the file, then `Row` and `Reason`. */
async function rowsOf(text: string): Promise<ReadonlyMap<number, FailedRow>> {
  const [header = [], ...rows] = await parsed(text);
  const headers = header.slice(0, -2).map((column) => column.trim());
  const name = columnsFor(headers).businessName?.[0];
  return new Map(
    rows.map((row) => {
      const cells = headers.map((_, position) => unescapeFormula(row[position] ?? '').trim());
      const byColumn = new Map(headers.map((column, position) => [column, cells[position]!]));
      return [Number(row[headers.length]), { name: name === undefined ? '' : cells[name]!, cells: byColumn }];
    }),
  );
}

async function parsed(text: string): Promise<string[][]> {
  const { parse } = await import('csv-parse/browser/esm/sync');
  const records: string[][] = [];
  try {
    parse(text, {
      relax_column_count: true,
      to: maxRows + 1,
      on_record: (record: string[]) => void records.push(record),
    });
  } catch {
    // The text ends within a row if reading stopped there.
  }
  return records;
}
