import {
  longRun,
  madeWorkbook,
  packed,
  relation,
  relations,
  sharedXml,
  stylesXml,
  workbookXml,
  type MadeWorkbook,
} from '@lead-finder/testing';
import type { Outcome } from './import-corpus.js';

export type WorkbookCase = [name: string, file: () => Promise<Uint8Array>, outcome: Outcome];

const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const header = row(inline('Business Name'), inline('User'), inline('Phone'));
const named = (cell: string) => row(cell, inline('sam'));
const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const many = Array.from({ length: 300 }, (_, at) => named(inline(`Shop ${at * 7_919}`))).join('');

const made = (rows: string, more: MadeWorkbook = {}) => madeWorkbook({ rows: header + rows, ...more });
const formatCount = longRun ? 2_000_000 : 200_000;
const formats = () =>
  Array.from({ length: formatCount }, (_, at) => `<xf numFmtId="${(at * 7_919) % 65_521}"/>`).join('');
const sheets = '<sheet name="Leads" sheetId="1" r:id="rId1"/>';
const damaged = { refused: /^The workbook is incomplete or damaged\. Please save it again and try again$/ };
const bomb = { refused: /^The workbook unpacks to much more than its size\. Please save it as CSV and try again$/ };
const linked = { refused: /^The workbook takes values from other files\. Please copy its values into a new workbook/ };
const tooManyFormats = { refused: /^The workbook has more than 65,536 cell formats\. Please copy its values/ };

/** Workbooks that the spec makes itself. */
export const workbookCorpus: WorkbookCase[] = [
  [
    'cut in half',
    async () => {
      const whole = await made(many);
      return whole.slice(0, whole.length / 2);
    },
    damaged,
  ],
  [
    'with a damaged byte',
    async () => {
      const whole = await made(many);
      whole[Buffer.from(whole).indexOf('xl/worksheets/sheet1.xml') + 400]! ^= 0xff;
      return whole;
    },
    damaged,
  ],
  [
    'with a password',
    async () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(1_024, '0'), 'hex'),
    {
      refused:
        /^The workbook has a password or is in the old \.xls format\. Please save it as \.xlsx without a password/,
    },
  ],
  [
    'that is another archive',
    () => packed({ 'readme.txt': 'hello' }),
    { refused: /^The file is not an Excel workbook/ },
  ],
  [
    'that is CSV',
    async () => Buffer.from('Business Name,User\nA,sam'),
    { refused: /^The file is not an Excel workbook \(\.xlsx\)\. Please save it as \.xlsx or CSV and try again$/ },
  ],
  ['without a byte', async () => new Uint8Array(), { refused: /^The file is empty$/ }],
  [
    `with ${formatCount.toLocaleString('en-US')} cell formats`,
    () => made(many, { styles: stylesXml({}, 1).replace('<xf numFmtId="1"/>', formats()) }),
    tooManyFormats,
  ],
  [
    'with a bomb of shared texts',
    () =>
      made(row('<c t="s"><v>2</v></c>'), {
        shared: sharedXml('same').replace('<si><t>same</t></si>', (text) => text.repeat(2_000_000)),
      }),
    bomb,
  ],
  [
    'with a sheet that unpacks to hundreds of times its size',
    () => made('', { more: { 'xl/worksheets/sheet1.xml': new Uint8Array(40_000_000).fill(32) } }),
    bomb,
  ],
  [
    'with values of other files',
    () =>
      made(many, {
        workbookRelations: relations(
          relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
          relation('rId5', 'externalLink', 'externalLinks/externalLink1.xml'),
        ),
      }),
    linked,
  ],
  [
    'with its sheet elsewhere',
    () =>
      made(many, {
        workbookRelations: relations(
          relation('rId1', 'worksheet', 'https://example.com/sheet1.xml', ' TargetMode="External"'),
        ),
      }),
    linked,
  ],
  [
    'with a document type',
    () =>
      made('', {
        more: { 'xl/worksheets/sheet1.xml': '<!DOCTYPE x [<!ENTITY a "aa">]><worksheet><sheetData/></worksheet>' },
      }),
    damaged,
  ],
  [
    'with 1,048,577 rows',
    () => made(`<row r="2">${inline('A')}${inline('sam')}</row><row r="1048577">${inline('B')}${inline('sam')}</row>`),
    { refused: /^The sheet has more than 1,048,576 rows\. Please split it and try again$/ },
  ],
  [
    'with a cell that no spreadsheet can hold',
    () => made(named(inline('x'.repeat(40_000)))),
    { refused: /^The workbook has a cell of more than 32,767 characters, which no spreadsheet can hold$/ },
  ],
  [
    'with days from 1900',
    () =>
      made([1, 59, 60, 61, 46_115].map((day) => named(number(String(day), 1))).join(''), {
        styles: stylesXml({}, 0, 14),
      }),
    { stored: ['1900-01-01', '1900-02-28', '1900-02-29', '1900-03-01', '2026-04-03'] },
  ],
  [
    'with days from 1904',
    () =>
      made([0, 44_653].map((day) => named(number(String(day), 1))).join(''), {
        styles: stylesXml({}, 0, 14),
        workbook: workbookXml(sheets, '<workbookPr date1904="1"/>'),
      }),
    { stored: ['1904-01-01', '2026-04-03'] },
  ],
  [
    'with formulas, of which one was never calculated',
    () =>
      made(
        named('<c t="str"><f>A1&amp;"x"</f><v>Stored</v></c>') +
          named('<c><f>1+1</f></c>') +
          named('<c t="e"><v>#REF!</v></c>'),
      ),
    { stored: ['Stored', '#REF!'], failed: ['3: Business Name is required'] },
  ],
  [
    'with bad rows',
    () =>
      made(
        row(inline('A'), inline('nobody')) + row(inline('B'), inline('sam'), inline('call me')) + named(inline('Good')),
      ),
    { stored: ['Good'], failed: ["2: Unknown user 'nobody'", '3: Phone is not a valid phone number'] },
  ],
];
