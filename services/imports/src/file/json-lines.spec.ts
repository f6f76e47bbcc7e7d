import { type Encoding, jsonLine, jsonLinesHeadBytes, unescapeFormula } from '@lead-finder/contracts';
import { longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { errorsJsonLines } from './errors-file.js';
import type { FileRecord } from './file-record.js';
import { type FileLayout, readJsonLinesHeader } from './header.js';
import { readRecords } from './rows.js';

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const layoutOf = (bytes: Uint8Array, encoding: Encoding = 'utf-8') =>
  readJsonLinesHeader(inChunks(bytes, 1_000), encoding);
async function recordsOf(bytes: Uint8Array, layout: FileLayout, from = layout.start, size = 70_000) {
  const records: FileRecord[] = [];
  for await (const block of readRecords(inChunks(bytes.subarray(from.offset), size), layout, from))
    records.push(...block);
  return records;
}
async function read(file: string | Uint8Array) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const layout = await layoutOf(bytes);
  const records = await recordsOf(bytes, layout);
  const rows = records.map(({ row, cells, problem }) => [row, problem ?? cells]);
  return { headers: layout.headers, rows, records };
}

describe('an NDJSON file', () => {
  it('has the keys of its lines as columns, in the order in which they appear', async () => {
    const { headers, rows } = await read('{"a":1,"b":2}\n\n{"c":"x","a":"y"}\r\n{}\n{"b":null,"c":3}');
    expect(headers).toEqual(['a', 'b', 'c']);
    expect(rows).toEqual([
      [1, ['1', '2', '']],
      [3, ['y', '', 'x']],
      [5, ['', '', '3']],
    ]);
  });

  it('has no further columns behind its first MiB: a value there fails its row, and no value does not', async () => {
    const line = jsonLine([['name', 'x'.repeat(1_000)]]);
    const many = line.repeat(Math.ceil(jsonLinesHeadBytes / line.length));
    const { headers, records } = await read(`${many}{"name":"A","more":"x"}\n{"name":"B","more":null}\n`);
    expect(headers).toEqual(['name']);
    const last = records.slice(-2);
    expect(last.map(({ problem }) => problem)).toEqual([
      'The first MiB of the file does not have the key "more"',
      null,
    ]);
    expect(last[0]!.cells).toEqual(['A', '{"name":"A","more":"x"}']);
  });

  it('fails a line that is not JSON or too long, and reads the good ones around it', async () => {
    const long = jsonLine([['name', 'x'.repeat(200_000)]]);
    const { rows, records } = await read(`{"name":"A"}\n{"name":"B"\n${long}{"name":"C"}\n`);
    expect(rows).toEqual([
      [1, ['A']],
      [2, 'The line is not JSON'],
      [3, 'The row is longer than 128 KiB'],
      [4, ['C']],
    ]);
    expect(records[1]!.cells).toEqual(['', '{"name":"B"']);
    expect(records[2]!.cells[1]).toHaveLength(2_000);
  });

  it('fails only the line with bytes of another encoding', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"Ä"}\n{"a":"B'), Buffer.from([0xe2, 0x82]), Buffer.from('"}\n')]);
    const { rows } = await read(bytes);
    expect(rows).toEqual([
      [1, ['Ä']],
      [2, 'The row holds characters that cannot be read'],
    ]);
  });

  test.each([
    ['', /^The file is empty$/],
    ['\ufeff \n\r\n', /^The file is empty$/],
    ['{}\n{}\n', /has no JSON object with keys/],
    ['{\n  "a": 1\n}\n', /has no JSON object with keys/],
    ['Business Name,User\nA,sam\n', /has no JSON object with keys/],
    [jsonLine([['a', 'x'.repeat(2_000_000)]]), /has no JSON object with keys/],
    [jsonLine(Array.from({ length: 1_001 }, (_, at) => [`k${at}`, at])), /has 1,001 columns; at most 1,000/],
  ])('%# is refused', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('with a line of 20 MB is refused', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":1}\n'), Buffer.alloc(20_000_000, 'x')]);
    await expect(read(bytes)).rejects.toThrow('Line 2 of the file is longer than 16 MiB');
  });

  const key = fc.constantFrom('name', 'é', 'Remarks', ' x ', '__proto__');
  const value = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.integer(), fc.boolean(), fc.constant(null));
  const objects = fc.array(
    fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, minLength: 1, maxLength: 5 }),
    { minLength: 1, maxLength: 12 },
  );
  const encode = (text: string, encoding: Encoding) => {
    if (encoding === 'utf-8') return Buffer.from(text);
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    return encoding === 'utf-16be' ? bytes.swap16() : bytes;
  };

  it('of any objects is read in any encoding and chunks, also from any checkpoint on', async () => {
    await fc.assert(
      fc.asyncProperty(
        objects,
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be'),
        fc.integer({ min: 1, max: 50 }),
        async (all, lineEnd, encoding, size) => {
          const bytes = encode(all.map((pairs) => jsonLine(pairs).replace('\n', lineEnd)).join(''), encoding);
          const layout = await layoutOf(bytes, encoding);
          const records = await recordsOf(bytes, layout, layout.start, size);
          const wanted = all.flatMap((pairs, index) => {
            const texts = new Map<string, string>(pairs.map(([name, one]) => [name, one === null ? '' : String(one)]));
            const cells = layout.headers.map((name) => texts.get(name) ?? '');
            return cells.every((cell) => cell.trim() === '') ? [] : [[index + 1, cells]];
          });
          expect(records.map(({ row, cells }) => [row, cells.map(unescapeFormula)])).toEqual(wanted);
          for (const [index, { next }] of records.entries()) {
            expect(await recordsOf(bytes, layout, next, size)).toEqual(records.slice(index + 1));
          }
        },
      ),
      { seed: testSeed, numRuns: longRun ? 400 : 60 },
    );
  });
});

describe('errors.ndjson', () => {
  it('has the columns with Row and Reason, and a line that cannot be read as it was', () => {
    const lines = [
      { row: 2, cells: ["''=1", ''], reason: 'r' },
      { row: 7, cells: ['', '', '{"bad'], reason: 'The line is not JSON' },
    ];
    expect(errorsJsonLines(lines, ['Name', 'Line'])).toBe(
      '{"Name":"\'=1","Line":null,"Row":2,"Reason":"r"}\n' +
        '{"Name":null,"Row":7,"Reason":"The line is not JSON","Line":"{\\"bad"}\n',
    );
  });

  it('adds no second Row and Reason if its rows fail again', () => {
    const lines = [{ row: 2, cells: ['A', '9', 'old', 'x'], reason: 'new' }];
    expect(errorsJsonLines(lines, ['Name', 'Row', 'Reason', 'Line'])).toBe('{"Name":"A","Row":2,"Reason":"new"}\n');
  });
});
