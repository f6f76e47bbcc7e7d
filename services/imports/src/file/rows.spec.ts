import assert from 'node:assert/strict';
import { delimiters, encodings, type Encoding, csvFileProblem } from '@lead-finder/contracts';
import { EncodingDetector } from '@lead-finder/platform';
import { longRun, testSeed } from '@lead-finder/testing';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { type Batch, cutBatches } from './batches.js';
import { type FileLayout, type Position, readHeader } from './header.js';
import type { FileRecord } from './file-record.js';
import { readRecords } from './rows.js';
import { UnreadableFile } from './unreadable-file.js';

const runs = { seed: testSeed, numRuns: longRun ? 1_000 : 200 };

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function layoutOf(bytes: Uint8Array): Promise<FileLayout> {
  const detector = new EncodingDetector();
  for await (const chunk of inChunks(bytes, 7)) detector.push(chunk);
  return readHeader(inChunks(bytes, 1_000), detector.result());
}
async function recordsOf(bytes: Uint8Array, layout: FileLayout, from = layout.start, size = 100_000) {
  const records: FileRecord[] = [];
  for await (const block of readRecords(inChunks(bytes.subarray(from.offset), size), layout, from))
    records.push(...block);
  return records;
}
async function batchesOf(
  bytes: Uint8Array,
  layout: FileLayout,
  from?: Position,
  firstBatchNo = 0,
  more: Partial<Parameters<typeof cutBatches>[1]> = {},
): Promise<Batch[]> {
  const rules = { headers: layout.headers, columns: { businessName: [0], address: [1] }, hasAssignee: true, ...more };
  const records = readRecords(inChunks(bytes.subarray((from ?? layout.start).offset), 65_536), layout, from);
  const batches: Batch[] = [];
  for await (const batch of cutBatches(records, rules, firstBatchNo)) batches.push(batch);
  return batches;
}

function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'windows-1252') return Buffer.from(text, 'latin1');
  if (encoding === 'utf-8') return Buffer.from(text);
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

const alphabet = [...'ab ,;|\'"=-\téÿ', '\n', '\r\n', '""'];
const cell = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 8 });
const table = fc.array(fc.tuple(fc.constantFrom('x', 'y"z'), cell, cell), { minLength: 1, maxLength: 12 });

describe('reading rows', () => {
  it('reads any table in any dialect and encoding, with chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(...delimiters),
        fc.constantFrom('\r\n', '\n', '\r'),
        fc.constantFrom(...encodings),
        fc.boolean(),
        fc.integer({ min: 1, max: 50 }),
        async (rows, delimiter, record_delimiter, encoding, quoted, size) => {
          const text = stringify([['Name', 'Remarks', 'é'], ...rows], {
            delimiter,
            record_delimiter,
            quoted,
            // csv-stringify quotes only its own line end; a cell may hold any.
            quoted_match: /[\r\n"]/,
          });
          const bytes = encode(text, encoding);
          const layout = await layoutOf(bytes);
          expect(layout).toMatchObject({ delimiter, headers: ['Name', 'Remarks', 'é'] });
          const records = await recordsOf(bytes, layout, layout.start, size);
          expect(records.map(({ cells }) => cells)).toEqual(rows);
          expect(records.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 2));
          expect(records.at(-1)!.next.offset).toBe(bytes.length);
        },
      ),
      { seed: testSeed, numRuns: longRun ? 200 : 50 },
    );
  });

  it('accounts for every line with any quotes in it', async () => {
    const loose = fc.string({ unit: fc.constantFrom('a', '"', '""', ',', '\n', '\r\n', ' '), maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(loose, async (body) => {
        const bytes = Buffer.from(`Name,User\n${body}\nlast,row\n`);
        const layout = await readHeader(inChunks(bytes, 64), 'utf-8');
        expectAllAccounted(bytes, layout, await recordsOf(bytes, layout));
      }),
      runs,
    );
  });

  it('rejects any bytes with a sentence, or accounts for every line of them', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 400 }),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (some) => {
        try {
          const refusal = csvFileProblem(some);
          if (refusal) throw new UnreadableFile(refusal);
          const layout = await layoutOf(some);
          expectAllAccounted(Buffer.from(some), layout, await recordsOf(some, layout));
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error;
          expect(error.message).toMatch(/^[A-Z].{10}/);
        }
      }),
      runs,
    );
  });

  it('accounts for every line after one byte of a good file is changed', async () => {
    const rows = Array.from({ length: 8 }, (_, n) => `"Näme ${n}","${n} Main St, Rock",bob`);
    const good = Buffer.from(['Name,Address,User', ...rows].join('\r\n'));
    const position = fc.integer({ min: 19, max: good.length - 1 });
    await fc.assert(
      fc.asyncProperty(position, fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const changed = Buffer.from(good);
        changed[at] = byte;
        const layout = await readHeader(inChunks(changed, 64), 'utf-8');
        const records = await recordsOf(changed, layout);
        expectAllAccounted(changed, layout, records);
        expect(records.filter(({ cells, problem }) => !problem && cells[2] === 'bob').length).toBeGreaterThanOrEqual(6);
      }),
      runs,
    );
  });
});

