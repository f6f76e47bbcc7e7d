import { HttpError } from '../../../lib/http';
import { assignFailureText, outcomeOf, reportOf, type Outcome } from './assign-outcome.rules';

const refused = (status: number, message?: string) =>
  new HttpError(status, message === undefined ? '' : JSON.stringify({ message }), 'Refused');

describe('The outcome of one assignment', () => {
  it.each([
    [refused(409, 'This business is already assigned to Sam Okafor.'), 'already'],
    [refused(409, 'Already assigned'), 'already'],
    [refused(400, 'This user is inactive'), 'failed'],
    [refused(502), 'failed'],
    [new TypeError('Failed to fetch'), 'failed'],
  ])('that failed with %s is %s', (error, outcome) => expect(outcomeOf(error)).toBe(outcome));

  it('is assigned if nothing failed', () => expect(outcomeOf(undefined)).toBe('assigned'));

  it('has a default text', () => expect(assignFailureText(refused(502))).toBe('Failed to assign business'));
});

describe('The report of one Assign', () => {
  const report = (...outcomes: Outcome[]) =>
    reportOf(outcomes.map((outcome, index) => ({ name: `Shop ${index + 1}`, outcome })));

  it.each<[Outcome[], string, string, string]>([
    [['assigned'], 'success', 'Success', '1 business(es) assigned successfully'],
    [['assigned', 'assigned'], 'success', 'Success', '2 business(es) assigned successfully'],
    [
      ['assigned', 'already', 'already'],
      'info',
      'Partial Success',
      '1 assigned successfully. 2 were already assigned to this user.',
    ],
    [['already', 'already'], 'info', 'Partial Success', 'All 2 business(es) were already assigned to this user.'],
    [['failed'], 'error', 'Error', 'Failed to assign 1 business(es): Shop 1'],
    [['assigned', 'failed', 'already', 'failed'], 'error', 'Error', 'Failed to assign 2 business(es): Shop 2, Shop 4'],
  ])('of %j is %s', (outcomes, kind, title, text) => expect(report(...outcomes)).toEqual({ kind, title, text }));
});
