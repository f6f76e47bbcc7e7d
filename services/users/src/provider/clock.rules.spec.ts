import { checkIssuedAt } from './clock.rules.js';

const now = new Date('2026-06-01T12:00:00Z');
const issued = (seconds: number) => () => checkIssuedAt(now.getTime() / 1_000 + seconds, now);

describe('the time at which a provider issued a token', () => {
  it.each([0, 3 * 60, 5 * 60, -3 * 60, -5 * 60, -9 * 60])('may be %i seconds from now', (seconds) =>
    expect(issued(seconds)).not.toThrow(),
  );

  it.each([
    [5 * 60 + 1, 'The clock of the provider is 5 minutes ahead of ours'],
    [10 * 60, 'The clock of the provider is 10 minutes ahead of ours'],
    [-9 * 60 - 1, 'The clock of the provider is 9 minutes behind ours'],
    [-3_600, 'The clock of the provider is 60 minutes behind ours'],
  ])('may not be %i seconds from now', (seconds, details) =>
    expect(issued(seconds)).toThrow(expect.objectContaining({ problem: 'clock', field: 'clock', details })),
  );
});
