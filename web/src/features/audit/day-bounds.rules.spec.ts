import { endOfDay, startOfDay } from './day-bounds.rules';

/** A date and time without a zone is in the browser's zone. */
const local = (time: string) => new Date(time).toISOString();

describe('The day of a date field', () => {
  it.each([
    ['2026-11-18', '2026-11-18T00:00:00', '2026-11-19T00:00:00'],
    ['2026-11-30', '2026-11-30T00:00:00', '2026-12-01T00:00:00'],
    ['2026-12-31', '2026-12-31T00:00:00', '2027-01-01T00:00:00'],
    ['1900-01-01', '1900-01-01T00:00:00', '1900-01-02T00:00:00'],
    ['2199-12-31', '2199-12-31T00:00:00', '2200-01-01T00:00:00'],
  ])('%s is from %s until before %s', (day, from, to) => {
    expect(startOfDay(day)).toBe(local(from));
    expect(endOfDay(day)).toBe(local(to));
  });

  it.each(['', '0202-11-18', '1899-12-31', '2200-01-01', '2026', '2026-11', '2026-00-18', '2026-11-00', 'x-11-18'])(
    'is unknown while %p is typed',
    (typed) => {
      expect(startOfDay(typed)).toBeUndefined();
      expect(endOfDay(typed)).toBeUndefined();
    },
  );
});
