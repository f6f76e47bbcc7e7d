import { hasToWait, isLooser, withGrowth } from './export-limit.rules.js';

describe('an export', () => {
  it.each([
    [1_000, 0, 1_000, false],
    [1_001, 0, 1_000, true],
    [1, 1_000, 1_000, true],
    [500, 500, 1_000, false],
    [10_000_000, 10_000_000, null, false],
  ])('of %i leads after %i, with a limit of %p, waits: %p', (leads, recentLeads, maxLeads, waits) => {
    expect(hasToWait({ leads, recentLeads, maxLeads })).toBe(waits);
  });

  it.each([
    [10, 11],
    [11, 13],
    [1_000, 1_100],
    [0, 0],
  ])('of %i leads may grow to %i', (leads, most) => {
    expect(withGrowth(leads)).toBe(most);
  });
});

it.each([
  [null, 10, true],
  [11, 10, true],
  [10, 10, false],
  [9, 10, false],
  [5, null, false],
  [null, null, false],
])('a rule of %p after %p is looser: %p', (next, present, looser) => {
  expect(isLooser(next, present)).toBe(looser);
});
