import { dateWords, dayIn, dayOfMonth, daysOf, nameOfSpan, spanOf } from './calendar.rules';

it.each([
  ['UTC', '2026-11-01T03:30:00Z', '2026-11-01'],
  ['America/Chicago', '2026-11-01T03:30:00Z', '2026-10-31'],
  ['Pacific/Auckland', '2026-10-31T12:00:00Z', '2026-11-01'],
])('in %s the moment %s belongs to %s', (zone, moment, day) => {
  expect(dayIn(zone, new Date(moment))).toBe(day);
});

it.each([
  ['week', '2026-11-18', '2026-11-16', '2026-11-22'],
  ['week', '2026-11-16', '2026-11-16', '2026-11-22'],
  ['week', '2026-11-22', '2026-11-16', '2026-11-22'],
  ['week', '2027-01-01', '2026-12-28', '2027-01-03'],
  ['lastWeek', '2026-11-18', '2026-11-09', '2026-11-15'],
  ['lastWeek', '2026-03-01', '2026-02-16', '2026-02-22'],
  ['month', '2026-11-18', '2026-11-01', '2026-11-30'],
  ['month', '2028-02-10', '2028-02-01', '2028-02-29'],
] as const)('%s on %s is from %s to %s, weeks beginning on Monday', (period, today, from, to) => {
  expect(spanOf(period, today)).toEqual({ from, to });
});

it.each([
  ['week', '2027-01-06', { weeks: 1, months: 0 }, '2026-12-28', '2027-01-03'],
  ['lastWeek', '2027-01-06', { weeks: 1, months: 0 }, '2026-12-21', '2026-12-27'],
  ['week', '2027-01-06', { weeks: 0, months: 3 }, '2027-01-04', '2027-01-10'],
  ['month', '2026-03-31', { weeks: 0, months: 1 }, '2026-02-01', '2026-02-28'],
  ['month', '2027-01-06', { weeks: 0, months: 2 }, '2026-11-01', '2026-11-30'],
  ['month', '2028-03-01', { weeks: 9, months: 1 }, '2028-02-01', '2028-02-29'],
] as const)('%s on %s back by %j is from %s to %s', (period, today, offset, from, to) => {
  expect(spanOf(period, today, offset)).toEqual({ from, to });
});

it.each([
  ['2026-11-16', '2026-11-22', 'This Week'],
  ['2026-11-09', '2026-11-15', 'Last Week'],
  ['2026-11-01', '2026-11-30', 'This Month'],
  ['2026-10-01', '2026-10-31', 'October 2026'],
  ['2026-11-02', '2026-11-08', 'Nov 2 to Nov 8'],
  ['2026-11-16', '2026-11-18', 'Nov 16 to Nov 18'],
  ['2026-11-18', '2026-11-22', 'Nov 18 to Nov 22'],
  ['2026-10-01', '2026-10-15', 'Oct 1 to Oct 15'],
  ['2026-10-15', '2026-10-31', 'Oct 15 to Oct 31'],
])('on November 18, 2026, %s to %s is called %s', (from, to, name) => {
  expect(nameOfSpan({ from, to }, '2026-11-18')).toBe(name);
});

it('a span has each of its days', () => {
  const days = daysOf({ from: '2026-02-27', to: '2026-03-01' });
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(days.map(dayOfMonth)).toEqual([27, 28, 1]);
});

it('a date has its year', () => expect(dateWords('2026-11-02')).toBe('Nov 2, 2026'));
