import { cutLine, cutRecord, lineEndLength } from './record-cut.rules.js';

const comma = ','.charCodeAt(0);

describe('cutting records', () => {
  test.each([
    ['a,b\r\nc', { kind: 'whole', end: 3, next: 5, cells: 2, breaks: 0 }],
    ['a,b\rc', { kind: 'whole', end: 3, next: 4, cells: 2, breaks: 0 }],
    ['\n', { kind: 'whole', end: 0, next: 1, cells: 1, breaks: 0 }],
    ['a,,', { kind: 'whole', end: 3, next: 3, cells: 3, breaks: 0 }],
    ['', { kind: 'whole', end: 0, next: 0, cells: 1, breaks: 0 }],
    ['"a\nb",c\n', { kind: 'whole', end: 7, next: 8, cells: 2, breaks: 1 }],
    ['"a\r\nb\rc"\n', { kind: 'whole', end: 8, next: 9, cells: 1, breaks: 2 }],
    ['"a,b"\n', { kind: 'whole', end: 5, next: 6, cells: 1, breaks: 0 }],
    ['"a""b"\n', { kind: 'whole', end: 6, next: 7, cells: 1, breaks: 0 }],
    ['"a"",b"\n', { kind: 'whole', end: 7, next: 8, cells: 1, breaks: 0 }],
    ['""', { kind: 'whole', end: 2, next: 2, cells: 1, breaks: 0 }],
    ['"a"b,c', { kind: 'whole', end: 6, next: 6, cells: 2, breaks: 0 }],
    ['a"b\nc"', { kind: 'whole', end: 3, next: 4, cells: 1, breaks: 0 }],
    ['x,"\n"', { kind: 'whole', end: 5, next: 5, cells: 2, breaks: 1 }],
    ['"\n"\0', { kind: 'whole', end: 4, next: 4, cells: 1, breaks: 1 }],
    ['"\n"\r', { kind: 'whole', end: 3, next: 4, cells: 1, breaks: 1 }],
    ['"a\nb', { kind: 'unclosed', end: 4, next: 4, cells: 1, breaks: 0 }],
    ['x,"a\n"b,c\n', { kind: 'unclosed', end: 5, next: 5, cells: 2, breaks: 0 }],
    ['aaaaaaaaaaaaaaa', { kind: 'long', end: 10, next: 10, cells: 1, breaks: 0 }],
    ['aaaaaaaaaa', { kind: 'whole', end: 10, next: 10, cells: 1, breaks: 0 }],
    ['aaaaaaaaaa\n', { kind: 'long', end: 10, next: 10, cells: 1, breaks: 0 }],
    ['"aaaaaaaaa"', { kind: 'unclosed', end: 10, next: 10, cells: 1, breaks: 0 }],
  ])('%j', (text, cut) => {
    expect(cutRecord(Buffer.from(text), 0, 10, comma)).toEqual(cut);
  });

  it('begins in the middle of the bytes, and takes any delimiter', () => {
    const cut = cutRecord(Buffer.from('a,b\n"c";"d\n";e\nf'), 4, 100, ';'.charCodeAt(0));
    expect(cut).toEqual({ kind: 'whole', end: 14, next: 15, cells: 3, breaks: 1 });
  });
});

describe('a line end', () => {
  test.each([
    ['\n', 1],
    ['\n\r\n', 1],
    ['\r\n', 2],
    ['\r\r\n', 3],
    ['\r\r', 1],
    ['\ra\n', 1],
    ['\r', 1],
    ['a\n', 0],
  ])('%j is %i bytes long', (text, length) => expect(lineEndLength(Buffer.from(text), 0)).toBe(length));
});

describe('cutting lines', () => {
  test.each([
    ['ab\ncd', 0, 5, { end: 2, next: 3 }],
    ['ab\r\ncd', 0, 6, { end: 2, next: 4 }],
    ['ab\ncd', 3, 5, { end: 5, next: 5 }],
    ['ab\ncd', 3, 4, null],
    ['ab\ncd', 0, 2, null],
    ['ab\ncd', 0, 3, { end: 2, next: 3 }],
  ])('of %j from %i until %i finds %j', (text, start, stop, line) => {
    expect(cutLine(Buffer.from(text), start, stop)).toEqual(line);
  });
});
