import { changedCounts, matchOf, wordListOf, wordsOf, type SearchedLead } from './lead-texts.rules.js';

const lead: SearchedLead = {
  name: 'Hillcrest Dental',
  address: '1024 Pine St, Denver',
  vicinity: 'Capitol Hill',
  state: 'Colorado',
  county: null,
  phone: '(303) 555-0142',
  internationalPhone: '+1 303-555-0142',
  website: 'https://hillcrest.example',
  ownerName: 'Pat Rowe',
  customFields: {
    contactPerson: 'Marisol Quint',
    contactRole: 'Manager',
    contactNote: 'Calls back',
    email: 'marisol@example.com',
    phoneNumber: '512 555 0177',
    website: 'https://own.example',
    contacts: [{ name: 'Desmond', role: 'Owner', phone: '512 555 0188', email: 'des@example.com', note: 'Fridays' }],
  },
  tags: ['Hot', 'Walk-in'],
  notes: 'Wants a refrigerator',
};

describe('the words of a lead', () => {
  it('are those of all its texts, once each', () => {
    const words = wordsOf(lead);
    expect(new Set(words).size).toBe(words.length);
    expect(words).toEqual(
      expect.arrayContaining(
        `hillcrest dental 1024 pine denver capitol colorado 3035550142 rowe marisol manager calls 5125550177 own desmond
         owner 5125550188 des fridays hot walk refrigerator`.split(/\s+/),
      ),
    );
  });

  it('have the county, and the numbers and websites that differ', () => {
    const other = { ...lead, county: 'Travis', phone: null, internationalPhone: '+44 20 7946 0018', customFields: {} };
    const words = wordsOf({ ...other, website: 'https://northgate.example' });
    expect(words).toEqual(expect.arrayContaining(['travis', '2079460018', 'northgate']));
  });

  it('of a lead without details are those of its name', () => {
    const empty = { address: null, vicinity: null, state: null, phone: null, internationalPhone: null, website: null };
    const plain = { ...lead, ...empty, ownerName: null, customFields: {}, tags: [], notes: '' };
    expect(wordsOf(plain)).toEqual(['hillcrest', 'dental']);
  });
});

it('lists the words of the name in its order, repeated ones too, and then the others once', () => {
  const list = wordListOf({ ...lead, name: 'Pizza Pizza Denver' });
  const [name, others] = list.split('\n');
  expect(name).toBe(' pizza pizza denver');
  expect(others).toContain(' capitol');
  expect(others).not.toContain('denver');
  expect(wordListOf({ ...lead, name: '…' })).toMatch(/^\n /);
});

it('lists the numbers of seven digits or more last, unless the name has them', () => {
  const list = wordListOf({ ...lead, name: 'Club 5550188', notes: 'Code 7654321a' });
  const [name, others, numbers, ...more] = list.split('\n');
  expect(name).toBe(' club 5550188');
  expect(others).toMatch(/ 7654321a(?= |$)/);
  expect(others).not.toMatch(/ \d{7,}(?= |$)/);
  expect(numbers!.trim().split(' ').toSorted()).toEqual([
    '3035550142',
    '5125550177',
    '5125550188',
    '5550142',
    '5550177',
    '7654321',
  ]);
  expect(more).toEqual([]);
});

describe('the counts of words change', () => {
  it.each([
    ['by each new lead once', [], [' hot dog\n hot', ' dog\n'], { hot: 1, dog: 2 }],
    ['back with a lead that is gone', [' hot dog\n'], [], { hot: -1, dog: -1 }],
    ['by what differs alone', [' hot dog\n cat'], [' hot\n cow'], { dog: -1, cat: -1, cow: 1 }],
    ['not for words with digits or signs', [], [' 24h a1\n @7 x+y\n 5550142'], {}],
  ])('%s', (_, before, after, counts) => {
    expect(Object.fromEntries(changedCounts(before, after))).toEqual(counts);
  });
});

describe('the match of a lead', () => {
  it.each([
    [['hill', 'dent'], null],
    [['zzz'], null],
    [['denver'], { field: 'address', text: '1024 Pine St, Denver' }],
    [['capitol'], { field: 'address', text: 'Capitol Hill' }],
    [['colo'], { field: 'address', text: 'Colorado' }],
    [['3035550142'], { field: 'phone', text: '(303) 555-0142' }],
    [['5125550188'], { field: 'phone', text: '512 555 0188' }],
    [['marisol'], { field: 'contact', text: 'Marisol Quint' }],
    [['marisol', 'example'], { field: 'email', text: 'marisol@example.com' }],
    [['rowe'], { field: 'contact', text: 'Pat Rowe' }],
    [['manager'], { field: 'contact', text: 'Manager' }],
    [['owner'], { field: 'contact', text: 'Owner' }],
    [['des'], { field: 'contact', text: 'Desmond' }],
    [['own'], { field: 'website', text: 'https://own.example' }],
    [['hillcrest', 'walk'], { field: 'tag', text: 'Walk-in' }],
    [['calls'], { field: 'note', text: 'Calls back' }],
    [['fridays'], { field: 'note', text: 'Fridays' }],
    [['refri'], { field: 'note', text: 'Wants a refrigerator' }],
    [['5125550177'], { field: 'phone', text: '512 555 0177' }],
    [['hillcrest', 'example'], { field: 'email', text: 'marisol@example.com' }],
  ])('%j is %j', (words, match) =>
    expect(
      matchOf(
        lead,
        words.map((word) => [word]),
      ),
    ).toEqual(match),
  );

  it('names the county, the international number and the website of the business', () => {
    const business = { ...lead, phone: null, county: 'Travis', customFields: {} };
    const matched = (word: string) => matchOf(business, [[word]]);
    expect(matched('travis')).toEqual({ field: 'address', text: 'Travis' });
    expect(matched('3035550142')).toEqual({ field: 'phone', text: '+1 303-555-0142' });
    expect(matched('example')).toEqual({ field: 'website', text: 'https://hillcrest.example' });
  });

  it('is not the name, even if it has more of the words', () => {
    expect(matchOf({ ...lead, name: 'Calls' }, [['calls'], ['denver']])).toMatchObject({ field: 'address' });
  });

  it('needs one of the alternatives of a term', () => {
    expect(matchOf(lead, [['zzz', 'denver']])).toMatchObject({ field: 'address' });
    expect(matchOf(lead, [['zzz', 'hill']])).toBeNull();
  });

  it('shows at most 80 characters of a long text, around the first word that matches', () => {
    const extractOf = (notes: string) => matchOf({ ...lead, notes }, [['needle']])?.text;
    const words = (count: number) => 'word '.repeat(count);
    expect(extractOf('a\n needle')).toBe('a needle');
    expect(extractOf(`${words(14)}a needle`.slice(0, 80))).toBe(`${words(14)}a needle`);
    expect(extractOf(`needle ${words(30)}`)).toBe(`needle ${words(15).slice(0, 73).trimEnd()} …`);
    expect(extractOf(`${words(30)}needle ${words(30)}`)).toBe(`… ${words(4)}needle ${words(10).trimEnd()} wor …`);
    expect(extractOf(`${words(30)}needle`)).toBe(`… ${words(4)}needle`);
    expect(extractOf(`${words(8)}needle ${words(30)}`)).toBe(`… ${words(4)}needle ${words(10).trimEnd()} wor …`);
    expect(extractOf(`${words(7)}needle ${words(30)}`)).toBe(`${words(7)}needle ${words(7).trimEnd()} wor …`);
  });
});
