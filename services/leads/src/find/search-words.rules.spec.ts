import {
  bareNumber,
  indexQuery,
  isPhoneNumber,
  ownerWord,
  pairQuery,
  scannedTexts,
  searchTerms,
  searchWords,
} from './search-words.rules.js';

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
    ['+49 30 5550103', [['9305550103', '305550103', '05550103', '5550103']]],
    ['030 5550103', [['0305550103', '305550103', '5550103']]],
    ['7946 0958', [['79460958', '9460958']]],
    ['020 7946 0958', [['2079460958', '9460958']]],
    ['1 303 555 01', [['130355501', '30355501']]],
    ['303 555 0142', [['3035550142']]],
    ['room 12', [['room'], ['12']]],
    ['12', [['12']]],
    ['…', []],
    ['a b c d e f g h i j k', [...'abcdefghij'].map((word) => [word])],
  ])('%s', (q, terms) => expect(searchTerms(q)).toEqual(terms));
});

describe('the query for the index', () => {
  const words = (count: number, leads: number, first: string) =>
    Array.from({ length: count }, (_, n) => ({ word: n === 0 ? first : `${first}${n}`, leads }));
  const known = new Map([
    ['den', [...words(1, 10, 'dental'), ...words(1, 20, 'denver')]],
    ['hill', words(1, 5, 'hill')],
    ['golf', words(1, 31, 'golf')],
    ['many', words(30, 2, 'many')],
    ['xq', []],
    ['ma', words(31, 100, 'ma')],
    ['mb', words(31, 100, 'mba')],
    ['mar', words(31, 100, 'mar')],
  ]);
  const manyWords = words(30, 2, 'many').map(({ word }) => `'${word}'`);
  it.each([
    [[['den'], ['hill']], "('hill') & ('dental' | 'denver')", 5, true, 0.015],
    [[['den', 'hill']], "('dental' | 'denver' | 'hill')", 35, false, 0.35],
    [[['golf', 'den']], "('golf' | 'dental' | 'denver')", 61, false, 0.61],
    [[['den']], "('dental' | 'denver')", 30, true, 0.3],
    [[['golf']], "('golf')", 31, false, 0.31],
    [[['many']], `(${manyWords.join(' | ')})`, 60, false, 0.6],
    [[['xq', 'hill']], "('hill')", 5, true, 0.05],
    [[['mar'], ['ma']], "('mar':*)", 3100, false, 1],
    [[['hill'], ['ma']], "('hill')", 5, true, 0.05],
    [[['12'], ['123'], ['5550142']], "('5550142':* | '#55501') & ('123':* | '#123':*)", 1, true, 0.01],
    [[['golf'], ['mar'], ['den'], ['hill']], "('hill') & ('dental' | 'denver') & ('golf')", 5, true, 0.00465],
  ])('of %j is %s', (terms, query, leads, isRare, share) => {
    const indexed = indexQuery(terms, known, 30, 100);
    expect(indexed).toEqual({
      query,
      leads,
      isRare,
      isExact: true,
      isFast: expect.any(Boolean),
      share: expect.closeTo(share, 10),
    });
  });

  it.each([
    [[['ma']], "('ma')", 100, 1],
    [[['mb']], "('mb')", 0, 1],
    [[['den', 'mb']], "('dental' | 'denver' | 'mb')", 30, 1],
    [[['12']], "('12')", 100_000, 1],
  ])('of short words %j is %s, which leaves out beginnings', (terms, query, leads, share) =>
    expect(indexQuery(terms, known, 30, 100)).toEqual({
      query,
      leads,
      isRare: false,
      isExact: false,
      isFast: false,
      share,
    }),
  );

  it.each([
    ['two frequent words that few leads have', [['llc'], ['austin']], true],
    ['one frequent word', [['austin']], false],
    ['two words that many leads have', [['llc'], ['dental']], false],
    ['two words of which each is in too many leads', [['llc'], ['inc']], false],
    ['a word of which only some endings are known', [['austin'], ['mar']], false],
  ])('is fast for %s: %j %s', (_, terms, isFast) => {
    const leads = { llc: 100_000, dental: 19_000, austin: 9_000, inc: 21_000 };
    const frequent = new Map<string, readonly { word: string; leads: number }[]>([
      ...known,
      ...Object.entries(leads).map(([word, leads]): [string, { word: string; leads: number }[]] => [
        word,
        [{ word, leads }],
      ]),
    ]);
    expect(indexQuery(terms, frequent, 2_000, 1_000_000)?.isFast).toBe(isFast);
  });

  it('is null if no word begins with a term', () => {
    expect(indexQuery([['hill'], ['xq']], known, 30, 100)).toBeNull();
    expect(indexQuery([['hill'], ['unknown']], known, 30, 100)).toBeNull();
    expect(indexQuery([], known, 30, 100)).toBeNull();
  });
});

describe('the query for neighbours in a name', () => {
  it.each([
    [[['golden'], ['bak'], ['austin']], "'golden+bak':*"],
    [[['motel'], ['6']], "'motel+6':*"],
    [[['motel'], ['1234567']], "'motel+123':*"],
    [[['motel'], ['a1234567']], "'motel+a1234567':*"],
    [[['24h'], ['gym']], "'24h+gym':*"],
  ])('has the first two words of %j: %s', (terms, query) => expect(pairQuery(terms)).toBe(query));

  it.each([
    ['one word', [['golden']]],
    ['no word', []],
    ['several words for the second', [['golden'], ['a', 'b']]],
    ['several words for the first', [['a', 'b'], ['golden']]],
    ['a first word that is rare by itself', [['1234'], ['golden']]],
  ])('does not exist for %s', (_, terms) => expect(pairQuery(terms)).toBeNull());
});

it('searches numbers by their first digits in the index, and by all', () => {
  const queryOf = (word: string) => indexQuery([[word]], new Map(), 30, 100)?.query;
  expect(queryOf('55501')).toBe("('55501':* | '#55501':*)");
  expect(queryOf('555014')).toBe("('555014':* | '#55501')");
  expect(queryOf('5550142')).toBe("('5550142':* | '#55501')");
  expect(queryOf('15550142')).toBe("('15550142':* | '1555014')");
  expect(queryOf('15550142x')).toBe("('15550142x':*)");
});

it('takes a phone number out of its link and before its extension', () => {
  for (const number of ['tel:+19715550161', '(971) 555-0161 ext. 5', '971-555-0161x12', ' 971.555.0161, Ext 300 '])
    expect(bareNumber(number).replace(/\D/g, '').slice(-10)).toBe('9715550161');
  for (const text of ['Acme ext 5', 'tel:', '2x4', 'next 5']) expect(bareNumber(text)).toBe(text);
});

it('scans for words that begin with the terms', () =>
  expect(scannedTexts([['ab'], ['abc', 'x']])).toEqual([[' ab'], [' abc', ' x']]));

it('gives the leads of a user a word that no text has', () =>
  expect(searchWords(ownerWord(7))).not.toContain(ownerWord(7)));

it('takes seven digits or more, and what users write between them, for a phone number', () => {
  for (const number of ['5550142', '+1 (303) 555-0142', '303.555.0142', ' 303/555 01 '])
    expect(isPhoneNumber(number)).toBe(true);
  for (const text of ['555014', 'x5550142', '5550142 x', '', '++5550142']) expect(isPhoneNumber(text)).toBe(false);
});
