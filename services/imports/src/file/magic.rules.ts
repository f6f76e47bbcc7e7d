import { byteOrderMark } from '@lead-finder/platform';
import { decodeText, refuseUnmarkedUtf16 } from './encoding.rules.js';
import { emptyFile, UnreadableFile } from './unreadable-file.js';

const spreadsheet = 'an Excel workbook. Please save it as CSV and try again';
const archive = 'a compressed archive. Please unpack it and choose the CSV file inside';

/** The first bytes of what people choose in place of a CSV file; none is ever unpacked or opened. */
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

const textKinds: readonly { pattern: RegExp; kind: string }[] = [
  { pattern: /^<(!doctype html|html|head|body|script|meta|!--|div|table)/i, kind: 'a web page' },
  { pattern: /^<[?a-z!]/i, kind: 'an XML document' },
  { pattern: /^(\{\s*["}]|\[\s*([{[\]"]|-?\d))/, kind: 'a JSON document' },
];

/** How much of the file's start is enough to judge it. */
export const headBytes = 4_096;

/** Refuses what is no CSV by how it begins, with a sentence that says what it is; names and types prove nothing. */
export function refuseUnlessCsv(start: Uint8Array): void {
  const head = start.subarray(0, headBytes);
  const mark = byteOrderMark(head);
  if (head.length === (mark?.length ?? 0)) throw emptyFile();

  const raw = Buffer.from(head).toString('latin1');
  const signature = signatures.find(({ begins }) => raw.startsWith(begins));
  if (signature) throw notCsv(signature.kind);

  refuseUnmarkedUtf16(head);
  const text = decodeText(head.subarray(mark?.length ?? 0), mark?.encoding ?? 'utf-8');
  const kind = textKinds.find(({ pattern }) => pattern.test(text.trimStart()))?.kind;
  if (kind) throw notCsv(kind);

  // A stray control character fails its row alone; a tenth of them is no text of any kind.
  // eslint-disable-next-line no-control-regex -- control characters are what is counted
  const controls = text.match(/[\u0000-\u0008\u000e-\u001f]/g)?.length ?? 0;
  if (controls > text.length / 10) throw new UnreadableFile('The file is not a CSV file: it holds no text');
}

const notCsv = (kind: string) => new UnreadableFile(`The file is not a CSV file: it looks like ${kind}`);
