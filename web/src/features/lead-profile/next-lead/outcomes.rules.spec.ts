import { otherKeys, outcomes, workingDayAfter } from './outcomes.rules';

describe('The next date', () => {
  it.each([
    ['2026-11-18', 1, '2026-11-19'],
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-11-19', 3, '2026-11-24'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('after %s by %i working days is %s', (today, days, then) => expect(workingDayAfter(today, days)).toBe(then));
});

it.each([
  ['1', 'No answer', 'recontact', 'telephone-x', 1],
  ['2', 'Call back', 'recontact', 'telephone-forward', 3],
  ['3', 'Interested', 'in_progress', 'hand-thumbs-up', 2],
  ['4', 'Won', 'closed_won', 'check-circle', null],
  ['5', 'Not interested', 'closed_lost', 'x-circle', null],
])('The key %s means "%s": %s', (key, label, status, icon, nextIn) => {
  expect(outcomes[Number(key) - 1]).toEqual({ key, label, status, icon, nextIn });
});

it('The other keys are those that the page lists', () => {
  expect(otherKeys.map(({ key, does }) => `${key}: ${does}`)).toEqual([
    'N: Write notes (Escape: back to the keys)',
    'D: Choose another next date',
    'J: Skip this lead',
    'U: Undo the last outcome',
    'O: Open the profile',
    '?: Show the keys',
  ]);
});
