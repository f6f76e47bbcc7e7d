import { importedPlaceId, matchKey } from './match-key.rules.js';

describe('whether two businesses are the same', () => {
  it.each([
    ['Café Müller', '1 High St, Leeds', 'CAFE  MULLER', '1 high st leeds'],
    ["Joe's Diner", null, 'joe s diner', ''],
    [' !!! ', null, '!!!', null],
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

  it('has 40 hexadecimal digits, and the place id of an import has the first 96 bits', () => {
    // sha256 of 'acme\\n1 high st'
    expect(matchKey('Acme', '1 High St')).toBe('89b47962e14f18bf90dee810f611d79bb0ee3bbe');
    expect(matchKey('Acme', undefined)).toBe(matchKey('Acme', ''));
    expect(importedPlaceId('89b47962e14f18bf90dee810f611d79bb0ee3bbe')).toBe('import:ibR5YuFPGL-Q3ugQ');
  });

  it('takes letters with accents in one or in two characters as the same', () => {
    expect(matchKey('Caf\u00e9', null)).toBe(matchKey('Cafe\u0301', null));
    expect(matchKey('ﬁne', null)).toBe(matchKey('fine', null));
  });
});
