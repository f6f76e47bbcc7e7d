import { excerpt, movedText, returnedText } from './notification-texts.rules.js';

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

  it('name the only lead that went to a user, and count several with separators', () => {
    expect(movedText({ leads: 1, lead: { name: 'Acme' } }, 'assigned', 'Ada')).toEqual({
      title: 'New business assigned',
      message: 'Acme was assigned to you by Ada.',
    });
    expect(movedText({ leads: 1 }, 'assigned', 'Ada').message).toBe('1 business was assigned to you by Ada.');
    expect(movedText({ leads: 13_840 }, 'reassigned', 'Ada')).toEqual({
      title: 'Businesses reassigned to you',
      message: '13,840 businesses were reassigned to you by Ada.',
    });
  });

  it('shorten a text of more than 160 characters', () => {
    expect(excerpt('a'.repeat(160))).toBe('a'.repeat(160));
    expect(excerpt(`${'a'.repeat(159)} b`)).toBe(`${'a'.repeat(159)}…`);
  });
});
