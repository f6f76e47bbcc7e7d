import { assignmentTitle } from './assignment-title';

test.each([
  [
    { from: 'sam', to: 'Pool of West', by: 'sam', move: 'returned', reason: 'no_time' },
    'Returned to the Pool of West by sam: No time for it',
  ],
  [
    { from: 'sam', to: 'Pool of West', by: 'Pool of West', move: 'returned', reason: 'untouched' },
    'Went back to the Pool of West: Untouched for too long',
  ],
  [{ from: 'Pool of West', to: 'alex', by: 'alex', move: 'claimed', reason: null }, 'Claimed by alex'],
  [{ from: 'sam', to: 'alex', by: 'ada', move: 'assigned', reason: null }, 'Reassigned from sam to alex'],
  [{ from: null, to: 'alex', by: 'ada', move: 'assigned', reason: null }, 'Initially assigned to alex'],
] as const)('the title of %j', (assignment, title) => {
  expect(assignmentTitle(assignment)).toBe(title);
});
