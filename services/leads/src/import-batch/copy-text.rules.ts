export type CopyValue = string | number | boolean | null;

const special = /[\\\n\r\t]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const field = (value: CopyValue) =>
  typeof value === 'string'
    ? value.replace(special, (found) => escapes[found]!)
    : value === null
      ? '\\N'
      : String(value);

/** One line of PostgreSQL's `COPY … FROM STDIN` in its own text format, the quickest way in. */
export const copyLine = (values: readonly CopyValue[]): string => `${values.map(field).join('\t')}\n`;

/** A text array as PostgreSQL writes it; every element is quoted, so that none can be taken for null. */
export const arrayText = (elements: readonly string[]): string =>
  `{${elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`).join()}}`;
