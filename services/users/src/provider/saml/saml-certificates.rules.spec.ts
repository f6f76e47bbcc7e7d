import { curve, ended, first, second, weak } from '../../../test/saml-certificates.js';
import { certificatesOf, endOf, isOver } from './saml-certificates.rules.js';

const bare = (pem: string) => pem.replace(/-----[^-]+-----|\n/g, '');
const namesOf = (texts: string[]) => certificatesOf(texts).map(({ subject }) => subject);

describe('the certificates of a provider', () => {
  it('are read from PEM, several from one text, from the base64 of metadata, and once each', () => {
    expect(namesOf([first + second])).toEqual(['CN=First provider', 'CN=Second provider']);
    expect(namesOf([bare(first), ` ${bare(second).replace(/(.{60})/g, '$1\n  ')} `])).toEqual([
      'CN=First provider',
      'CN=Second provider',
    ]);
    expect(namesOf([`Subject: text before\n${first}and after`, first, bare(first)])).toEqual(['CN=First provider']);
    expect(certificatesOf(['', ' \n '])).toEqual([]);
    expect(certificatesOf([])).toEqual([]);
  });

  it.each([
    [
      'a text that is none',
      'certificate',
      'A certificate cannot be read. Paste it from its line BEGIN to its line END',
    ],
    ['a part of one', bare(first).slice(0, 200), 'A certificate cannot be read.'],
    ['a short key', weak, 'The key of a certificate must be RSA with 2,048 bits or more'],
    ['another kind of key', curve, 'The key of a certificate must be RSA with 2,048 bits or more'],
  ])('are refused for %s', (_, text, sentence) => expect(() => certificatesOf([first, text])).toThrow(sentence));

  it('are four at most', () => {
    // The signature of a certificate is not checked, so another one makes another certificate.
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => first.replace('BB7wMe01W', `BB7wMe0${index}W`));
    expect(certificatesOf(Array(5).fill(first))).toHaveLength(1);
    expect(certificatesOf([second, ended, ...many(2)])).toHaveLength(4);
    expect(() => certificatesOf(many(5))).toThrow('At most 4 certificates');
  });

  it('end at the second that they name', () => {
    const [certificate] = certificatesOf([first]);
    const end = endOf(certificate!);
    expect(end.toISOString().slice(0, 10)).toBe('2027-01-01');
    expect(isOver(certificate!, new Date(end.getTime() - 1))).toBe(false);
    expect(isOver(certificate!, end)).toBe(true);
  });
});
