import { worksOn } from '@lead-finder/contracts';
import fc from 'fast-check';
import { daysOf } from './calendar.rules';
import { readMeter, readMonth, readWeek, workedShare } from './meter.rules';

describe('A meter', () => {
  it.each([
    // count, target, elapsed, percent, expected, words
    [14, 24, 37.3, 58, 9, '5 ahead of pace'],
    [56, 100, 58.7, 56, 59, '3 behind pace'],
    [59, 100, 58.7, 59, 59, 'on pace'],
    [99, 100, 100, 99, 100, '1 behind pace'],
    [100, 100, 100, 100, 100, 'target reached'],
    [112, 100, 58.7, 112, 59, 'target reached'],
    [0, 24, 0, 0, 0, 'on pace'],
    [0, 24, 0.1, 0, 1, '1 behind pace'],
  ])('of %d of %d at %d%% says %d%%, %d expected, %s', (count, target, elapsed, percent, expected, words) => {
    expect(readMeter({ count, target }, elapsed)).toMatchObject({ percent, expected, words, elapsed });
  });

  it.each([
    [3, 24, 50, 'behind', '9 behind'],
    [15, 24, 50, 'ahead', '3 ahead'],
    [12, 24, 50, 'plain', 'on pace'],
    [24, 24, 50, 'done', 'reached'],
  ])('of %d of %d at %d%% takes the side %s and says %s in the header', (count, target, elapsed, side, short) => {
    expect(readMeter({ count, target }, elapsed)).toMatchObject({ side, short });
  });
});

describe('The elapsed share', () => {
  it("is the server's", () => {
    expect(readWeek({ count: 1, target: 24, weekProgress: 12.5 }, '2026-11-18').elapsed).toBe(12.5);
    expect(readMonth({ count: 1, target: 24, monthProgress: 58.7 }, '2026-11-18').elapsed).toBe(58.7);
  });

  it.each([
    ['2026-11-16', 1],
    ['2026-11-18', 3],
    ['2026-11-22', 7],
  ])('of a week without it is the weekday of %s, %d, out of 7', (day, weekday) => {
    expect(readWeek({ count: 1, target: 24 }, day).elapsed).toBeCloseTo((weekday / 7) * 100);
  });

  it.each([
    ['2026-11-18', 18 / 30],
    ['2026-02-07', 7 / 28],
    ['2028-02-29', 1],
  ])('of a month without it is the day of %s over the days in the month', (day, share) => {
    expect(readMonth({ count: 1, target: 24 }, day).elapsed).toBeCloseTo(share * 100);
  });
});

describe('the pace of a user in a team', () => {
  const week = { from: '2026-11-16', to: '2026-11-22' };
  const mondayToFriday = [1, 2, 3, 4, 5];
  test.each([
    { day: 'Monday noon', elapsed: 50 / 7, workingDays: mondayToFriday, share: 10 },
    { day: 'Friday night', elapsed: 500 / 7, workingDays: mondayToFriday, share: 100 },
    { day: 'Saturday', elapsed: 550 / 7, workingDays: mondayToFriday, share: 100 },
    { day: 'Saturday night', elapsed: 600 / 7, workingDays: [6, 7], share: 50 },
    { day: 'Sunday night', elapsed: 100, workingDays: [7], share: 100 },
  ])('counts working days: $day is $share%', ({ elapsed, workingDays, share }) => {
    expect(workedShare(week, elapsed, { workingDays })).toBeCloseTo(share, 9);
  });

  it("leaves the elapsed share as the calendar's", () => {
    const shown = { count: 20, target: 20, weekProgress: 78.6, workingDays: mondayToFriday };
    expect(readWeek({ ...shown, count: 19 }, '2026-11-21')).toMatchObject({
      elapsed: 78.6,
      worked: 100,
      byWorkingDays: true,
      expected: 20,
      words: '1 behind pace',
    });
    expect(readWeek({ ...shown, count: 16, workingDays: undefined }, '2026-11-21')).toMatchObject({
      worked: 78.6,
      byWorkingDays: false,
      expected: 16,
    });
  });

  it('counts no holiday and no other day off', () => {
    const monday = { count: 0, target: 20, weekProgress: 100 / 7, workingDays: mondayToFriday };
    expect(readWeek({ ...monday, daysOff: ['2026-11-16'] }, '2026-11-17')).toMatchObject({
      elapsed: 100 / 7,
      worked: 0,
      words: 'on pace',
    });
    expect(readWeek({ ...monday, daysOff: ['2026-11-20', '2026-11-21'] }, '2026-11-17')).toMatchObject({ worked: 25 });
    expect(readWeek({ ...monday, daysOff: ['2026-11-23'] }, '2026-11-17')).toMatchObject({ worked: 20 });
  });

  it('expects nothing in a week off', () => {
    const daysOff = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
    const shown = { count: 0, target: 20, weekProgress: 100, workingDays: mondayToFriday, daysOff };
    expect(readWeek(shown, '2026-11-22')).toMatchObject({ expected: 0, words: 'on pace' });
  });

  it('never falls, stands still on days off and ends with all of the target, for any calendar', () => {
    const days = daysOf({ from: '2026-11-01', to: '2026-11-30' });
    const calendars = fc.record({
      workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      daysOff: fc.subarray(days),
    });
    fc.assert(
      fc.property(calendars, fc.nat({ max: 20 }), fc.nat({ max: 9 }), (time, first, more) => {
        const month = { from: days[first]!, to: days[first + more]! };
        const shown = daysOf(month);
        const shares = [0, ...shown.map((_, at) => workedShare(month, ((at + 1) * 100) / shown.length, time))];
        const worked = shown.filter((day) => worksOn(day, time));
        shown.forEach((day, at) => {
          const step = worksOn(day, time) ? 100 / worked.length : 0;
          expect(shares[at + 1]! - shares[at]!).toBeCloseTo(step, 6);
        });
        expect(shares.at(-1)).toBeCloseTo(worked.length > 0 ? 100 : 0, 6);
      }),
    );
  });

  it('counts the working days of the month', () => {
    // Sunday, November 15: ten of 21 working days have passed.
    const month = { count: 0, target: 21, monthProgress: 50, workingDays: mondayToFriday };
    expect(readMonth(month, '2026-11-15')).toMatchObject({ expected: 10, words: '10 behind pace' });
  });
});
