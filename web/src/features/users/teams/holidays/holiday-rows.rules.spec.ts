import { maxHolidays } from '@lead-finder/contracts';
import { daysOfFile, withDays } from './holiday-rows.rules';

const christmas = { day: '2026-12-25', name: 'Christmas Day' };
const boxingDay = { day: '2026-12-26', name: 'Boxing Day' };
const newYear = { day: '2027-01-01', name: 'New Year' };
const read = (...[headers = [], ...lines]: string[][]) =>
  daysOfFile(
    headers,
    lines.map((cells, at) => ({ row: at + 2, cells })),
  );

describe('Adding days to a list', () => {
  it('adds those whose date it does not have, in the order of the calendar', () => {
    expect(withDays([newYear, christmas], [{ ...christmas, name: 'Again' }, boxingDay])).toEqual({
      days: [christmas, boxingDay, newYear],
      added: 1,
    });
  });

  it('drops empty rows, and keeps those that are half filled', () => {
    const half = [
      { day: '', name: 'Inventory' },
      { day: '2026-12-31', name: '' },
    ];
    expect(withDays([{ day: '', name: '' }, ...half], [])).toEqual({ days: half, added: 0 });
  });
});

describe('A file of days', () => {
  it.each([
    [
      'with a header',
      [
        ['date', 'name'],
        ['2026-12-25', 'Christmas Day'],
        ['2027-01-01', 'New Year'],
      ],
    ],
    [
      'without a header',
      [
        ['2026-12-25', 'Christmas Day'],
        ['2027-01-01', 'New Year'],
      ],
    ],
    [
      'with other columns',
      [
        [' Name ', 'Kind', ' DATE '],
        ['Christmas Day', '', ' 2026-12-25 '],
        ['New Year', '', '2027-01-01'],
      ],
    ],
  ])('%s has days', (_, lines) => expect(read(...lines)).toEqual({ days: [christmas, newYear] }));

  it.each([
    [
      [
        ['date', 'name'],
        ['2026-13-01', 'Off'],
      ],
      'Row 2: Must be a date as YYYY-MM-DD',
    ],
    [[['name', 'date'], ['Off']], 'Row 2: Must be a date as YYYY-MM-DD'],
    [[['2026-12-25']], 'Row 1: Please enter the name of the holiday'],
    [
      [
        ['2026-12-25', 'Christmas'],
        ['2026-12-25', 'Again'],
      ],
      'Row 2 has the date of row 1',
    ],
    [
      [
        ['date', 'what'],
        ['2026-12-25', 'Christmas'],
      ],
      'The file has no column "name"',
    ],
  ])('takes nothing from %j', (lines, problem) => expect(read(...lines)).toEqual({ days: [], problem }));

  it('has at most as many days as a list', () => {
    const dayAt = (at: number) => new Date(Date.UTC(2026, 0, at + 1)).toISOString().slice(0, 10);
    const lines = Array.from({ length: maxHolidays + 1 }, (_, at) => [dayAt(at), 'Off']);
    expect(read(...lines.slice(1)).days).toHaveLength(maxHolidays);
    expect(read(...lines)).toEqual({ days: [], problem: 'A list has at most 400 days' });
  });
});
