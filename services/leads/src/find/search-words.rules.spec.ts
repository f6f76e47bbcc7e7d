import { indexQuery, isPhoneNumber, ownerWord, scanQuery, searchTerms, searchWords } from './search-words.rules.js';

describe('the words of a text', () => {
  it.each([
    ['Müller & Söhne', ['muller', 'sohne']],
    ['O’Brien’s, Joe’s', ['obriens', 'joes']],
    ['https://www.Acme-Dental.com/a?b', ['acme', 'dental', 'com', 'a', 'b']],
    ['HTTP://acme.com', ['acme', 'com']],
    ['x'.repeat(60), ['x'.repeat(50)]],
    ['Кафе 東京', ['кафе', '東京']],
    ['1024 Pine, 80203', ['1024', 'pine', '80203']],
    ['call 555-0142', ['call', '555', '0142', '5550142', '5550142', '0142']],
    ['+1 (303) 555-0142 x', ['1', '303', '555', '0142', 'x', '3035550142', '5550142', '0142']],
    ['12 345 67', ['12', '345', '67', '1234567', '1234567', '4567']],
    ['1 2 3 4 5 6', ['1', '2', '3', '4', '5', '6']],
    ['', []],
  ])('%s', (text, words) => expect(searchWords(text)).toEqual(words));
});

describe('the terms of a query', () => {
  it.each([
    ["joe's  Bar bar", [['joes'], ['bar']]],
    [' 303-555 ', [['303555']]],
    ['0142', [['0142']]],
    ['01910', [['01910', '1910']]],
    ['1 303 55', [['130355', '30355']]],
    ['+44 191 498', [['44191498', '4191498', '191498', '91498']]],
    ['+1 (303) 555-0142', [['3035550142', '035550142', '35550142']]],
    ['room 12', [['room'], ['12']]],
    ['12', [['12']]],
    ['…', []],
  ])('%s', (q, terms) => expect(searchTerms(q)).toEqual(terms));
});

describe('the query for the index', () => {
  const known = new Map([
    ['den', { words: ['dental', 'denver'], leads: 30 }],
    ['hill', { words: ['hill'], leads: 5 }],
    ['xq', { words: [], leads: 0 }],
    ['ma', null],
    ['mar', null],
  ]);
  it.each([
    [[['den'], ['hill']], "('dental' | 'denver') & ('hill')", 5],
    [[['den', 'hill']], "('dental' | 'denver' | 'hill')", 35],
    [[['xq', 'hill']], "('hill')", 5],
    [[['ma'], ['mar']], "('ma') & ('mar':*)", Infinity],
    [[['東'], ['12'], ['123']], "('東') & ('12') & ('123':*)", Infinity],
    [[['mar'], ['hill']], "('mar':*) & ('hill')", 5],
  ])('of %j is %s', (terms, query, leads) => expect(indexQuery(terms, known)).toEqual({ query, leads }));

  it('is null if no word begins with a term', () => expect(indexQuery([['hill'], ['xq']], known)).toBeNull());
});

it('scans for words that begin with the terms', () =>
  expect(scanQuery([['ab'], ['abc', 'x']])).toBe("('ab':*) & ('abc':* | 'x':*)"));

it('gives the leads of a user a word that no text has', () =>
  expect(searchWords(ownerWord(7))).not.toContain(ownerWord(7)));

it('takes seven digits or more, and what users write between them, for a phone number', () => {
  for (const number of ['5550142', '+1 (303) 555-0142', '303.555.0142', ' 303/555 01 '])
    expect(isPhoneNumber(number)).toBe(true);
  for (const text of ['555014', 'x5550142', '5550142 x', '', '++5550142']) expect(isPhoneNumber(text)).toBe(false);
});
