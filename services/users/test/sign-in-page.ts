import { readFileSync } from 'node:fs';

/** The rows of tables, by their first cell. */
export type Rows = Map<string, string>;

/** Returns the page of docs/sign-in about a provider. */
export function signInPageOf(provider: string): string {
  const name = `${provider.toLowerCase().replaceAll(' ', '-')}.md`;
  return readFileSync(new URL(`../../../docs/sign-in/${name}`, import.meta.url), 'utf8');
}

export const sectionOf = (page: string, heading: string) =>
  page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';

/** Returns the rows of the tables of a section whose first heading is one of these. */
export function rowsOf(section: string, heading: RegExp): Rows {
  const tables = section.split(/(?=^ *\| [^|]+ \| (?:what|check) \|$)/m);
  const wanted = tables.filter((each) => heading.test(/^ *\| ([^|]+) \|/.exec(each)?.[1] ?? ''));
  const rows = wanted.flatMap((each) => [...each.matchAll(/^ *\| ([^|]+) \| ([^|]+) \|$/gm)].slice(1));
  return new Map(rows.map(([, field, what]) => [field!, what!]));
}

/** Returns what the page says to enter in the field with this label. */
export function rowOf(rows: Rows, label: string): string {
  const [, found] = [...rows].find(([field]) => field.includes(label)) ?? [];
  if (found === undefined) throw new Error(`The page does not say what to enter in ${label}`);
  return found;
}

/** Returns what stands in quotes or as code, in order. */
export const valuesIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`|(?<=^|[\s(])'([^']+)'/g)].map(([, code, quoted]) => code ?? quoted!);

export const codeIn = (text = '') => /`([^`]+)`/.exec(text)?.[1];
