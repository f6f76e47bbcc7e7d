import { inChunks } from './chunks.rules.js';

describe('chunks', () => {
  it('preserve the order and fill each chunk', () => {
    expect(inChunks(['aaa', 'bbb', 'ccc', 'ddd'], 12)).toEqual([
      ['aaa', 'bbb'],
      ['ccc', 'ddd'],
    ]);
  });

  it('give an item that is too large its own chunk', () => {
    expect(inChunks(['a', 'far too large', 'b'], 8)).toEqual([['a'], ['far too large'], ['b']]);
  });

  it('are measured in bytes, not in letters', () => {
    expect(inChunks(['ü', 'ü', 'ü'], 10)).toEqual([['ü', 'ü'], ['ü']]);
  });

  it('take half a mebibyte by default', () => {
    // An item of 1,021 letters has two quotes and a comma: 1 KiB.
    const items = Array.from({ length: 513 }, () => 'x'.repeat(1_021));
    expect(inChunks(items).map(({ length }) => length)).toEqual([512, 1]);
  });

  it('of no items are none', () => expect(inChunks([])).toEqual([]));
});
