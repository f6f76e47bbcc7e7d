import { dialectOf, readCsvHead } from './csv-head';

const file = (...parts: BlobPart[]) => new File(parts, 'leads.csv');
const wide = (text: string, bigEndian: boolean) => {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  [...`\ufeff${text}`].forEach((letter, index) => view.setUint16(index * 2, letter.charCodeAt(0), !bigEndian));
  return bytes;
};

describe('The start of a CSV file', () => {
  it('is numbered as in a spreadsheet, blank lines included', async () => {
    const head = await readCsvHead(file('Name,Address\r\n\r\n"Ann ""A"" & Co","1 Main St,\nAustin"\r\nBob,\r\n'));
    expect(head).toEqual({
      encoding: 'UTF-8',
      delimiter: ',',
      headers: ['Name', 'Address'],
      rows: [
        { row: 3, cells: ['Ann "A" & Co', '1 Main St,\nAustin'] },
        { row: 4, cells: ['Bob', ''] },
      ],
    });
  });

  it.each([
    ['UTF-8 with its mark', '\ufeffName;Ort\nCafé;Köln', 'UTF-8, semicolon'],
    ['UTF-16, little end first', wide('Name\tOrt\nCafé\tKöln', false), 'UTF-16, tab'],
    ['UTF-16, big end first', wide('Name|Ort\nCafé|Köln', true), 'UTF-16, pipe'],
    [
      'Windows-1252',
      Uint8Array.from([...'Name;Ort\nCafé;Köln'].map((letter) => letter.charCodeAt(0))),
      'Windows-1252, semicolon',
    ],
  ])('is understood in %s', async (_, content, dialect) => {
    const head = await readCsvHead(file(content));
    expect(head.headers).toEqual(['Name', 'Ort']);
    expect(head.rows[0]?.cells).toEqual(['Café', 'Köln']);
    expect(dialectOf(head)).toBe(dialect);
  });

  it('is UTF-8 even if earlier damage left a replacement character in it', async () =>
    expect(dialectOf(await readCsvHead(file('Name,Ort\nCAF\ufffd,Bonn')))).toBe('UTF-8, comma'));

  it('uses the delimiter that Excel names in its first line', async () => {
    const head = await readCsvHead(file('sep=;\r\nName, full;User\r\nAnn;sam\r\n'));
    expect(head.headers).toEqual(['Name, full', 'User']);
    expect(head.rows).toEqual([{ row: 2, cells: ['Ann', 'sam'] }]);
  });

  it('shows the rows around a quote that is never closed', async () => {
    const { rows } = await readCsvHead(file('Name,User\nAnn,sam\n"Bob,sam\nCleo,sam\n'));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Ann', 'sam'],
      ['"Bob', 'sam'],
      ['Cleo', 'sam'],
    ]);
  });

  it('omits the row that the first MiB cuts', async () => {
    const long = `${'x'.repeat(400_000)},sam\n`;
    const { rows } = await readCsvHead(file('Name,User\n', long, long, long, long));
    expect(rows).toHaveLength(2);
  });

  it.each([
    ['', 'The file is empty'],
    [' \r\n\r\n', 'The file is empty'],
    ['Name,User\r\n\r\n', 'The file has no data rows'],
    ['PK\x03\x04\0\0\0', 'The file is not a CSV file: it looks like an Excel workbook'],
    ['%PDF-1.7', 'The file is not a CSV file: it looks like a PDF document'],
  ])('rejects %j', async (content, message) => {
    await expect(readCsvHead(file(content))).rejects.toThrow(message);
  });
});
