import { matchKey } from './match-key.rules.js';

describe('whether two businesses are the same', () => {
  it.each([
    ['Café Müller', '1 High St, Leeds', 'CAFE  MULLER', '1 high st leeds'],
    ["Joe's Diner", null, 'joe s diner', ''],
    ['Acme, Inc.', '5 Main St., Austin', 'ACME INC', '5 Main St Austin'],
  ])('%p, %p and %p, %p are', (name, address, otherName, otherAddress) => {
    expect(matchKey(name, address)).toBe(matchKey(otherName, otherAddress));
  });

  it.each([
    ['Acme', '1 High St', 'Acme', '2 High St'],
    ['Acme', '1 High St', 'Acme 1', 'High St'],
    ['Acme', null, 'Acne', null],
    ['株式会社', null, '有限会社', null],
  ])('%p, %p and %p, %p are not', (name, address, otherName, otherAddress) => {
    expect(matchKey(name, address)).not.toBe(matchKey(otherName, otherAddress));
  });

  it('distinguishes names that have only punctuation', () => {
    expect(matchKey('!!!', null)).not.toBe(matchKey('???', null));
  });
});
