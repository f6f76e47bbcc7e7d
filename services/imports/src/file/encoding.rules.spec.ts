import { blockEncoding, blocks, bytesInFile, decodeText, isWide } from './encoding.rules.js';

const kibibyte = 1_024;
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const bigEndian = (text: string) => utf16(text).swap16();

async function* chunksOf(...chunks: Uint8Array[]) {
  yield* chunks;
}

async function blocksOf(encoding: Parameters<typeof blocks>[1], ...chunks: Uint8Array[]): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const block of blocks(chunksOf(...chunks), encoding)) all.push(block);
  return all;
}

describe('The text of a file', () => {
  it.each([
    ['utf-8', Buffer.from('Café €'), 'Café €'],
    ['windows-1252', Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x80]), 'Café €'],
    ['utf-16le', utf16('Café €'), 'Café €'],
    ['utf-16be', bigEndian('Café €'), 'Café €'],
  ] as const)('is decoded from %s', (encoding, bytes, text) => expect(decodeText(bytes, encoding)).toBe(text));

  it('has its byte order mark, which the header removes', () => {
    expect(decodeText(Buffer.from('\ufeffa'), 'utf-8')).toBe('\ufeffa');
  });

  it('ends in a replacement character if a character of UTF-8 is cut', () => {
    expect(decodeText(Buffer.from([0x61, 0xc3]), 'utf-8')).toBe('a\ufffd');
  });
});

it('UTF-16 alone has two bytes for a comma, so its blocks are read as UTF-8', () => {
  expect((['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const).map(isWide)).toEqual([false, false, true, true]);
  expect((['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const).map(blockEncoding)).toEqual([
    'utf-8',
    'windows-1252',
    'utf-8',
    'utf-8',
  ]);
});

describe('The bytes of a block in the file', () => {
  const block = Buffer.from('a€é😀b');

  it('are its own bytes, except in UTF-16', () => {
    expect(bytesInFile(block, 1, 6, 'utf-8')).toBe(5);
    expect(bytesInFile(block, 1, 6, 'windows-1252')).toBe(5);
  });

  it.each([
    [0, block.length, 'a€é😀b'],
    [0, 1, 'a'],
    [1, 4, '€'],
    [4, 6, 'é'],
    [6, 10, '😀'],
    [10, 11, 'b'],
    [3, 3, ''],
  ])('from %i to %i are those of "%s" in UTF-16', (start, end, text) => {
    expect(bytesInFile(block, start, end, 'utf-16le')).toBe(utf16(text).length);
    expect(bytesInFile(block, start, end, 'utf-16be')).toBe(utf16(text).length);
  });

  it('are four for the first and for the last character that needs two units', () => {
    const edges = Buffer.from('\u{10000}\u{10ffff}');
    expect(bytesInFile(edges, 0, edges.length, 'utf-16le')).toBe(8);
    const below = Buffer.from('\uffff');
    expect(bytesInFile(below, 0, below.length, 'utf-16le')).toBe(2);
  });
});

describe('The blocks of a file', () => {
  const sizes = (all: Buffer[]) => all.map(({ length }) => length);

  it('have 64 KiB, however large the chunks of the source are', async () => {
    const bytes = Buffer.alloc(150 * kibibyte, 'a');
    expect(sizes(await blocksOf('utf-8', bytes))).toEqual([64 * kibibyte, 64 * kibibyte, 22 * kibibyte]);
  });

  it('join small chunks until they have 64 KiB', async () => {
    const chunks = Array.from({ length: 5 }, () => Buffer.alloc(20 * kibibyte, 'a'));
    expect(sizes(await blocksOf('utf-8', ...chunks))).toEqual([80 * kibibyte, 20 * kibibyte]);
  });

  it('have every byte of the file in its order', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
    const read = Buffer.concat(await blocksOf('utf-8', bytes.subarray(0, 70_000), bytes.subarray(70_000)));
    expect(read.equals(bytes)).toBe(true);
  });

  it('have UTF-16 as UTF-8, also if a chunk ends inside a character', async () => {
    const bytes = utf16('\ufeffa😀b');
    const all = await blocksOf('utf-16le', bytes.subarray(0, 5), bytes.subarray(5));
    expect(Buffer.concat(all).toString()).toBe('\ufeffa😀b');
    expect(Buffer.concat(await blocksOf('utf-16be', bigEndian('a😀b'))).toString()).toBe('a😀b');
  });

  it('end with a replacement character if the file ends inside a character', async () => {
    expect(Buffer.concat(await blocksOf('utf-16le', utf16('ab').subarray(0, 3))).toString()).toBe('a\ufffd');
  });

  it('let other work run between them', async () => {
    let hasRun = false;
    const source = blocks(chunksOf(Buffer.alloc(200 * kibibyte)), 'utf-8');
    await source.next();
    setImmediate(() => (hasRun = true));
    await source.next();
    expect(hasRun).toBe(true);
  });
});
