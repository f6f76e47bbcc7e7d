import { Passwords } from './passwords.js';

class Impatient extends Passwords {
  protected override readonly mostWaiting = 2;
}

describe('passwords', () => {
  it('are checked a few at a time, a few more wait, and the others are told at once to come again', async () => {
    const passwords = new Impatient();
    const checks = Array.from({ length: 6 }, () => passwords.matches('Wrong-Horse-9', undefined).catch((error: unknown) => error));
    const busy = { kind: 'unavailable', code: 'unavailable', details: { retryAfter: 2 } };
    expect(await Promise.all(checks)).toEqual([false, false, false, false, expect.objectContaining(busy), expect.objectContaining(busy)]);
    expect(await passwords.matches('Wrong-Horse-9', undefined)).toBe(false);
  });
});
