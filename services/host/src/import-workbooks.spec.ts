import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ImportResponse } from '@lead-finder/contracts';
import { readWorkbookHead, writeWorkbook } from '@lead-finder/workbooks';
import { startImportWorld, type ImportWorld } from '../test/import-world.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld();
}, 60_000);
afterAll(() => world?.stop());

const storedFiles = () => readdir(path.join(world.dataDir, 'uploads')).catch(() => []);

describe('a workbook', () => {
  const header = ['Business Name', 'Address', 'State', 'Phone', 'Email Address', 'User', 'Custom Tag'];
  const workbook = async (...cells: string[][]) => {
    async function* all() {
      yield [header, ...cells];
    }
    return Buffer.from(await new Response(writeWorkbook(all())).arrayBuffer());
  };
  const good = (name: string) => [name, `${name} St 1`, 'TX', '555 010 1234', 'a@example.com', 'sam', 'Hot'];
  const send = async (file: Buffer, fields: Record<string, string> = {}) =>
    (await (await world.upload(file, fields, {}, 'leads.XLSX')).json()) as ImportResponse;

  it('is imported like CSV, with the row numbers of the sheet, and its failed rows come back as a workbook', async () => {
    const bad = ['', 'Nowhere 1', 'TX', '', '', 'sam', '=1+1'];
    const { importId, importResults } = await send(await workbook(good('Sheet A'), [], bad, good('Sheet B')));
    expect(importResults).toEqual({
      total: 3,
      successful: 2,
      failed: 1,
      errors: [{ row: 4, column: 'Business Name', message: 'Business Name is required' }],
    });
    const answer = await world.call(`/api/imports/${importId}/errors.xlsx`);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="import-${importId}-errors.xlsx"`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const source = { size: bytes.length, read: async (at: number, length: number) => bytes.slice(at, at + length) };
    expect((await readWorkbookHead(source, 10)).rows.map(({ cells }) => cells)).toEqual([
      [...header, 'Row', 'Reason'],
      [...bad, '4', 'Business Name is required'],
    ]);
    expect(await storedFiles()).toEqual([]);
  });

  it('is unpacked once by a check and its import, and a sheet that it does not have is refused', async () => {
    const file = await workbook(good('Checked A'), good('Checked B'));
    const check = await send(file, { dryRun: 'true' });
    expect(check).toMatchObject({ importResults: { total: 2, successful: 2 }, status: 'completed' });
    const { importResults } = await world.import(null, { fileId: check.fileId! });
    expect(importResults).toMatchObject({ total: 2, successful: 2 });
    const files = await world.imports.query('select distinct rows_file_id from imports where file_id = $1', [
      check.fileId,
    ]);
    expect(files).toHaveLength(1);
    const refused = await world.import(null, { fileId: check.fileId!, sheet: 'Other' });
    expect(refused.message).toBe('The workbook has no sheet "Other". Its sheets are: "Sheet1"');
  });

  it('without data rows is refused', async () => {
    expect(await send(await workbook())).toMatchObject({ message: 'The file has no data rows' });
  });
});
