import fc from 'fast-check';
import { errorsFileHeader, errorsFileLines, errorsSheetCells } from './errors-file.js';
import { readHeader } from './header.js';
import type { FileRecord } from './file-record.js';
import { readRecords } from './rows.js';
import { unescapeFormula } from '@lead-finder/contracts';

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

describe('errors.csv', () => {
  it("has the file's own columns with Row and Reason, and is harmless in a spreadsheet", () => {
    expect(errorsFileHeader(['Name', '=Phone'])).toBe('\ufeff"Name","\'=Phone","Row","Reason"\r\n');
    const lines = [{ row: 7, cells: ['say "hi"', '+1 501', 'surplus'], reason: 'Phone is not valid' }];
    expect(errorsFileLines([...lines, { row: 8, cells: ['short'], reason: 'r' }], ['Name', 'Phone'])).toBe(
      '"say ""hi""","\'+1 501","7","Phone is not valid","surplus"\r\n"short","","8","r"\r\n',
    );
  });

  it('adds no second Row and Reason if its rows fail again', () => {
    const headers = ['Name', 'Row', 'Reason'];
    expect(errorsFileHeader(headers)).toBe('\ufeff"Name","Row","Reason"\r\n');
    expect(errorsFileLines([{ row: 2, cells: ['A', '9', 'old'], reason: 'new' }], headers)).toBe('"A","2","new"\r\n');
  });

  it('says in a workbook which texts are too long for it', () => {
    const long = 'x'.repeat(32_768);
    const lines = [
      { row: 2, cells: [long, 'x'.repeat(32_767), long], reason: 'too many cells' },
      { row: 3, cells: ['A', 'b'], reason: 'r' },
    ];
    expect(errorsSheetCells(lines, ['Name', 'Notes']).map((cells) => cells[3])).toEqual([
      'Cut here at 32,767 characters: "Name", "column 3". errors.csv has all of it. too many cells',
      'r',
    ]);
  });

  it('can be imported unchanged, and is the same file if its rows fail again', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'a\'"=+@,;|\t é', '\n', '\r\n'), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
        const headers = ['Name', 'Address'];
        const lines = rows.map((cells, index) => ({ row: index + 2, cells, reason: 'a reason' }));
        const text = errorsFileHeader(headers) + errorsFileLines(lines, headers);
        const layout = await readHeader(bytesOf(text), 'utf-8');
        const rest = Buffer.from(text).subarray(layout.start.offset).toString();
        const records: FileRecord[] = [];
        for await (const block of readRecords(bytesOf(rest), layout)) records.push(...block);
        const values = (cells: readonly string[]) => cells.slice(0, 2).map(unescapeFormula);
        expect(records.map(({ cells }) => values(cells))).toEqual(rows.map(values));
        const again = records.map(({ cells }, index) => ({ row: index + 2, cells, reason: 'a reason' }));
        expect(errorsFileHeader(layout.headers) + errorsFileLines(again, layout.headers)).toBe(text);
      }),
    );
  });
});
