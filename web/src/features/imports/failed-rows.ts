import { unescapeFormula } from '@lead-finder/contracts';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../lib/http';
import { errorsFile } from './api';
import { columnsFor } from './column-choice';

/** A failed row as the file has it: the business that it names, and its cells by their column. */
export interface FailedRow {
  name: string;
  cells: ReadonlyMap<string, string>;
}

/** As many as an import's record tells the errors of. */
const maxRows = 100;
/** A hundred rows stand in it, unless their cells are pages long. */
const enoughText = 262_144;

/** What the first failed rows hold, by their number; an import's record tells only what is wrong with them. */
export const useFailedRows = (importId: number) =>
  useQuery({
    queryKey: ['/api/imports/:id/errors.csv', importId],
    queryFn: async ({ signal }) =>
      rowsOf(await startOf(await send('GET', errorsFile(importId), undefined, { signal, automatic: true }))),
    staleTime: Infinity,
  });

/** A million rows may have failed: the rest of the file is not fetched. */
async function startOf({ body }: Response): Promise<string> {
  const reader = body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.length < enoughText) continue;
    await reader.cancel();
    return text;
  }
}

/** errors.csv has the file's own columns, then `Row` and `Reason`. */
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
    // The text may end within a row, where reading it did.
  }
  return records;
}
