import { columnsFor, fieldOf, mappingOf, problemsOf, rememberColumns, samplesOf, withChoice } from './column-choice';

const headers = ['Company', 'Street', 'Suite', 'Rep'];

describe('The choice of columns', () => {
  it('starts with what the headers say', () => {
    const columns = columnsFor(headers);
    expect(columns).toEqual({ businessName: [0], address: [1, 2], user: [3] });
    expect(headers.map((_, position) => fieldOf(columns, position))).toEqual([
      'businessName',
      'address',
      'address',
      'user',
    ]);
    expect(problemsOf(headers, columns, false)).toEqual([]);
  });

  it('is told to the server whole, so that nothing is guessed again', () => {
    expect(mappingOf(headers, columnsFor(headers))).toMatchObject({
      businessName: 'Company',
      address: ['Street', 'Suite'],
      user: 'Rep',
      phone: '',
    });
  });

  it('takes a field from the column that had it, unless the two make one value', () => {
    const columns = columnsFor(headers);
    expect(withChoice(columns, 1, 'businessName')).toEqual({ businessName: [1], address: [2], user: [3] });
    expect(withChoice({ address: [1] }, 2, 'address')).toEqual({ address: [1, 2] });
    expect(withChoice(columns, 0, null)).toEqual({ address: [1, 2], user: [3] });
  });

  it('says what is missing', () => {
    expect(problemsOf(headers, { user: [3] }, false)).toEqual(['The file has no Business Name column.']);
    expect(problemsOf(headers, { businessName: [0] }, true)).toEqual([]);
    expect(problemsOf(headers, { businessName: [0] }, false)).toHaveLength(1);
  });

  it('is remembered for files with the same header', () => {
    rememberColumns(headers, { businessName: [3] });
    expect(columnsFor(headers)).toEqual({ businessName: [3] });
    expect(columnsFor(['Company', 'Rep'])).toEqual({ businessName: [0], user: [1] });
  });

  it('shows the first three values that are not blank', () => {
    const rows = ['Ann', ' ', 'Bob', 'Cleo', 'Dan'].map((cell, row) => ({ row, cells: [cell] }));
    expect(samplesOf({ encoding: 'UTF-8', delimiter: ',', headers: ['Name'], rows }, 0)).toBe('Ann · Bob · Cleo');
  });
});
