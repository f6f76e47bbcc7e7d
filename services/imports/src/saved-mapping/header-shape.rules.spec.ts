import { headerShape } from './header-shape.rules.js';

describe('the shape of a header', () => {
  it('is the same for the same columns in any order, spelling and number of blank ones', () => {
    const shape = headerShape(['Business Name', 'User', 'E-mail']);
    expect(headerShape(['user', 'E_MAIL', ' business name* ', '', ' '])).toBe(shape);
    expect(shape).toMatch(/^[0-9a-f]{64}$/);
  });

  it('differs if a column is missing, added or there twice', () => {
    const shape = headerShape(['Business Name', 'User']);
    for (const other of [['Business Name'], ['Business Name', 'User', 'Tag'], ['Business Name', 'User', 'User']])
      expect(headerShape(other)).not.toBe(shape);
    expect(headerShape(['ab', 'c'])).not.toBe(headerShape(['a', 'bc']));
  });
});
