import {
  columnsFor,
  createOnly,
  fieldOf,
  mappingOf,
  problemsOf,
  rememberColumns,
  samplesOf,
  withChoice,
  withFound,
} from './column-choice';

const headers = ['Company', 'Street', 'Suite', 'Rep'];

describe('The choice of columns', () => {
  it('starts with a guess from the headers', () => {
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

  it('is sent to the server complete, so that the server guesses nothing', () => {
    expect(mappingOf(headers, columnsFor(headers))).toMatchObject({
      businessName: 'Company',
      address: ['Street', 'Suite'],
      user: 'Rep',
      phone: '',
    });
  });

  it('moves a field from its previous column, unless the columns form one value', () => {
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

  it('takes a column for a custom field that arrives after the file, unless the user has chosen another field for it', () => {
    const file = ['Company', 'Region', 'Seats'];
    const rules = {
      ...createOnly,
      customFields: [
        { key: 'region', name: 'Region' },
        { key: 'seats', name: 'Seats' },
      ],
    };
    const guessed = columnsFor(file);
    expect(guessed).toEqual({ businessName: [0], state: [1] });
    const all = { businessName: [0], 'customFields.region': [1], 'customFields.seats': [2] };
    expect(withFound(file, guessed, rules)).toEqual(all);
    expect(withFound(file, withChoice(guessed, 1, 'city'), rules)).toEqual({
      ...{ businessName: [0], city: [1] },
      'customFields.seats': [2],
    });
  });

  it('is remembered for files with the same header', () => {
    rememberColumns(headers, { businessName: [3] });
    expect(columnsFor(headers)).toEqual({ businessName: [3] });
    expect(columnsFor(['Company', 'Rep'])).toEqual({ businessName: [0], user: [1] });
  });

  it('shows the first three values that are not blank', () => {
    const rows = ['Ann', ' ', 'Bob', 'Cleo', 'Dan'].map((cell, row) => ({ row, cells: [cell] }));
    expect(samplesOf({ rows }, 0)).toBe('Ann · Bob · Cleo');
  });
});
