import { excerpt, returnedText } from './notification-texts.rules.js';

describe('the texts of notifications', () => {
  it('name the only lead that went to a pool, and count several', () => {
    expect(returnedText({ leads: 1, lead: { name: 'Acme' } }, 'Ada')).toEqual({
      title: 'Business returned to the pool',
      message: 'Acme of yours went back to the pool by Ada.',
    });
    expect(returnedText({ leads: 1 }, 'Ada').message).toBe('1 business of yours went back to the pool by Ada.');
    expect(returnedText({ leads: 2, lead: { name: 'Acme' } }, 'Ada')).toEqual({
      title: 'Businesses returned to the pool',
      message: '2 businesses of yours went back to the pool by Ada.',
    });
  });

  it('shorten a text of more than 160 characters', () => {
    expect(excerpt('a'.repeat(160))).toBe('a'.repeat(160));
    expect(excerpt(`${'a'.repeat(159)} b`)).toBe(`${'a'.repeat(159)}…`);
  });
});
