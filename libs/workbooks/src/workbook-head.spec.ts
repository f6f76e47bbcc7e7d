import { readFileSync } from 'node:fs';
import {
  madeWorkbook,
  packed,
  relation,
  relations,
  sharedXml,
  sheetXml,
  stylesXml,
  workbookXml,
  type MadeWorkbook,
} from '@lead-finder/testing';
import { sourceOf } from '../test/source-of.js';
import { readWorkbookHead } from './workbook-head.js';
import { workbookProblem } from './first-bytes.js';

const head = async (made: MadeWorkbook, sheet?: string) =>
  readWorkbookHead(sourceOf(await madeWorkbook(made)), 50, sheet);
const rowsOf = async (made: MadeWorkbook) => (await head(made)).rows.map(({ row, cells }) => [row, ...cells]);
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

describe('cells', () => {
  it('reads shared strings, rich text without phonetic hints, inline strings and stored values of formulas', async () => {
    const shared = sharedXml('A &amp; B', '<r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh><t>hint</t></rPh>');
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>${inline('in&#10;line')}
      <c r="D1" t="str"><f>A1&amp;"x"</f><v>stored</v></c><c r="E1"><f>1+1</f><v>2</v></c><c r="F1"><f>1+1</f></c></row>`;
    expect(await rowsOf({ rows, shared })).toEqual([[1, 'A & B', 'rich text', 'in\nline', 'stored', '2']]);
  });

  it('reads booleans and errors as the sheet shows them', async () => {
    const rows = '<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c></row>';
    expect(await rowsOf({ rows })).toEqual([[1, 'TRUE', 'FALSE', '#N/A']]);
  });

  it('keeps the row and column of each cell, and counts where a workbook does not name them', async () => {
    const rows = `<row r="2"><c r="C2"><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row><row r="9"><c r="B9"><v>4</v></c></row>`;
    expect(await rowsOf({ rows })).toEqual([
      [2, '', '', '1', '2'],
      [3, '3'],
      [9, '', '4'],
    ]);
  });

  it('decodes the escapes of characters that XML cannot hold', async () => {
    expect(await rowsOf({ rows: `<row>${inline('a_x000A_b_x005F_x000A_')}</row>` })).toEqual([[1, 'a\nb_x000A_']]);
  });

  it('reads line ends as XML says, and a written carriage return as one', async () => {
    const text = inline('a\r\nb\rc_x000D_\r\nd&#13;e');
    expect(await rowsOf({ rows: `<row>${text}</row>` })).toEqual([[1, 'a\nb\nc\r\nd\re']]);
    const long = `${'x'.repeat(30_000)}\r\n${'y'.repeat(1)}`;
    const [row] = await rowsOf({ rows: `<row>${inline(long).repeat(20)}</row>` });
    expect(new Set(row!.slice(1))).toEqual(new Set([long.replace('\r', '')]));
  });

  it('leaves out blank rows and cells that only have a format', async () => {
    const rows = `<row r="1"><c r="A1" s="1"/><c r="B1" t="s"/></row><row r="2">${inline(' ')}</row><row r="3">${inline('x')}</row>`;
    expect(await rowsOf({ rows })).toEqual([[3, 'x']]);
  });
});

describe('numbers and dates', () => {
  const shown = async (value: string, code: string, workbook?: string) => {
    const rows = `<row><c s="1"><v>${value}</v></c></row>`;
    const [row] = await rowsOf({ rows, styles: stylesXml({ 200: code }, 0, 200), workbook });
    return row?.[1];
  };

  test.each([
    ['1234.5', '0.00', '1234.50'],
    ['1234567.891', '#,##0.00', '1,234,567.89'],
    ['0.256', '0%', '26%'],
    ['2134', '00000', '02134'],
    ['-12.3', '&quot;$&quot;#,##0.00', '-$12.30'],
    ['0.75', 'h:mm AM/PM', '6:00 PM'],
    ['5015551234', '[&lt;=9999999]###-####;(###) ###-####', '(501) 555-1234'],
    ['45000', 'mmm-yy', 'Mar-23'],
    ['1.5', '[Broken', '1.5'],
  ])('shows %s with the format %s as %s', async (value, code, text) => {
    expect(await shown(value, code)).toBe(text);
  });

  test.each([
    ['m/d/yyyy', '2023-03-04'],
    ['dd.mm.yyyy', '2023-03-04'],
    ['[$-409]mmmm d, yyyy', '2023-03-04'],
    ['d/m/yy h:mm', '2023-03-04 12:00'],
    ['yyyy-mm-dd hh:mm:ss', '2023-03-04 12:00:00'],
  ])('writes a day with the format %s in the one order that has one meaning', async (code, text) => {
    expect(await shown('44989.5', code)).toBe(text);
  });

  test.each([
    ['59', '1900-02-28'],
    ['60', '1900-02-29'],
    ['61', '1900-03-01'],
  ])('counts the days from 1900 as spreadsheets do: %s', async (value, text) => {
    expect(await shown(value, 'm/d/yyyy')).toBe(text);
  });

  it('counts the days from 1904 if the workbook says so', async () => {
    const workbook = workbookXml('<sheet name="Leads" sheetId="1" r:id="rId1"/>', '<workbookPr date1904="1"/>');
    expect(await shown('43538', 'm/d/yyyy', workbook)).toBe('2023-03-15');
    expect(await shown('43538', '0', workbook)).toBe('43538');
  });

  it('counts from 1904 also if an extension repeats the properties of the workbook without saying so', async () => {
    const sheets = '<sheet name="Leads" sheetId="1" r:id="rId1"/>';
    const extension = '<extLst><ext><x15:workbookPr xmlns:x15="x" chartTrackingRefBase="1"/></ext></extLst>';
    const workbook = workbookXml(sheets, '<workbookPr date1904="1"/>').replace(
      '</workbook>',
      `${extension}</workbook>`,
    );
    expect(await shown('43538', 'm/d/yyyy', workbook)).toBe('2023-03-15');
  });

  it('shows a duration as it is, whatever the workbook counts days from', async () => {
    const workbook = workbookXml('<sheet name="Leads" sheetId="1" r:id="rId1"/>', '<workbookPr date1904="1"/>');
    expect(await shown('10.6320601851852', '[hh]:mm:ss', workbook)).toBe('255:10:10');
    expect(await shown('10.6320601851852', '[hh]:mm:ss')).toBe('255:10:10');
  });

  test.each([
    ['#,##0.00 [$€-407]', '1,215.75 €'],
    ['#,##0 [$€-407]', '1,216 €'],
    ['[$-407]#,##0.000', '1,215.750'],
    ['[$£-809]#,##0.00', '£1,215.75'],
    ['#,##0.00\\ [$CHF]', '1,215.75 CHF'],
  ])('separates thousands in one way, whatever country the format %s names', async (code, text) => {
    expect(await shown('1215.75', code)).toBe(text);
  });

  it('knows the formats that workbooks do not define, and takes none from the named styles', async () => {
    const rows =
      '<row><c s="1"><v>45000</v></c><c s="2"><v>0.5</v></c><c s="0"><v>45000</v></c><c s="9"><v>1</v></c></row>';
    expect(await rowsOf({ rows, styles: stylesXml({}, 0, 14, 9) })).toEqual([[1, '2023-03-15', '50%', '45000', '1']]);
  });

  test.each([
    ['5015551234567', '5015551234567'],
    ['0.30000000000000004', '0.3'],
    ['1.5E+16', '15000000000000000'],
    ['1.5E-3', '0.0015'],
    ['-0', '0'],
    ['NaN', 'NaN'],
  ])('shows the plain number %s with all its digits', async (value, text) => {
    expect(await rowsOf({ rows: `<row><c><v>${value}</v></c></row>` })).toEqual([[1, text]]);
  });

  it('reads a day that a strict workbook writes as text', async () => {
    const rows = '<row><c t="d"><v>2023-03-15T00:00:00</v></c><c t="d"><v>2023-03-15T10:30:00Z</v></c></row>';
    expect(await rowsOf({ rows })).toEqual([[1, '2023-03-15', '2023-03-15 10:30:00Z']]);
  });
});

describe('writers', () => {
  it('reads prefixes of namespaces, absolute targets, backslashes and other cases of names', async () => {
    const bytes = await packed({
      '_rels/.rels': relations(relation('a', 'officeDocument', '/XL/book.xml')),
      'xl/book.xml': `<x:workbook xmlns:x="m" xmlns:q="r"><x:sheets><x:sheet name="Q" sheetId="1" q:id="rId9"/></x:sheets></x:workbook>`,
      'xl/_rels/book.xml.rels': relations(relation('rId9', 'worksheet', '/xl/Sheets/one.xml')),
      'xl\\sheets\\one.xml':
        '<x:worksheet><x:sheetData><x:row><x:c t="str"><x:v>A</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect((await readWorkbookHead(sourceOf(bytes), 5)).rows).toEqual([{ row: 1, cells: ['A'] }]);
  });

  it('takes the first sheet that is shown, or the one that is named', async () => {
    const workbook = workbookXml(
      '<sheet name="Hidden" sheetId="3" state="veryHidden" r:id="rId9"/><sheet name="Chart" sheetId="4" r:id="rId8"/>' +
        '<sheet name="One" sheetId="1" r:id="rId1"/><sheet name="Two &amp; more" sheetId="2" r:id="rId2"/>',
    );
    const workbookRelations = relations(
      relation('rId8', 'chartsheet', 'chartsheets/sheet1.xml'),
      relation('rId9', 'worksheet', 'worksheets/sheet9.xml'),
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId2', 'worksheet', 'worksheets/sheet2.xml'),
    );
    const made = {
      workbook,
      workbookRelations,
      rows: `<row>${inline('1')}</row>`,
      more: { 'xl/worksheets/sheet2.xml': sheetXml(`<row>${inline('2')}</row>`) },
    };
    expect(await head(made)).toMatchObject({ sheet: 'One', sheets: ['One', 'Two & more'], rows: [{ cells: ['1'] }] });
    expect(await head(made, 'Two & more')).toMatchObject({ sheet: 'Two & more', rows: [{ cells: ['2'] }] });
    await expect(head(made, 'Three')).rejects.toThrow('has no sheet "Three". Its sheets are: "One", "Two & more"');
  });
});

describe('files that spreadsheets wrote (test/files/README.md)', () => {
  const read = async (name: string, sheet?: string) =>
    readWorkbookHead(
      sourceOf(new Uint8Array(readFileSync(new URL(`../test/files/${name}`, import.meta.url)))),
      20,
      sheet,
    );

  it('reads a workbook of LibreOffice', async () => {
    expect((await read('libreoffice.xlsx')).rows.map(({ cells }) => cells)).toEqual([
      ['Business Name', 'User', 'Renewal', 'Fee', 'Share', 'Zip', 'Opens', 'Open', 'Twice', 'Label', 'Phone'],
      [
        'Café & “Zoë”',
        'sam',
        '2026-04-03',
        '$1,234.50',
        '26%',
        '02134',
        '6:30 PM',
        '1',
        '$2,469.00',
        'Café & “Zoë”!',
        '5015551234',
      ],
      ['two\nlines', 'sam', '1900-03-01', '-$7.00', '', '72201', '', '0', '#DIV/0!', "'=1+1", '+1 501 555 0100'],
    ]);
  });

  it('reads a workbook of Excel', async () => {
    expect((await read('excel.xlsx')).rows.map(({ cells }) => cells)).toEqual([
      ['product', 'cost_EUR', 'cost_CHF', 'cost_mixed'],
      ['apple', '0.50 EUR', '0.50 CHF', '0.50 EUR'],
      ['software', '10,000.00 EUR', '10,000.00 CHF', '10,000.00 CHF'],
    ]);
  });

  it('reads a workbook of Google Sheets', async () => {
    expect((await read('google-sheets.xlsx')).rows).toEqual([
      { row: 3, cells: ['a', '0'] },
      { row: 4, cells: ['b', '1'] },
    ]);
  });

  it('reads a workbook of Numbers', async () => {
    expect(await read('numbers.xlsx')).toEqual({
      sheet: 'Sheet 1',
      sheets: ['Sheet 1', 'Sheet 2'],
      rows: [{ row: 1, cells: ['Sheet 1'] }],
    });
    expect((await read('numbers.xlsx', 'Sheet 2')).rows).toEqual([{ row: 2, cells: ['', 'Sheet 2'] }]);
  });
});

describe('refused workbooks', () => {
  const refused = (made: MadeWorkbook) => expect(head(made)).rejects;
  const damage = 'The workbook is incomplete or damaged. Please save it again and try again';

  it('refuses what is no workbook by its first bytes', () => {
    expect(workbookProblem(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatch(
      /has a password or is in the old .xls format/,
    );
    expect(workbookProblem(Buffer.from('Business Name,User'))).toMatch(/is not an Excel workbook/);
    expect(workbookProblem(Buffer.from('PK\x03\x04....'))).toBeNull();
    expect(workbookProblem(Buffer.alloc(0))).toBe('The file is empty');
  });

  it('refuses another zip archive', async () => {
    const bytes = await packed({ 'readme.txt': 'hello' });
    await expect(readWorkbookHead(sourceOf(bytes), 5)).rejects.toThrow('not an Excel workbook');
  });

  it('refuses a workbook that ends early, wherever it is cut', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `<row>${inline(`name ${row * 7919}`)}</row>`).join('');
    const whole = await madeWorkbook({ rows });
    for (let part = 1; part < 20; part++) {
      const cut = whole.slice(0, Math.floor((whole.length * part) / 20));
      await expect(readWorkbookHead(sourceOf(cut), 500)).rejects.toThrow(damage);
    }
  });

  it('refuses a workbook with a damaged byte in its sheet', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `<row>${inline(`name ${row * 7919}`)}</row>`).join('');
    const whole = await madeWorkbook({ rows });
    const at = Buffer.from(whole).indexOf('xl/worksheets/sheet1.xml') + 400;
    whole[at]! ^= 0xff;
    await expect(readWorkbookHead(sourceOf(whole), 500)).rejects.toThrow(damage);
  });

  it('refuses values of other files, but no hyperlinks', async () => {
    const links = relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId5', 'externalLink', 'externalLinks/externalLink1.xml'),
    );
    await refused({ workbookRelations: links }).toThrow('takes values from other files');
    const outside = relations(
      relation('rId1', 'worksheet', 'https://example.com/sheet1.xml', ' TargetMode="External"'),
    );
    await refused({ workbookRelations: outside }).toThrow('takes values from other files');
    const hyperlink = relations(relation('rId1', 'hyperlink', 'https://example.com', ' TargetMode="External"'));
    const made = { rows: `<row>${inline('x')}</row>`, more: { 'xl/worksheets/_rels/sheet1.xml.rels': hyperlink } };
    expect(await rowsOf(made)).toEqual([[1, 'x']]);
  });

  it('refuses a part that unpacks to hundreds of times its size', async () => {
    const more = { 'xl/worksheets/sheet1.xml': new Uint8Array(40_000_000).fill(32) };
    await refused({ more }).toThrow('unpacks to much more than its size');
    const shared = `<sst>${'<si><t>same</t></si>'.repeat(2_000_000)}</sst>`;
    await refused({ shared, rows: '<row><c t="s"><v>2</v></c></row>' }).toThrow('unpacks to much more than its size');
    const name = 'x'.repeat(1_000_000);
    const sheets = Array.from({ length: 17 }, (_, id) => `<sheet name="${name}" sheetId="${id}" r:id="rId1"/>`);
    await refused({ workbook: workbookXml(sheets.join('')) }).toThrow('unpacks to much more than its size');
    const many = Array.from({ length: 17 }, (_, id) => relation(`rId${id}`, 'worksheet', name));
    await refused({ workbookRelations: relations(...many) }).toThrow('unpacks to much more than its size');
  });

  it('refuses first rows of millions of characters', async () => {
    const text = 'x'.repeat(32_000);
    const row = (cell: string) => `<row>${cell}</row>`.repeat(10);
    await refused({ rows: row(inline(text).repeat(30)) }).toThrow('more than 8 million characters');
    const shared = sharedXml(...Array.from({ length: 300 }, () => text));
    const numbers = Array.from({ length: 300 }, (_, at) => `<c t="s"><v>${at}</v></c>`);
    await refused({ rows: `<row>${numbers.join('')}</row>`, shared }).toThrow('more than 8 million characters');
    expect(await rowsOf({ rows: row(inline(text)) })).toHaveLength(10);
  });

  it('refuses millions of cell formats', async () => {
    const styles = stylesXml({}, ...Array.from({ length: 65_537 }, (_, id) => id));
    await refused({ styles }).toThrow('more than 65,536 cell formats');
  });

  it('refuses a document type, whose entities could unpack to any size', async () => {
    const more = { 'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY a "aa">]>${sheetXml('')}` };
    await refused({ more }).toThrow(damage);
  });

  test.each([
    ['a row twice', '<row r="2"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>', damage],
    ['a row beyond the last', '<row r="1048577"><c><v>1</v></c></row>', 'more than 1,048,576 rows'],
    [
      'a cell far to the right',
      '<row r="1"><c r="XFD1"><v>1</v></c></row>',
      'The file has 16,384 columns; at most 1,000',
    ],
    ['a cell without a column', '<row r="1"><c r="1"><v>1</v></c></row>', damage],
    ['a negative shared string', '<row r="1"><c t="s"><v>-1</v></c></row>', damage],
    ['a text of a megabyte', `<row>${inline('x'.repeat(1_000_000))}</row>`, 'more than 32,767 characters'],
    ['a number of a megabyte', `<row><c><v>${'1'.repeat(1_000_000)}</v></c></row>`, 'more than 32,767 characters'],
    ['an element that never ends', '<row><c><v>1</v></c>', damage],
    ['an attribute of megabytes', `<row a="${'xy'.repeat(2_000_000)}"><c><v>1</v></c></row>`, damage],
  ])('refuses %s', async (_, rows, message) => {
    const sheet = rows.endsWith('</row>') ? sheetXml(rows) : `<worksheet><sheetData>${rows}`;
    await refused({ more: { 'xl/worksheets/sheet1.xml': sheet } }).toThrow(message);
  });
});
