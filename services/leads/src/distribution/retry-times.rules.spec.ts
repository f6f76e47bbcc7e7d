import { retryAt } from './retry-times.rules.js';

const cameAt = new Date('2026-03-02T09:00:00Z');
const after = (seconds: number) => new Date(cameAt.getTime() + seconds * 1_000);

describe('a lead that no user could get', () => {
  it.each([
    [0, 10],
    [10, 20],
    [60, 90],
    [1_199, 1_798.5],
    [1_200, 1_800],
    [86_400, 87_000],
  ])('after %d s is looked at again when it has waited %d s', (waited, again) =>
    expect(retryAt(cameAt, after(waited))).toEqual(after(again)),
  );
});
