import { longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { parseCells } from './header.js';
import { cutRecord } from './record-cut.rules.js';

const comma = ','.charCodeAt(0);

describe('cutting records', () => {
  it('finds the records and the cells that csv-parse finds, with any quotes in them', () => {
    const text = fc.string({ unit: fc.constantFrom(...'a",\n\r \0é', '""', '\r\n'), maxLength: 60 });
    fc.assert(
      fc.property(text, (value) => {
        const bytes = Buffer.from(value);
        const cells: number[] = [];
        let at = 0;
        while (at < bytes.length) {
          const cut = cutRecord(bytes, at, 1_000, comma);
          if (cut.kind !== 'whole') break;
          cells.push(cut.cells);
          at = cut.next;
        }
        expect(parseCells(bytes.subarray(0, at), 'utf-8', ',').map((record) => record.length)).toEqual(cells);
      }),
      { seed: testSeed, numRuns: longRun ? 5_000 : 1_000 },
    );
  });
});
