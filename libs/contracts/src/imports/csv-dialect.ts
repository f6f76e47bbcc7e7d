/** Comma, semicolon, tab, and the pipe of database exports; the earlier one wins where a header has as many of both. */
export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** A file may mix line ends; the longest is tried first, so that none is taken for two. */
export const lineEnds = ['\r\r\n', '\r\n', '\n', '\r'];

/** The delimiter that stands most often in the header, outside quotes; a comma where none does. */
export function sniffDelimiter(header: string): Delimiter {
  const bare = header.replace(/"[^"]*("|$)/g, '');
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

/** Excel's first line that only names the delimiter (`sep=;`); null for any other line. */
export function namedDelimiter(line: string): Delimiter | null {
  const named = /^"?sep=(.)"?$/i.exec(line)?.[1];
  return delimiters.find((delimiter) => delimiter === named) ?? null;
}
