import { writeWorkbook } from '@lead-finder/workbooks';
import { formatOf, readImportHead } from './import-head';

async function workbookOf(...rows: string[][]): Promise<File> {
  async function* all() {
    yield rows;
  }
  return new File([await new Response(writeWorkbook(all())).arrayBuffer()], 'leads.XLSX');
}

describe('the head of a workbook', () => {
  it('has the columns and the first rows of its sheet, with their row numbers', async () => {
    const head = await readImportHead(
      await workbookOf(['Business Name', 'User'], ['Acme', 'bob'], [], ['Beta', 'amy']),
    );
    expect(head).toMatchObject({
      headers: ['Business Name', 'User'],
      rows: [
        { row: 2, cells: ['Acme', 'bob'] },
        { row: 4, cells: ['Beta', 'amy'] },
      ],
      workbook: { sheet: 'Sheet1', sheets: ['Sheet1'] },
    });
    expect(formatOf(head)).toBe('Excel workbook');
  });

  test.each([
    ['without rows', () => workbookOf(['Business Name']), 'The file has no data rows'],
    ['that is empty', () => workbookOf(), 'The file is empty'],
    ['that is CSV', async () => new File(['Business Name,User'], 'a.xlsx'), /is not an Excel workbook/],
    ['that is damaged', async () => new File(['PK\x03\x04 and nothing else'], 'a.xlsx'), /incomplete or damaged/],
  ])('of one %s is refused', async (_, file, message) => {
    await expect(readImportHead(await file())).rejects.toThrow(message);
  });
});

describe('the head of an NDJSON file', () => {
  const linesOf = (...lines: string[]) => new File([lines.join('\n')], 'leads.jsonl');

  it('has the keys of its lines as columns, and says what is wrong with a line', async () => {
    const head = await readImportHead(
      linesOf(
        '{"Business Name":"Acme","User":"bob"}',
        '',
        '{"User":"amy"',
        '{"Phone":5550100,"customFields":{"plan":1}}',
      ),
    );
    expect(head).toMatchObject({
      headers: ['Business Name', 'User', 'Phone', 'customFields.plan'],
      rows: [
        { row: 1, cells: ['Acme', 'bob', '', ''] },
        { row: 3, problem: 'The line is not JSON' },
        { row: 4, cells: ['', '', '5550100', '1'] },
      ],
    });
    expect(formatOf(head)).toBe('UTF-8, NDJSON');
  });

  it('is cut behind the last whole line of the first MiB', async () => {
    const head = await readImportHead(
      linesOf(...Array.from({ length: 30_000 }, (_, at) => `{"name":"Business ${at} of the file"}`)),
    );
    expect(head.headers).toEqual(['name']);
    expect(head.rows).toHaveLength(60);
  });

  test.each([
    ['that is a list', '[{"a":1}]', /looks like a JSON list/],
    ['that is CSV', 'Business Name,User\nA,bob', /has no JSON object with keys/],
    ['of blank lines', ' \n\n', 'The file is empty'],
  ])('of one %s is refused', async (_, text, message) => {
    await expect(readImportHead(linesOf(text))).rejects.toThrow(message);
  });
});
