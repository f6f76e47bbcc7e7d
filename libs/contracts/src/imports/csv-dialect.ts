export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Tried in this order, because a file may mix line ends. */
export const lineEnds = ['\r\r\n', '\r\n', '\n', '\r'];

export function sniffDelimiter(header: string): Delimiter {
  const bare = header.replace(/"[^"]*("|$)/g, '');
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

export function namedDelimiter(line: string): Delimiter | null {
  const named = /^"?sep=(.)"?$/i.exec(line)?.[1];
  return delimiters.find((delimiter) => delimiter === named) ?? null;
}
