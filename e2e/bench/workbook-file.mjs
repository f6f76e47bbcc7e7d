// The rows of a CSV file as a workbook, with each text once in its shared strings, as Excel writes it.
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { configure, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { parse } from 'csv-parse';

configure({ useWebWorkers: false });
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const letters = 'ABCDEFGHIJ';
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const rowsOf = (csv) => createReadStream(csv).pipe(parse());
/** Columns whose few texts repeat; each text of another column is a string of its own. */
const repeated = [2, 3, 7, 8];

const streamOf = (texts) => Readable.toWeb(Readable.from(texts, { objectMode: false }));
const relations = (...targets) =>
  `<Relationships>${targets
    .map(([type, target], index) => `<Relationship Id="r${index}" Type="${relation}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Numbers the strings of a file in the order of its rows, the same in both passes. */
function numbering() {
  const known = new Map();
  let count = 0;
  return (text, column) => {
    if (!repeated.includes(column)) return { index: count++, isNew: true };
    const index = known.get(text);
    if (index !== undefined) return { index, isNew: false };
    known.set(text, count);
    return { index: count++, isNew: true };
  };
}

async function* inBlocks(csv, start, ofRow, end) {
  let block = start;
  let number = 0;
  for await (const cells of rowsOf(csv)) {
    block += ofRow(cells, ++number);
    if (block.length < 65_536) continue;
    yield block;
    block = '';
  }
  yield block + end;
}

const sheet = (csv, indexOf) =>
  inBlocks(
    csv,
    '<worksheet><sheetData>',
    (cells, row) =>
      `<row r="${row}">${cells
        .map((text, at) => text && `<c r="${letters[at]}${row}" t="s"><v>${indexOf(text, at).index}</v></c>`)
        .join('')}</row>`,
    '</sheetData></worksheet>',
  );

const strings = (csv, indexOf) =>
  inBlocks(
    csv,
    '<sst>',
    (cells) =>
      cells.map((text, at) => (text && indexOf(text, at).isNew ? `<si><t>${escaped(text)}</t></si>` : '')).join(''),
    '</sst>',
  );

export async function writeWorkbookOf(csv, path) {
  const writer = new ZipWriter(Writable.toWeb(createWriteStream(path)), { level: 1 });
  const book = `<workbook xmlns:r="${relation}"><sheets><sheet name="Leads" sheetId="1" r:id="r0"/></sheets></workbook>`;
  await writer.add('_rels/.rels', streamOf([relations(['officeDocument', 'xl/workbook.xml'])]));
  await writer.add('xl/workbook.xml', streamOf([book]));
  const parts = relations(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml']);
  await writer.add('xl/_rels/workbook.xml.rels', streamOf([parts]));
  await writer.add('xl/worksheets/sheet1.xml', streamOf(sheet(csv, numbering())));
  await writer.add('xl/sharedStrings.xml', streamOf(strings(csv, numbering())));
  await writer.close();
}