/** The ranges of the records follow one another through the file, with only blank lines between them. */
function expectAllAccounted(bytes: Buffer, layout: FileLayout, records: FileRecord[]): void {
  let from = layout.start;
  for (const record of records) {
    assert.ok(record.firstLine >= from.line);
    assert.ok(record.row >= from.row);
    assert.ok(record.row - from.row <= record.firstLine - from.line);
    assert.equal(record.lastLine, record.next.line - 1);
    assert.ok(record.next.offset > from.offset);
    from = record.next;
  }
  if (!records.length) return;
  const behind = bytes
    .subarray(from.offset)
    .toString('latin1')
    .replace(/[\s,;|"\0\xa0\ufeff]/g, '');
  if (layout.encoding === 'utf-8' || layout.encoding === 'windows-1252') expect(behind).toBe('');
}

/** Rows of many lengths, with line breaks, blank lines, broken quotes, an overlong row and letters beyond ASCII. */
function troublesomeFile(rows: number): string {
  const lines = ['Name,Address,Remarks'];
  for (let n = 0; n < rows; n++) {
    if (n % 97 === 0) lines.push('');
    if (n % 501 === 7) lines.push(`Broken ${n},"1 Main St`);
    if (n === 1_000) lines.push(`Long,${'y'.repeat(300_000)},`);
    lines.push(`Büsiness ${n},"${n} Main St,${n % 5 ? ' ' : '\n'}Suite ""${n}""",${'z'.repeat((n * 37) % 400)}`);
  }
  return lines.join('\r\n');
}

describe('resuming', () => {
  test.each(encodings)('yields the same batches from every checkpoint (%s)', async (encoding) => {
    const bytes = encode(troublesomeFile(6_000), encoding);
    const layout = await layoutOf(bytes);
    const all = await batchesOf(bytes, layout);
    expect(all.length).toBeGreaterThan(2);
    for (const [index, { next }] of all.entries()) {
      const stored = JSON.parse(JSON.stringify({ next, layout })) as { next: Position; layout: FileLayout };
      assert.deepStrictEqual(await batchesOf(bytes, stored.layout, stored.next, index + 1), all.slice(index + 1));
    }
  });

  it('yields the same records from every record on', async () => {
    const bytes = encode(troublesomeFile(40), 'utf-16be');
    const layout = await layoutOf(bytes);
    const all = await recordsOf(bytes, layout);
    for (const [index, { next }] of all.entries()) {
      assert.deepStrictEqual(await recordsOf(bytes, layout, next, 333), all.slice(index + 1));
    }
  });

  it('limits every batch to 10,000 rows and 512 kB', async () => {
    const short = Buffer.from(`Name,Address\n${'A,\n'.repeat(25_000)}`);
    const layout = await layoutOf(short);
    const batches = await batchesOf(short, layout);
    expect(batches.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(25_000);
    for (const { rows } of [...batches, ...(await batchesOf(Buffer.from(troublesomeFile(5_000)), layout))]) {
      expect(rows.length).toBeLessThanOrEqual(10_000);
      expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThanOrEqual(512_000);
    }
  });

  it('cuts rows that fail as the version before did, which did not read their users', async () => {
    const bytes = Buffer.from(`Name,User\n${`,${'sam'.repeat(9)}\n`.repeat(9_000)}`);
    const [first] = await batchesOf(bytes, await layoutOf(bytes), undefined, 0, {
      columns: { businessName: [0], user: [1] },
    });
    const sizes = first!.failed.map(({ user: _, ...failed }) => Buffer.byteLength(JSON.stringify({ failed })) + 1);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(first!.failed[0]!.user).toBe('sam'.repeat(9));
    expect([total <= 512_000, total + sizes.at(-1)! + 10 > 512_000]).toEqual([true, true]);
  });

  const fields = {
    columns: { businessName: [0], 'customFields.seats': [1] },
    customFields: [{ key: 'seats', name: 'Seats', type: 'number', options: [], currency: null } as const],
  };
  it.each([
    ['with custom fields', fields, 512_001],
    ['with a long tag', { tag: '標'.repeat(50) }, 250_000],
    ['with both', { ...fields, tag: '標'.repeat(50) }, 400_000],
  ])('fills a message with rows %s and the tag that each gets', async (_, more, least) => {
    const bytes = Buffer.from(`Name,Seats\n${'A,12\n'.repeat(8_000)}`);
    const batches = await batchesOf(bytes, await layoutOf(bytes), undefined, 0, more);
    expect(batches.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(8_000);
    const sent = batches.map(({ rows }) =>
      Buffer.byteLength(JSON.stringify(rows.map((row) => ('tag' in more ? { ...row, tags: [more.tag] } : row)))),
    );
    expect(Math.max(...sent)).toBeLessThanOrEqual(740_000);
    expect(sent[0]).toBeGreaterThanOrEqual(least);
  });
});

it('continues after an unclosed quote, far beyond the distance in which it looks for the end of the quote', async () => {
  const lines = `${'plain text, no row of this file\n'.repeat(100_000)}A,b,c\n`;
  const bytes = Buffer.from(`Name,Address,Remarks\nOpen,"x\n${lines}`);
  const records = await recordsOf(bytes, await layoutOf(bytes));
  expect(records.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([
    [2, 100_002],
    [100_003, 100_003],
  ]);
});
