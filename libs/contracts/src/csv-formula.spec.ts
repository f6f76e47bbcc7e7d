import fc from 'fast-check';
import { escapeFormula, unescapeFormula } from './csv-formula.js';

describe('a cell that a spreadsheet would run as a formula', () => {
  test.each([
    "=cmd|'/c calc'!A0",
    '+1-555-123-4567',
    '-2+3',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    ' =1',
    '\u00a0=1',
    '\0=1',
    '＝1',
    '|x',
    "'=1",
  ])('%j gets an apostrophe', (cell) => {
    expect(escapeFormula(cell).startsWith("'")).toBe(true);
  });

  test.each(['Acme', "Chen's", "'quoted'", '1 Main St', 'a=b', ''])('%j stays as it is', (cell) => {
    expect(escapeFormula(cell)).toBe(cell);
    expect(unescapeFormula(cell)).toBe(cell);
  });

  it('gets an apostrophe in each of its lines', () => {
    expect(escapeFormula('1 Main St\n=1+1\r\n-2')).toBe("1 Main St\n'=1+1\r\n'-2");
  });

  it('is restored exactly, for any text', () => {
    const text = fc.string({ unit: fc.constantFrom(..."a'=+-@|\t\r\n \0é＝"), maxLength: 12 });
    fc.assert(
      fc.property(text, (cell) => {
        expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
      }),
      { numRuns: 5_000 },
    );
  });
});
