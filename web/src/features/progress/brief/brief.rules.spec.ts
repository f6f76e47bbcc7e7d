import { changeWords, isOfWeek, reasonWords } from './brief.rules';

it.each([
  [30, 30, 'as many as the week before'],
  [31, 30, '1 more than the week before'],
  [28, 30, '2 fewer than the week before'],
])('%i contacts after %i are %s', (count, before, words) => {
  expect(changeWords({ count, before, target: 48 })).toBe(words);
});

it.each([
  ['new', 1, 'holds ', '1 untouched lead', ''],
  ['new', 1_204, 'holds ', '1,204 untouched leads', ''],
  ['overdue', 2, 'has ', '2 overdue follow-ups', ''],
  ['attempts', 0, 'tried ', '0 leads', ' last week'],
] as const)('the reason %s of %i has its figure between its words', (kind, count, before, figure, after) => {
  expect(reasonWords({ kind, count })).toEqual({ before, figure, after });
});

it.each([
  ['contacts', true],
  ['won', true],
  ['lost', true],
  ['attempts', true],
  ['overdue', false],
  ['new', false],
  ['closed_won', false],
] as const)('the list of %s is that of the past week: %p', (kind, isPast) => expect(isOfWeek(kind)).toBe(isPast));
