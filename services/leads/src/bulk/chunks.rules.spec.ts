import { inChunks } from './chunks.rules.js';

describe('what one message carries', () => {
  it('keeps neighbours together and their order', () => {
    expect(inChunks(['aaa', 'bbb', 'ccc', 'ddd'], 12)).toEqual([
      ['aaa', 'bbb'],
      ['ccc', 'ddd'],
    ]);
  });

  it('lets one that is too large stand alone, so that nothing is lost', () => {
    expect(inChunks(['a', 'far too large', 'b'], 8)).toEqual([['a'], ['far too large'], ['b']]);
  });

  it('counts bytes, not letters', () => {
    expect(inChunks(['ü', 'ü', 'ü'], 10)).toEqual([['ü', 'ü'], ['ü']]);
  });

  it('makes none of nothing', () => expect(inChunks([])).toEqual([]));
});
