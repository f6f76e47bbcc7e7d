import {
  type ImportColumns,
  type ImportField,
  importFields,
  type ImportMapping,
  matchColumns,
} from '@lead-finder/contracts';
import { personalStore } from '../../../lib/browser-store';
import type { CsvHead } from '../../../lib/csv-head';

/** The fields that several columns can fill together. Every other field has one column. */
const joinable: readonly ImportField[] = ['address', 'contactName'];

/** The columns as a complete mapping, so that the server guesses nothing; '' is a field that is not imported. */
export const mappingOf = (headers: readonly string[], columns: ImportColumns): ImportMapping =>
  Object.fromEntries(
    importFields.map(({ field }) => {
      const names = (columns[field] ?? []).map((position) => headers[position]?.trim() ?? '');
      return [field, names.length > 1 ? names : (names[0] ?? '')];
    }),
  );

export const fieldOf = (columns: ImportColumns, position: number): ImportField | null =>
  importFields.find(({ field }) => columns[field]?.includes(position))?.field ?? null;

/** Assigns a column to another field. A field with one column gives up its previous one. */
export function withChoice(columns: ImportColumns, position: number, field: ImportField | null): ImportColumns {
  const next = Object.fromEntries(
    Object.entries(columns).map(([name, positions]) => [name, (positions ?? []).filter((one) => one !== position)]),
  ) as ImportColumns;
  if (field) next[field] = joinable.includes(field) ? [...(next[field] ?? []), position] : [position];
  return Object.fromEntries(Object.entries(next).filter(([, positions]) => positions!.length > 0));
}

export const leftOut = (headers: readonly string[], columns: ImportColumns): string[] =>
  headers
    .filter((name, position) => name.trim() !== '' && fieldOf(columns, position) === null)
    .map((name) => name.trim());

/** What prevents the import, in sentences for the user. */
export const problemsOf = (headers: readonly string[], columns: ImportColumns, hasAssignee: boolean): string[] =>
  matchColumns(headers, { mapping: mappingOf(headers, columns), hasAssignee }).problems;

/** The first three values of a column that are not blank, such as 'OK Nails & Spa · Delta Roofing'. */
export const samplesOf = ({ rows }: CsvHead, position: number): string =>
  rows
    .map(({ cells }) => cells[position]?.trim() ?? '')
    .filter(Boolean)
    .slice(0, 3)
    .join(' · ');

interface Remembered {
  headers: string;
  columns: ImportColumns;
}

const maxRemembered = 20;
const memory = personalStore<Remembered[]>('import-columns', []);
const keyOf = (headers: readonly string[]) => JSON.stringify(headers);

/** The last choice for a file with the same header, or a guess. */
export function columnsFor(headers: readonly string[]): ImportColumns {
  const known = memory.read().find((entry) => entry.headers === keyOf(headers));
  return known?.columns ?? matchColumns(headers, { hasAssignee: true }).columns;
}

export function rememberColumns(headers: readonly string[], columns: ImportColumns): void {
  const key = keyOf(headers);
  const others = memory.read().filter((entry) => entry.headers !== key);
  memory.write([{ headers: key, columns }, ...others].slice(0, maxRemembered));
}
