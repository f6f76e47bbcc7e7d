import {
  customImportField,
  type CustomFieldDefinition,
  type CustomImportField,
  type ImportColumns,
  type ImportField,
  importFields,
  type ImportMapping,
  type ImportMode,
  matchColumns,
} from '@lead-finder/contracts';
import { personalStore } from '../../../lib/browser-store';
import type { CsvHead } from '../../../lib/csv-head';

/** A field of the product, or a custom field. */
export type ColumnTarget = ImportField | CustomImportField;
type Fields = readonly Pick<CustomFieldDefinition, 'key' | 'name'>[];

/** What a file is matched with. */
export interface MatchRules {
  mode: ImportMode;
  /** The fields that a column can become. */
  customFields: Fields;
}

export const createOnly: MatchRules = { mode: 'create', customFields: [] };

/** The fields that several columns can fill together. Every other field has one column. */
const joinable: readonly ColumnTarget[] = ['address', 'contactName'];

export const targetsOf = ({ customFields }: MatchRules): { field: ColumnTarget; label: string }[] => [
  ...importFields,
  ...customFields.map(({ key, name }) => ({ field: customImportField(key), label: name })),
];

/** The columns as a complete mapping, so that the server guesses nothing; '' is a field that is not imported. */
export const mappingOf = (headers: readonly string[], columns: ImportColumns, rules = createOnly): ImportMapping =>
  Object.fromEntries(
    targetsOf(rules).map(({ field }) => {
      const names = (columns[field] ?? []).map((position) => headers[position]?.trim() ?? '');
      return [field, names.length > 1 ? names : (names[0] ?? '')];
    }),
  );

export const fieldOf = (columns: ImportColumns, position: number): ColumnTarget | null =>
  (Object.entries(columns) as [ColumnTarget, number[]][]).find(([, positions]) => positions.includes(position))?.[0] ??
  null;

/** Assigns a column to another field. A field with one column gives up its previous one. */
export function withChoice(columns: ImportColumns, position: number, field: ColumnTarget | null): ImportColumns {
  const next = Object.fromEntries(
    Object.entries(columns).map(([name, positions]) => [name, positions!.filter((one) => one !== position)]),
  ) as ImportColumns;
  if (field) next[field] = joinable.includes(field) ? [...(next[field] ?? []), position] : [position];
  return Object.fromEntries(Object.entries(next).filter(([, positions]) => positions!.length > 0));
}

export const leftOut = (headers: readonly string[], columns: ImportColumns): string[] =>
  headers
    .filter((name, position) => name.trim() !== '' && fieldOf(columns, position) === null)
    .map((name) => name.trim());

/** What prevents the import, in sentences for the user. */
export const problemsOf = (
  headers: readonly string[],
  columns: ImportColumns,
  hasAssignee: boolean,
  rules = createOnly,
): string[] => matchColumns(headers, { mapping: mappingOf(headers, columns, rules), hasAssignee, ...rules }).problems;

/** The first three values of a column that are not blank, such as 'OK Nails & Spa · Delta Roofing'. */
export const samplesOf = ({ rows }: Pick<CsvHead, 'rows'>, position: number): string =>
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
const remembered = (headers: readonly string[]) => memory.read().find((entry) => entry.headers === keyOf(headers));

/** The last choice for a file with the same header, or a guess. A custom field may be gone meanwhile. */
export function columnsFor(headers: readonly string[], rules = createOnly): ImportColumns {
  const known = remembered(headers);
  if (!known) return matchColumns(headers, { hasAssignee: true, ...rules }).columns;
  const targets = new Set<string>(targetsOf(rules).map(({ field }) => field));
  return Object.fromEntries(Object.entries(known.columns).filter(([field]) => targets.has(field)));
}

/** The columns that a saved mapping names, as far as the file has them. */
export function columnsOfMapping(
  headers: readonly string[],
  mapping: ImportMapping | undefined,
  rules: MatchRules,
): ImportColumns {
  const targets = new Set<string>(targetsOf(rules).map(({ field }) => field));
  const usable = Object.fromEntries(Object.entries(mapping ?? {}).filter(([field]) => targets.has(field)));
  return matchColumns(headers, { mapping: usable, hasAssignee: true, ...rules }).columns;
}

/** Finds the column of uuids once the file may change leads, and columns of fields that were not known before. */
export function withFound(headers: readonly string[], columns: ImportColumns, rules: MatchRules): ImportColumns {
  const match = (customFields: Fields) =>
    matchColumns(headers, { hasAssignee: true, mode: rules.mode, customFields }).columns;
  const guessed = remembered(headers) ? {} : match([]);
  let next = { ...columns };
  if (rules.mode === 'create') delete next.leadUuid;
  for (const [field, [position]] of Object.entries(match(rules.customFields)) as [ColumnTarget, [number]][]) {
    const isNew = field === 'leadUuid' || field.startsWith('customFields.');
    const present = fieldOf(next, position);
    // The user may have chosen another field for the column.
    if (isNew && !next[field] && (present === null || present === fieldOf(guessed, position)))
      next = withChoice(next, position, field);
  }
  return next;
}

export function rememberColumns(headers: readonly string[], columns: ImportColumns): void {
  const key = keyOf(headers);
  const others = memory.read().filter((entry) => entry.headers !== key);
  memory.write([{ headers: key, columns }, ...others].slice(0, maxRemembered));
}
