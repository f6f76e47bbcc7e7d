import { correctRecords, correction } from './corrections.rules.js';

describe('corrections of a file', () => {
  const corrected = (row: number, cells: string[]) => {
    const record = { row, cells };
    correction({
      cells: [
        { row: 2, position: 0, value: 'Acme' },
        { row: 2, position: 3, value: 'sam' },
        { row: 4, position: 1, value: 'own' },
      ],
      values: [
        { position: 1, from: ' gold ', to: 'Gold' },
        { position: 1, from: '', to: 'None' },
      ],
    })(record);
    return record.cells;
  };

  it('replace a value in all rows of its column, whatever blanks are around it', () => {
    expect(corrected(3, ['gold', ' gold', 'gold'])).toEqual(['gold', 'Gold', 'gold']);
    expect(corrected(3, ['x', 'golden'])).toEqual(['x', 'golden']);
    expect(corrected(3, ['x'])).toEqual(['x', 'None']);
  });

  it('change single cells, also beyond the end of a short row', () => {
    expect(corrected(2, ['', 'x'])).toEqual(['Acme', 'x', '', 'sam']);
  });

  it('prefer the correction of one cell', () => {
    expect(corrected(4, ['x', 'gold'])).toEqual(['x', 'own']);
    expect(corrected(2, ['x', ' ', 'y', 'z'])).toEqual(['Acme', 'None', 'y', 'sam']);
  });

  const block = (cells: string[]) => [
    { row: 2, cells, firstLine: 2, lastLine: 2, problem: null, next: { offset: 0, row: 3, line: 3 } },
  ];
  async function* blocks() {
    yield block(['a']);
    yield block(['b']);
  }
  const cellsRead = async (corrections: Parameters<typeof correctRecords>[1]) => {
    const read: string[][] = [];
    for await (const records of correctRecords(blocks(), corrections)) read.push(...records.map(({ cells }) => cells));
    return read;
  };

  it('leave all rows as they are without any', async () => {
    expect(await cellsRead(null)).toEqual([['a'], ['b']]);
  });

  it('reach each block of a file', async () => {
    const values = ['a', 'b'].map((from) => ({ position: 0, from, to: from.toUpperCase() }));
    expect(await cellsRead({ cells: [], values })).toEqual([['A'], ['B']]);
  });
});
