import { readRecords } from '../file/rows.js';
import { readSharedStrings, writeWorkbook, type WorkbookSource } from '@lead-finder/workbooks';
import { SharedTexts } from './shared-texts.js';
import { StoredWorkbook } from './stored-workbook.js';
import { workbookCsv } from './workbook-csv.js';
import { workbookLayout } from './workbook-layout.js';
import type { FileStore } from '@lead-finder/platform';

const never = new AbortController().signal;
const sourceOf = (bytes: Uint8Array): WorkbookSource => ({
  size: bytes.length,
  read: async (offset, length) => bytes.slice(offset, offset + length),
});
async function workbook(rows: string[][]): Promise<Uint8Array> {
  async function* all() {
    yield rows;
  }
  return new Uint8Array(await new Response(writeWorkbook(all())).arrayBuffer());
}

async function rowsOf(bytes: Uint8Array) {
  const layout = await workbookLayout(sourceOf(bytes));
  const rows: [number, ...string[]][] = [];
  for await (const records of readRecords(
    workbookCsv(sourceOf(bytes), layout.sheet!, layout.start.row, never),
    layout,
  )) {
    for (const { row, cells } of records) rows.push([row, ...cells]);
  }
  return { headers: layout.headers, rows };
}

describe('the CSV of a workbook', () => {
  it('has the cells and row numbers of the sheet, with blank rows, quotes, commas and line breaks', async () => {
    const bytes = await workbook([
      [],
      ['Business Name', 'Address', 'User'],
      ['A, "B" & Co', '1 Main St\r\nLittle Rock', 'bob'],
      [],
      ['', '', ''],
      ['sep=;', 'x'],
      ['=C', '', 'amy'],
    ]);
    expect(await rowsOf(bytes)).toEqual({
      headers: ['Business Name', 'Address', 'User'],
      rows: [
        [3, 'A, "B" & Co', '1 Main St\nLittle Rock', 'bob'],
        [6, 'sep=;', 'x'],
        [7, '=C', '', 'amy'],
      ],
    });
  });

  it('is empty for a sheet without rows', async () => {
    await expect(rowsOf(await workbook([[], ['']]))).rejects.toThrow('The file is empty');
  });
});

describe('shared texts', () => {
  async function texts(all: readonly string[]): Promise<SharedTexts> {
    const items = all.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join('');
    async function* bytes() {
      yield new TextEncoder().encode(`<sst>${items}</sst>`);
    }
    const opened = { sharedStrings: 'xl/sharedStrings.xml', parts: { read: bytes } };
    return SharedTexts.of(opened as unknown as Parameters<typeof readSharedStrings>[0], never);
  }

  it.each([
    ['a small table in memory', 1_000],
    ['a large table in a file', 300_000],
  ])('finds every text of %s, in order and in any order', async (_, count) => {
    const all = Array.from({ length: count }, (_, index) => `text é ${index} ${'y'.repeat(index % 90)}`);
    const shared = await texts(all);
    try {
      for (let index = 0; index < count; index++) if (shared.at(index) !== all[index]) throw new Error(`${index}`);
      for (let step = 0; step < 20_000; step++) {
        const index = (step * 7_919) % count;
        if (shared.at(index) !== all[index]) throw new Error(`${index}`);
      }
      expect(() => shared.at(count)).toThrow('incomplete or damaged');
    } finally {
      shared.close();
    }
  });
});

describe('a stored workbook', () => {
  it('reads any range, whatever chunks the store has, and reads on where the last range ended', async () => {
    const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251));
    let opened = 0;
    async function* read(_: string, from = 0) {
      opened++;
      for (let at = from; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
    }
    const stored = new StoredWorkbook({ read } as unknown as FileStore, 'file', bytes.length);
    for (const [offset, length] of [
      [4_900, 500],
      [0, 10],
      [10, 1_000],
      [1_010, 3],
      [1_500, 20],
      [4, 4],
      [5_000, 5],
    ]) {
      expect(Buffer.from(await stored.read(offset!, length!))).toEqual(bytes.subarray(offset!, offset! + length!));
    }
    expect(opened).toBe(4);
    await stored.close();
  });
});
