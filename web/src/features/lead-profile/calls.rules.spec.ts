import { HttpError } from '../../lib/http';
import { reasonOf, staleOf } from './calls.rules';

const failure = (status: number, body: object | string) =>
  new HttpError(status, typeof body === 'string' ? body : JSON.stringify(body), '');

describe('The present value after a conflict', () => {
  const current = { version: 4, notes: 'Call on Monday' };

  it('is in the response to a stale version', () => {
    expect(staleOf(failure(409, { code: 'stale_version', current }))).toEqual(current);
  });

  it('is unknown for any other failure', () => {
    expect(staleOf(failure(409, { code: 'conflict', current }))).toBeUndefined();
    expect(staleOf(Object.assign(new Error('x'), { code: 'stale_version', body: { current } }))).toBeUndefined();
    expect(staleOf(undefined)).toBeUndefined();
  });
});

describe('A change that failed', () => {
  it.each([
    [
      'without a connection',
      new TypeError('Failed to fetch'),
      'Lead Finder could not be reached. What you typed is kept. Check your connection, then try again.',
    ],
    [
      'by its rules names each of them',
      failure(400, {
        message: 'Invalid',
        issues: [
          { path: 'email', message: 'Not an e-mail address' },
          { path: 'website', message: 'Not a website' },
        ],
      }),
      'Not an e-mail address. Not a website',
    ],
    [
      'with a message shows it',
      failure(403, { message: 'You may not change this lead' }),
      'You may not change this lead',
    ],
    [
      'without a message',
      failure(502, '<html>'),
      'Lead Finder did not answer as expected. What you typed is kept. Try again.',
    ],
  ])('%s', (_, error, reason) => expect(reasonOf(error)).toBe(reason));
});
