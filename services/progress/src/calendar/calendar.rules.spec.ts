import { Settings } from 'luxon';
import {
  dayBefore,
  dayOf,
  daysOf,
  elapsedPercent,
  momentsOf,
  monthContaining,
  monthName,
  monthOf,
  nameOfMonth,
  nextChange,
  weekBefore,
  weekContaining,
  weeklyTarget,
  weekOf,
  weeksBefore,
} from './calendar.rules.js';

const chicago = 'America/Chicago';
const auckland = 'Pacific/Auckland';
// Months have English names in any locale of the server.
Settings.defaultLocale = 'fr';

it('a period has its first day, its last day and each between', () => {
  expect(daysOf({ from: '2026-02-27', to: '2026-03-02' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(daysOf({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['2026-03-02']);
  expect(daysOf({ from: '2026-03-02', to: '2026-03-01' })).toEqual([]);
});

describe('the calendar of a moment in the time zone of the deployment', () => {
  test.each([
    // A Wednesday, one moment and three days of the calendar.
    { at: '2026-07-01T02:00:00Z', zone: 'UTC', day: '2026-07-01', week: '2026-06-29', month: '2026-07-01' },
    { at: '2026-07-01T02:00:00Z', zone: chicago, day: '2026-06-30', week: '2026-06-29', month: '2026-06-01' },
    { at: '2026-07-01T02:00:00Z', zone: auckland, day: '2026-07-01', week: '2026-06-29', month: '2026-07-01' },
    // Sunday's last moment and Monday's first.
    { at: '2026-11-22T23:59:59.999Z', zone: 'UTC', day: '2026-11-22', week: '2026-11-16', month: '2026-11-01' },
    { at: '2026-11-23T00:00:00Z', zone: 'UTC', day: '2026-11-23', week: '2026-11-23', month: '2026-11-01' },
    { at: '2026-11-23T05:59:59.999Z', zone: chicago, day: '2026-11-22', week: '2026-11-16', month: '2026-11-01' },
    { at: '2026-11-23T06:00:00Z', zone: chicago, day: '2026-11-23', week: '2026-11-23', month: '2026-11-01' },
    { at: '2026-11-22T10:59:59.999Z', zone: auckland, day: '2026-11-22', week: '2026-11-16', month: '2026-11-01' },
    { at: '2026-11-22T11:00:00Z', zone: auckland, day: '2026-11-23', week: '2026-11-23', month: '2026-11-01' },
    // Clocks go forward and back on a Sunday; its end stays midnight.
    { at: '2026-03-09T04:59:59Z', zone: chicago, day: '2026-03-08', week: '2026-03-02', month: '2026-03-01' },
    { at: '2026-03-09T05:00:00Z', zone: chicago, day: '2026-03-09', week: '2026-03-09', month: '2026-03-01' },
    { at: '2026-11-02T05:59:59Z', zone: chicago, day: '2026-11-01', week: '2026-10-26', month: '2026-11-01' },
    { at: '2026-11-02T06:00:00Z', zone: chicago, day: '2026-11-02', week: '2026-11-02', month: '2026-11-01' },
    // December to January, in a week that began in the old year.
    { at: '2026-12-31T23:59:59Z', zone: 'UTC', day: '2026-12-31', week: '2026-12-28', month: '2026-12-01' },
    { at: '2027-01-01T00:00:00Z', zone: 'UTC', day: '2027-01-01', week: '2026-12-28', month: '2027-01-01' },
    { at: '2027-01-01T05:59:59Z', zone: chicago, day: '2026-12-31', week: '2026-12-28', month: '2026-12-01' },
    { at: '2026-12-31T11:00:00Z', zone: auckland, day: '2027-01-01', week: '2026-12-28', month: '2027-01-01' },
    // A leap day.
    { at: '2028-02-29T12:00:00Z', zone: 'UTC', day: '2028-02-29', week: '2028-02-28', month: '2028-02-01' },
  ])('$at in $zone is $day, in the week of $week', ({ at, zone, day, week, month }) => {
    expect(dayOf(new Date(at), zone)).toBe(day);
    expect(weekOf(new Date(at), zone).from).toBe(week);
    expect(monthOf(new Date(at), zone).from).toBe(month);
  });

  it('has weeks from Monday to Sunday, also over the end of a month, of a year, and over a clock change', () => {
    expect(weekOf(new Date('2026-07-01T12:00:00Z'), 'UTC')).toEqual({ from: '2026-06-29', to: '2026-07-05' });
    expect(weekOf(new Date('2027-01-02T12:00:00Z'), 'UTC')).toEqual({ from: '2026-12-28', to: '2027-01-03' });
    expect(weekOf(new Date('2026-03-08T12:00:00Z'), chicago)).toEqual({ from: '2026-03-02', to: '2026-03-08' });
    expect(weekBefore(new Date('2026-03-09T05:00:00Z'), chicago)).toEqual({ from: '2026-03-02', to: '2026-03-08' });
    expect(weekBefore(new Date('2027-01-04T00:00:00Z'), 'UTC')).toEqual({ from: '2026-12-28', to: '2027-01-03' });
  });

  it('has months of their own length', () => {
    expect(monthOf(new Date('2026-02-10T12:00:00Z'), chicago)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(monthOf(new Date('2028-02-10T12:00:00Z'), chicago)).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(monthOf(new Date('2026-12-31T23:00:00Z'), 'UTC')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });

  it('names the month in English', () => {
    expect(monthName(new Date('2026-11-30T23:59:59Z'), 'UTC')).toBe('November');
    expect(monthName(new Date('2026-11-30T23:59:59Z'), auckland)).toBe('December');
    expect(monthName(new Date('2027-01-01T00:00:00Z'), chicago)).toBe('December');
  });
});

describe('the share that has passed, to one decimal', () => {
  test.each([
    { at: '2026-11-16T00:00:00Z', zone: 'UTC', week: 0, month: 50 },
    { at: '2026-11-19T12:00:00Z', zone: 'UTC', week: 50, month: 61.7 },
    { at: '2026-11-20T00:00:00Z', zone: 'UTC', week: 57.1, month: 63.3 },
    { at: '2026-11-22T23:59:59Z', zone: 'UTC', week: 100, month: 73.3 },
    { at: '2026-12-01T00:00:00Z', zone: 'UTC', week: 14.3, month: 0 },
    { at: '2026-12-31T23:59:59Z', zone: 'UTC', week: 57.1, month: 100 },
    { at: '2026-11-16T06:00:00Z', zone: chicago, week: 0, month: 50.1 },
    { at: '2026-11-15T11:00:00Z', zone: auckland, week: 0, month: 50 },
    // Sunday noon of a week of 167 hours, and of one of 169.
    { at: '2026-03-08T17:00:00Z', zone: chicago, week: 92.8, month: 24.1 },
    { at: '2026-11-01T18:00:00Z', zone: chicago, week: 92.9, month: 1.8 },
  ])('is $week of the week and $month of the month at $at in $zone', ({ at, zone, week, month }) => {
    expect(elapsedPercent(new Date(at), zone, 'week')).toBe(week);
    expect(elapsedPercent(new Date(at), zone, 'month')).toBe(month);
  });
});

describe('the share stays as it is until its next change', () => {
  test.each([
    { at: '2026-11-18T18:00:00Z', zone: 'UTC', unit: 'week' },
    { at: '2026-11-16T00:00:00Z', zone: 'UTC', unit: 'week' },
    { at: '2026-11-18T18:00:00Z', zone: chicago, unit: 'month' },
    { at: '2026-03-08T07:59:00Z', zone: chicago, unit: 'week' },
    { at: '2026-11-01T06:59:00Z', zone: chicago, unit: 'week' },
    { at: '2026-12-31T10:30:00Z', zone: auckland, unit: 'month' },
  ] as const)('of the $unit from $at on in $zone', ({ at, zone, unit }) => {
    const now = new Date(at);
    const change = nextChange(now, zone, unit);
    const last = new Date(change.getTime() - 1);
    expect(change.getTime()).toBeGreaterThan(now.getTime());
    expect([elapsedPercent(last, zone, unit), dayOf(last, zone)]).toEqual([
      elapsedPercent(now, zone, unit),
      dayOf(now, zone),
    ]);
    const isOther =
      elapsedPercent(change, zone, unit) !== elapsedPercent(now, zone, unit) ||
      dayOf(change, zone) !== dayOf(now, zone);
    expect(isOther).toBe(true);
  });

  it('and no longer than its day', () => {
    expect(nextChange(new Date('2026-11-18T23:59:59Z'), 'UTC', 'month')).toEqual(new Date('2026-11-19T00:00:00Z'));
    expect(nextChange(new Date('2026-12-31T10:59:59Z'), auckland, 'week')).toEqual(new Date('2026-12-31T11:00:00Z'));
  });
});

describe('the weekly target is ceil(monthly goal × 7 / days in the month)', () => {
  test.each([
    { goal: 100, on: '2026-02-10', target: 25 },
    { goal: 100, on: '2028-02-10', target: 25 },
    { goal: 100, on: '2026-11-10', target: 24 },
    { goal: 100, on: '2026-12-10', target: 23 },
    { goal: 1, on: '2026-12-10', target: 1 },
    { goal: 30, on: '2026-11-30', target: 7 },
    { goal: 31, on: '2026-12-01', target: 7 },
    { goal: 32, on: '2026-12-01', target: 8 },
    { goal: 1_000_000, on: '2026-02-01', target: 250_000 },
  ])('$goal a month is $target a week on $on', ({ goal, on, target }) => {
    expect(weeklyTarget(goal, on)).toBe(target);
  });
});

describe('a day without a time zone', () => {
  it('belongs to the week from Monday to Sunday and to the month around it', () => {
    expect(weekContaining('2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(weekContaining('2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-29' });
    expect(monthContaining('2028-02-29')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });

  it('has a month with an English name', () => expect(nameOfMonth('2026-11-30')).toBe('November'));

  it('has a day before it, also over the end of a month', () => expect(dayBefore('2026-03-01')).toBe('2026-02-28'));

  it('has weeks before it', () => {
    expect(weeksBefore('2026-11-22', 0)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(weeksBefore('2026-11-22', 7)).toEqual({ from: '2026-09-28', to: '2026-10-04' });
  });
});

it('a period lasts from the first moment of its first day until the first moment after its last day', () => {
  expect(momentsOf({ from: '2026-11-16', to: '2026-11-22' }, 'UTC')).toEqual({
    from: '2026-11-16T00:00:00.000Z',
    to: '2026-11-23T00:00:00.000Z',
  });
  // The clocks go back on November 1.
  expect(momentsOf({ from: '2026-11-01', to: '2026-11-01' }, chicago)).toEqual({
    from: '2026-11-01T05:00:00.000Z',
    to: '2026-11-02T06:00:00.000Z',
  });
});

it.each([
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z'],
])('a day that has its first hour twice begins with the first of them in %s', (zone, on, first) => {
  expect(momentsOf({ from: on, to: on }, zone).from).toBe(first);
  expect(momentsOf({ from: dayBefore(on), to: dayBefore(on) }, zone).to).toBe(first);
});

it('a month that begins so has one begin all day long', () => {
  const [first, noon] = [new Date('2026-11-01T04:30:00Z'), new Date('2026-11-01T17:00:00Z')];
  expect(elapsedPercent(first, 'America/Havana', 'month')).toBe(0.1);
  expect(elapsedPercent(noon, 'America/Havana', 'month')).toBe(1.8);
});
