import { escapeFormula, unescapeFormula } from '../csv-formula.js';
import { customImportField } from './import-columns.js';

/** The keys in this part of a file are its columns (docs/product/import.md#json-lines). */
export const jsonLinesHeadBytes = 1_048_576;

export const noJsonObject =
  'The first MiB of the file has no JSON object with keys. Please write one object per line and try again';

/** A line of 128 KiB can have thousands. */
const maxProblems = 5;

export interface JsonLine {
  /** The keys with their values as the texts of cells; the keys of `customFields` stand beside the others. */
  values: ReadonlyMap<string, string>;
  problems: readonly string[];
}

/** A row of an import. If it has a problem, its line stands behind its cells. */
export interface JsonRow {
  cells: string[];
  problem: string | null;
}

export function readJsonLine(line: string): JsonLine {
  const values = new Map<string, string>();
  const object = parsed(line);
  if (!isObject(object)) {
    return { values, problems: [object === undefined ? 'The line is not JSON' : 'The line is not a JSON object'] };
  }
  const problems: string[] = [];
  const add = (key: string, value: unknown) => {
    const name = storable(key);
    const { text, problem } = cellOf(value);
    values.set(name, text);
    if (problem) problems.push(`${shown(name)} ${problem}`);
  };
  for (const [key, value] of Object.entries(object)) {
    if (key !== 'customFields' || !isObject(value)) add(key, value);
    else for (const [field, each] of Object.entries(value)) add(customImportField(field), each);
  }
  return { values, problems };
}

/** Returns the cells of a line by the positions of the columns. A key that is no column must have no value. */
export function jsonLineRow(line: string, positions: ReadonlyMap<string, number>): JsonRow {
  const { values, problems: found } = readJsonLine(line);
  const cells = Array.from({ length: positions.size }, () => '');
  const problems = [...found];
  for (const [key, text] of values) {
    const position = positions.get(key);
    if (position !== undefined) cells[position] = text;
    else if (text.trim()) problems.push(`The first MiB of the file does not have the key ${shown(key)}`);
  }
  if (problems.length === 0) return { cells, problem: null };
  const more = problems.length > maxProblems ? `; and ${problems.length - maxProblems} more` : '';
  return { cells: [...cells, storable(line)], problem: problems.slice(0, maxProblems).join('; ') + more };
}

export const positionsOf = (headers: readonly string[]): ReadonlyMap<string, number> =>
  new Map(headers.map((header, position) => [header, position]));

/** Writes one object, with its keys in this order. */
export const jsonLine = (pairs: readonly (readonly [key: string, value: unknown])[]): string =>
  `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value ?? null)}`).join(',')}}\n`;

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function cellOf(value: unknown): { text: string; problem?: string } {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0')) return { text: storable(value), problem: 'holds a NUL character' };
      if (halfCharacter.test(value)) return { text: storable(value), problem: 'holds characters that cannot be read' };
      return { text: asCell(value) };
    case 'number':
      if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
        return { text: '', problem: 'is a number with more digits than can be read. Please write it as a text' };
      }
      return { text: String(value) };
    case 'boolean':
      return { text: String(value) };
    default:
      if (value === null) return { text: '' };
      return {
        text: '',
        problem: `must be a text, a number, true, false or null, not ${Array.isArray(value) ? 'a list' : 'an object'}`,
      };
  }
}

/** The import takes a `'` before a formula away from each cell, and one of these files has none to take away. */
const asCell = (text: string) => (unescapeFormula(text) === text ? text : escapeFormula(text));

const halfCharacter = /\p{Surrogate}/u;
/** PostgreSQL stores neither NUL nor half a character. */
const storable = (text: string) => text.replace(/\0|\p{Surrogate}/gu, '\ufffd');

const shown = (key: string) => `"${key.length > 60 ? `${key.slice(0, 60)}…` : key}"`;
