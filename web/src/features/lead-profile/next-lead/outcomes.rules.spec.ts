import { outcomes, workingDayAfter } from './outcomes.rules';

describe('The next date', () => {
  it.each([
    ['2026-11-18', 1, '2026-11-19'],
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-11-19', 3, '2026-11-24'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('after %s by %i working days is %s', (today, days, then) => expect(workingDayAfter(today, days)).toBe(then));
});

it('Every outcome has a key of its own', () => {
  expect(new Set(outcomes.map(({ key }) => key)).size).toBe(outcomes.length);
});
