import { hashOf, hashOfText } from './seeded-hash.rules.js';

const ids = Array.from({ length: 1_000 }, (_, index) => index + 1);

describe('a seeded hash', () => {
  it('is the same for the same seed and id, also of a wide id', () => {
    expect(hashOf(5, 2 ** 40 + 7)).toBe(hashOf(5, 2 ** 40 + 7));
    expect(hashOf(5, 2 ** 40 + 7)).not.toBe(hashOf(5, 7));
    expect(hashOf(6, 7)).not.toBe(hashOf(5, 7));
  });

  it('puts ids in an order that does not follow them', () => {
    const order = [...ids].sort((a, b) => hashOf(1, a) - hashOf(1, b));
    const rising = order.filter((id, index) => index > 0 && id > order[index - 1]!).length;
    expect(rising).toBeGreaterThan(400);
    expect(rising).toBeLessThan(600);
    expect(new Set(ids.map((id) => hashOf(1, id))).size).toBe(ids.length);
  });

  it('of a text fits a number of JSON', () => {
    expect(hashOfText('1*1 2*1')).toBe(hashOfText('1*1 2*1'));
    expect(hashOfText('1*1 2*1')).not.toBe(hashOfText('1*1 2*2'));
    expect(Number.isSafeInteger(hashOfText('x'))).toBe(true);
  });
});
