import { againstBefore, chartOf, ticksUpTo } from './team-chart.rules';

const days = (month: string, ...counts: number[]) =>
  counts.map((count, index) => ({ day: `${month}-${String(index + 1).padStart(2, '0')}`, count }));

const rest = (length: number) => Array.from({ length }, () => 0);

describe('The chart of a month', () => {
  const month = chartOf(
    days('2026-11', 4, 0, 2, 9, ...rest(26)),
    days('2026-10', 1, 1, 2, ...rest(28)),
    90,
    '2026-11-03',
  );

  it('sums the days up to today, beside the pace and the month before', () => {
    expect(month).toHaveLength(30);
    expect(month[0]).toEqual({ day: '2026-11-01', number: 1, count: 4, total: 4, pace: 3, before: 1 });
    expect(month[2]).toEqual({ day: '2026-11-03', number: 3, count: 2, total: 6, pace: 9, before: 4 });
    expect(month[3]).toEqual({ day: '2026-11-04', number: 4, pace: 12, before: 4 });
    expect(month[29]).toMatchObject({ pace: 90 });
  });

  it('has no value of the month before if that month was shorter', () => {
    const march = chartOf(days('2026-03', ...rest(31)), days('2026-02', ...rest(28)), 31, '2026-03-31');
    expect(march[27]).toHaveProperty('before', 0);
    expect(march[28]).not.toHaveProperty('before');
  });

  it('has the pace of the working days of the team', () => {
    const worked = jest.fn((elapsed: number) => elapsed / 2);
    const paces = chartOf(days('2026-11', 1, 1, 1), [], 90, '2026-11-03', worked).map(({ pace }) => pace);
    expect(paces).toEqual([2, 3, 5]);
    expect(worked).toHaveBeenLastCalledWith(10);
  });

  it('is empty without days', () => expect(chartOf([], days('2026-10', 1), 90, '2026-11-01')).toEqual([]));

  it('compares with the same day of the month before', () => {
    expect(againstBefore(month)).toEqual({ percent: 50, words: '+50%' });
    const less = chartOf(days('2026-11', 1), days('2026-10', 4), 90, '2026-11-01');
    expect(againstBefore(less)).toEqual({ percent: -75, words: '−75%' });
    expect(againstBefore(chartOf(days('2026-11', 1), days('2026-10', 0), 90, '2026-11-01'))).toBeUndefined();
    const same = chartOf(days('2026-11', 4), days('2026-10', 4), 90, '2026-11-01');
    expect(againstBefore(same)).toEqual({ percent: 0, words: '0%' });
    expect(againstBefore([])).toBeUndefined();
  });
});

it.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [24, [0, 5, 10, 15, 20, 25]],
  [100, [0, 20, 40, 60, 80, 100]],
  [340, [0, 100, 200, 300, 400]],
  [950, [0, 200, 400, 600, 800, 1_000]],
])('The scale of a chart up to %i has round numbers', (highest, ticks) => {
  expect(ticksUpTo(highest)).toEqual(ticks);
});
