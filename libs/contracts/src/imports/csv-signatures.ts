import { byteOrderMark } from './csv-dialect.js';

const spreadsheet = 'an Excel workbook. Please save it as CSV and try again';
const archive = 'a compressed archive. Please unpack it and choose the CSV file inside';

/** The first bytes of files that users choose instead of a file of text. The product never unpacks or opens one. */
const signatures: readonly { begins: string; kind: string }[] = [
  { begins: 'PK\x03\x04', kind: 'an Excel workbook or another zip archive. Please save it as CSV and try again' },
  { begins: 'PK\x05\x06', kind: archive },
  { begins: 'PK\x07\x08', kind: archive },
  { begins: '\xd0\xcf\x11\xe0', kind: spreadsheet },
  { begins: '\x1f\x8b', kind: archive },
  { begins: 'BZh', kind: archive },
  { begins: '\xfd7zXZ', kind: archive },
  { begins: '7z\xbc\xaf\x27\x1c', kind: archive },
  { begins: 'Rar!', kind: archive },
  { begins: '\x28\xb5\x2f\xfd', kind: archive },
  { begins: '%PDF', kind: 'a PDF document' },
  { begins: '\x89PNG', kind: 'a picture' },
  { begins: '\xff\xd8\xff', kind: 'a picture' },
  { begins: 'GIF8', kind: 'a picture' },
  { begins: '\x7fELF', kind: 'a program' },
  { begins: 'MZ\x90\x00', kind: 'a program' },
  { begins: 'SQLite format 3', kind: 'a database' },
  { begins: 'PAR1', kind: 'a Parquet file' },
  { begins: '{\\rtf', kind: 'a text document' },
  { begins: 'BEGIN:VCARD', kind: 'a contact card' },
];

interface TextKind {
  pattern: RegExp;
  kind: string;
}
const markup: readonly TextKind[] = [
  { pattern: /^<(!doctype html|html|head|body|script|meta|!--|div|table)/i, kind: 'a web page' },
  { pattern: /^<[?a-z!]/i, kind: 'an XML document' },
];
const csv = {
  name: 'a CSV file',
  utf8: 'CSV UTF-8',
  others: [...markup, { pattern: /^(\{\s*["}]|\[\s*([{[\]"]|-?\d))/, kind: 'a JSON document' }],
};
const jsonLines = {
  name: 'an NDJSON file',
  utf8: 'UTF-8',
  others: [
    ...markup,
    { pattern: /^\[/, kind: 'a JSON list. Please write one object per line, without brackets and commas around them' },
  ],
};

export const csvSniffBytes = 4_096;

export const emptyCsv = 'The file is empty';

export const csvFileProblem = (start: Uint8Array) => textFileProblem(start, csv);
export const jsonLinesProblem = (start: Uint8Array) => textFileProblem(start, jsonLines);

function textFileProblem(start: Uint8Array, { name, utf8, others }: typeof csv): string | null {
  const looksLike = (kind: string) => `The file is not ${name}: it looks like ${kind}`;
  const head = start.subarray(0, csvSniffBytes);
  const mark = byteOrderMark(head);
  if (head.length === (mark?.length ?? 0)) return emptyCsv;

  const raw = String.fromCharCode(...head.subarray(0, 16));
  const signature = signatures.find(({ begins }) => raw.startsWith(begins));
  if (signature) return looksLike(signature.kind);
  if (!mark && isUnmarkedUtf16(head)) {
    return `The file seems to be UTF-16 without a byte order mark. Please save it as "${utf8}" and try again`;
  }

  const text = new TextDecoder(mark?.encoding ?? 'utf-8', { ignoreBOM: true }).decode(head.subarray(mark?.length ?? 0));
  const kind = others.find(({ pattern }) => pattern.test(text.trimStart()))?.kind;
  if (kind) return looksLike(kind);

  // oxlint-disable-next-line no-control-regex -- control characters are what is counted
  const controls = text.match(/[\u0000-\u0008\u000e-\u001f]/g)?.length ?? 0;
  return controls > text.length / 10 ? `The file is not ${name}: it holds no text` : null;
}

/** UTF-16 without its mark has NUL as every other byte of plain text. Guessing the byte order is not safe. */
function isUnmarkedUtf16(head: Uint8Array): boolean {
  if (head.length < 4) return false;
  const nuls = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) nuls[at % 2]!++;
  const half = head.length / 2;
  return Math.max(...nuls) > half * 0.4 && Math.min(...nuls) < half * 0.1;
}
