import { counted, mailOf } from './mail-text.rules.js';

describe('A count in a mail', () => {
  it.each([
    [0, '0 contacts'],
    [1, '1 contact'],
    [2, '2 contacts'],
  ])('of %i is "%s"', (count, words) => expect(counted(count, 'contact')).toBe(words));

  it('takes the plural that its noun has', () => {
    expect(counted(1, 'lead was', 'leads were')).toBe('1 lead was');
    expect(counted(3, 'lead was', 'leads were')).toBe('3 leads were');
  });
});

describe('A mail', () => {
  const { subject, text, html } = mailOf(
    'Ann & Bo',
    'Good morning <Ann>,',
    [
      { words: 'Tom\'s "Café"', link: { text: 'A & B', href: 'https://crm.example/?a=1&b=2' } },
      { words: 'Nothing else' },
    ],
    'Bye > now',
  );

  it('has the subject as it is, because a subject is plain text', () => expect(subject).toBe('Ann & Bo'));

  it('has each line as text, with the address under it', () => {
    expect(text).toBe(
      'Good morning <Ann>,\n\n- Tom\'s "Café"\n  A & B: https://crm.example/?a=1&b=2\n- Nothing else\n\nBye > now\n',
    );
  });

  it('escapes every text in its HTML', () => {
    expect(html).toBe(
      '<!doctype html><html lang="en"><body><p>Good morning &#60;Ann&#62;,</p><ul>' +
        '<li>Tom&#39;s &#34;Café&#34; <a href="https://crm.example/?a=1&#38;b=2">A &#38; B</a></li>' +
        '<li>Nothing else</li></ul><p>Bye &#62; now</p></body></html>',
    );
  });
});
