import { inPieces } from './pieces.rules.js';

describe('what one message carries', () => {
  it('keeps neighbours together and their order', () => {
    expect(inPieces(['aaa', 'bbb', 'ccc', 'ddd'], 12)).toEqual([
      ['aaa', 'bbb'],
      ['ccc', 'ddd'],
    ]);
  });

  it('lets one that is too large stand alone, so that nothing is lost', () => {
    expect(inPieces(['a', 'far too large', 'b'], 8)).toEqual([['a'], ['far too large'], ['b']]);
  });

  it('counts bytes, not letters', () => {
    expect(inPieces(['ü', 'ü', 'ü'], 10)).toEqual([['ü', 'ü'], ['ü']]);
  });

  it('makes none of nothing', () => expect(inPieces([])).toEqual([]));
});
