import { monthBefore, monthKey } from './celebration.rules';

it.each([
  ['November', '2026-11-18T12:00:00Z', '2026-11'],
  // The server's clock or zone is ahead or behind.
  ['November', '2026-12-01T00:00:30Z', '2026-11'],
  ['December', '2026-11-30T23:59:30Z', '2026-12'],
  ['January', '2026-12-31T23:00:00Z', '2027-01'],
  ['December', '2027-01-01T03:00:00Z', '2026-12'],
  ['Brumaire', '2026-11-18T12:00:00Z', undefined],
])('%s at %s is the month %s', (name, now, key) => {
  expect(monthKey(name, new Date(now))).toBe(key);
});

it.each([
  ['2026-11', '2026-10'],
  ['2027-01', '2026-12'],
])('before %s was %s', (key, before) => {
  expect(monthBefore(key)).toBe(before);
});
