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

  it('of no items are none', () => expect(inChunks([])).toEqual([]));
});
