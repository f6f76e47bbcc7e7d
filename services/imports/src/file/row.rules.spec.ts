import { readRow } from './row.rules.js';
import type { FileRecord } from './file-record.js';

const rules = { headers: ['Business Name', 'Phone'], columns: { businessName: [0], phone: [1] }, hasAssignee: true };
const record = (cells: string[], change: Partial<FileRecord> = {}): FileRecord => ({
  row: 4,
  firstLine: 4,
  lastLine: 4,
  cells,
  problem: null,
  next: { offset: 90, row: 5, line: 5 },
  ...change,
});

describe('A row of a file', () => {
  it('is ready with its number and its fields', () => {
    expect(readRow(record(['Acme', '+1 555 123 4567']), rules)).toEqual({
      ready: {
        row: 4,
        user: null,
        name: 'Acme',
        phone: '+1 555 123 4567',
        address: null,
        state: null,
        website: null,
        email: null,
        contactPerson: null,
        tags: [],
        latitude: null,
        longitude: null,
      },
    });
  });

  it('fails as a whole if it cannot be read', () => {
    expect(readRow(record(['Acme'], { problem: 'A quote is missing' }), rules)).toEqual({
      failed: { row: 4, cells: ['Acme'], user: null, failures: [{ column: null, message: 'A quote is missing' }] },
    });
  });

  it('fails with every problem of its cells', () => {
    expect(readRow(record(['', 'none']), rules)).toEqual({
      failed: {
        row: 4,
        cells: ['', 'none'],
        user: null,
        failures: [
          { column: 'Business Name', message: 'Business Name is required' },
          { column: 'Phone', message: 'Phone is not a valid phone number' },
        ],
      },
    });
  });

  it('fails at once if a million blanks stand inside a cell', () => {
    const columns = { ...rules.columns, leadUuid: [2] };
    const cell = `x${' '.repeat(1_000_000)}x\u200b`;
    expect(readRow(record(['Acme', '', cell]), { ...rules, columns, mode: 'update' })).toMatchObject({
      failed: { failures: [{ message: 'Lead UUID is not the uuid of a lead' }] },
    });
  });

  it.each([
    ['a problem of a cell', ['Acme', 'none', ' Sam '], 'Sam'],
    ['a cell that cannot be read', ['Ac\u0000me', '', 'sam'], 'sam'],
    ['nothing in the place of the user', ['Acme', 'none', ''], null],
    ['a user that cannot be read', ['Acme', '', 'sa\u0000m'], null],
  ])('fails with %s and still says whom it names', (_, cells, user) => {
    const withUser = {
      headers: [...rules.headers, 'User'],
      columns: { ...rules.columns, user: [2] },
      hasAssignee: false,
    };
    expect(readRow(record(cells), withUser)).toMatchObject({ failed: { user } });
    expect(readRow(record(cells), { ...withUser, hasAssignee: true })).toMatchObject({ failed: { user } });
  });

  it('names its lines if it has more than one', () => {
    expect(readRow(record([''], { lastLine: 6 }), rules)).toMatchObject({
      failed: { failures: [{ message: 'Business Name is required (lines 4-6)' }] },
    });
  });
});
