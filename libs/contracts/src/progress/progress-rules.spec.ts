import {
  barPercent,
  elapsedByMonthDay,
  elapsedByWeekday,
  expectedCount,
  groupOfMember,
  isTargetReached,
  pace,
  percentComplete,
} from './progress-rules.js';

describe('percent complete is round(count / target x 100), and the bar is capped at 100', () => {
  test.each([
    { count: 0, target: 24, percent: 0, bar: 0 },
    { count: 1, target: 24, percent: 4, bar: 4 },
    { count: 1, target: 8, percent: 13, bar: 13 },
    { count: 23, target: 40, percent: 58, bar: 58 },
    { count: 199, target: 200, percent: 100, bar: 100 },
    { count: 24, target: 24, percent: 100, bar: 100 },
    { count: 36, target: 24, percent: 150, bar: 100 },
    { count: 1000, target: 1, percent: 100_000, bar: 100 },
  ])('$count of $target is $percent, drawn $bar wide', ({ count, target, percent, bar }) => {
    expect(percentComplete(count, target)).toBe(percent);
    expect(barPercent(count, target)).toBe(bar);
  });
});

describe('the target is reached at count >= target', () => {
  test.each([
    { count: 99, target: 100, reached: false },
    { count: 100, target: 100, reached: true },
    { count: 101, target: 100, reached: true },
  ])('$count of $target: $reached', ({ count, target, reached }) => {
    expect(isTargetReached(count, target)).toBe(reached);
  });
});

describe('the expected count is ceil(elapsed percent x target), pace is the difference', () => {
  test.each([
    { elapsed: 0, target: 24, expected: 0, count: 0, ahead: 0 },
    { elapsed: 0.1, target: 24, expected: 1, count: 0, ahead: -1 },
    { elapsed: 50, target: 24, expected: 12, count: 15, ahead: 3 },
    { elapsed: 42.9, target: 24, expected: 11, count: 11, ahead: 0 },
    { elapsed: 33.3, target: 1_000, expected: 333, count: 300, ahead: -33 },
    { elapsed: 100, target: 24, expected: 24, count: 20, ahead: -4 },
    { elapsed: 100, target: 1, expected: 1, count: 3, ahead: 2 },
  ])(
    '$elapsed% of $target expects $expected; $count is $ahead ahead',
    ({ elapsed, target, expected, count, ahead }) => {
      expect(expectedCount(elapsed, target)).toBe(expected);
      expect(pace(count, target, elapsed)).toBe(ahead);
    },
  );

  it('is not off by one if floating point misses a whole number', () => {
    // Three hundred thousand calls of expect would take half a minute.
    const wrong: unknown[] = [];
    const compare = (elapsed: number, target: number, expected: number) => {
      if (expectedCount(elapsed, target) !== expected) wrong.push({ elapsed, target, expected });
    };
    for (let target = 1; target <= 300; target++) {
      for (let day = 1; day <= 7; day++) {
        if ((day * target) % 7 === 0) compare(elapsedByWeekday(day % 7), target, (day * target) / 7);
      }
      for (let tenths = 0; tenths <= 1_000; tenths++)
        compare(tenths / 10, target, Math.ceil((tenths * target) / 1_000));
    }
    expect(wrong).toEqual([]);
  });
});

describe('the elapsed share that the server did not supply', () => {
  test.each([
    { day: 'Monday', weekday: 1, share: 100 / 7 },
    { day: 'Wednesday', weekday: 3, share: 300 / 7 },
    { day: 'Saturday', weekday: 6, share: 600 / 7 },
    { day: 'Sunday', weekday: 0, share: 100 },
  ])('of a week on $day counts Sunday as 7', ({ weekday, share }) => {
    expect(elapsedByWeekday(weekday)).toBeCloseTo(share, 10);
  });

  test.each([
    { day: 1, days: 28, share: 100 / 28 },
    { day: 15, days: 30, share: 50 },
    { day: 31, days: 31, share: 100 },
  ])('of a month on day $day of $days is their quotient', ({ day, days, share }) => {
    expect(elapsedByMonthDay(day, days)).toBeCloseTo(share, 10);
  });
});

describe('a member belongs to', () => {
  test.each([
    { count: 0, percentage: 0, elapsed: 0, group: 'Just Started' },
    { count: 0, percentage: 0, elapsed: 100, group: 'Just Started' },
    { count: 70, percentage: 70, elapsed: 50, group: 'Top Performers' },
    { count: 69, percentage: 69, elapsed: 50, group: 'On Track' },
    { count: 40, percentage: 40, elapsed: 50, group: 'On Track' },
    { count: 39, percentage: 39, elapsed: 50, group: 'Needs Attention' },
    { count: 1, percentage: 1, elapsed: 5, group: 'On Track' },
    { count: 119, percentage: 119, elapsed: 100, group: 'On Track' },
    { count: 120, percentage: 120, elapsed: 100, group: 'Top Performers' },
    { count: 70, percentage: 70, elapsed: 50.1, group: 'On Track' },
    { count: 40, percentage: 40, elapsed: 50.1, group: 'Needs Attention' },
  ])('$group with $count contacts, $percentage% at $elapsed% of the month', ({ count, percentage, elapsed, group }) => {
    expect(groupOfMember({ count, percentage }, elapsed)).toBe(group);
  });
});
