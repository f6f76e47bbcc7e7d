/** Comma, semicolon, tab, and the pipe of database exports, in order of preference. */
export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Tried in this order, because a file may mix line ends. */
export const lineEnds = ['\r\r\n', '\r\n', '\n', '\r'];

/** Returns the most frequent delimiter of the header outside quotes, or a comma if there is none. */
export function sniffDelimiter(header: string): Delimiter {
  const bare = header.replace(/"[^"]*("|$)/g, '');
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

/** Returns the delimiter that Excel's first line names (`sep=;`), or null for any other line. */
export function namedDelimiter(line: string): Delimiter | null {
  const named = /^"?sep=(.)"?$/i.exec(line)?.[1];
  return delimiters.find((delimiter) => delimiter === named) ?? null;
}
