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
      failed: { row: 4, cells: ['Acme'], failures: [{ column: null, message: 'A quote is missing' }] },
    });
  });

  it('fails with every problem of its cells', () => {
    expect(readRow(record(['', 'none']), rules)).toEqual({
      failed: {
        row: 4,
        cells: ['', 'none'],
        failures: [
          { column: 'Business Name', message: 'Business Name is required' },
          { column: 'Phone', message: 'Phone is not a valid phone number' },
        ],
      },
    });
  });

  it('names its lines if it has more than one', () => {
    expect(readRow(record([''], { lastLine: 6 }), rules)).toMatchObject({
      failed: { failures: [{ message: 'Business Name is required (lines 4-6)' }] },
    });
  });
});
