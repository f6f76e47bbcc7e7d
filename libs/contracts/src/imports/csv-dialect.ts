export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

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

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

const marks: readonly { encoding: Encoding; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

export function byteOrderMark(head: Uint8Array): { encoding: Encoding; length: number } | null {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  return mark ? { encoding: mark.encoding, length: mark.bytes.length } : null;
}
