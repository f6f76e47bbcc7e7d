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
