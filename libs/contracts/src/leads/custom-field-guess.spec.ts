import { CustomFieldGuesser } from './custom-field-guess.js';
import { customFieldKey, customFieldKeyPattern, isReservedFieldName, isSameFieldName } from './custom-field-names.js';

const guess = (cells: string[]) => {
  const guesser = new CustomFieldGuesser();
  for (const cell of cells) guesser.add(cell);
  return guesser.result();
};
const times = (count: number, cell: (at: number) => string) => Array.from({ length: count }, (_, at) => cell(at));

describe('guessing the type of a column', () => {
  test.each([
    ['nothing', ['', ' '], 'text'],
    ['numbers', ['1', '2.5', '', '1,234'], 'number'],
    ['0 and 1', ['0', '1', '0'], 'number'],
    ['postcodes with leading zeros', ['02134', '02135', '90210', '10001'], 'text'],
    ['amounts', ['$1,200.00', '$35.50', '$7'], 'currency'],
    ['amounts in two currencies', ['$5', '€6'], 'number'],
    ['dates', ['2/22/21', '3/17/09', ''], 'date'],
    ['yes and no', ['Yes', 'no', ''], 'yes_no'],
    ['marks', ['x', '', 'x'], 'yes_no'],
    ['links', ['https://example.com', 'www.example.org/a', 'example.net'], 'link'],
    ['words that repeat', times(40, (at) => ['Retail', 'Food', 'Office'][at % 3]!), 'one_of'],
    ['lists of words', times(40, (at) => ['a; b', 'b', 'a; c'][at % 3]!), 'several_of'],
    ['names', times(40, (at) => `Business ${at}`), 'text'],
    ['texts with lines', times(40, (at) => `Line ${at}\nmore`), 'long_text'],
    ['long texts', times(3, (at) => `${at}${'a'.repeat(600)}`), 'long_text'],
  ])('of %s', (_, cells, type) => {
    expect(guess(cells).type).toBe(type);
  });

  it('sees the whole column, not its head, and names what does not fit', () => {
    const words = guess([...times(900, String), ...times(100, (at) => `word ${at}`)]);
    expect(words.type).toBe('text');
    const numbers = guess([...times(990, String), ...times(10, (at) => `word ${at}`), 'word 0']);
    expect(numbers).toMatchObject({ type: 'number', filled: 1_001, misfits: { count: 11 } });
    expect(numbers.misfits.examples).toEqual(times(10, (at) => `word ${at}`));
    expect(guess([...times(100, (at) => `word ${at}`), ...times(9_900, String)]).type).toBe('number');
  });

  it('finds the options without case, and their order', () => {
    expect(guess(times(40, (at) => ['b', 'A', 'B', 'a', 'c10', 'c9'][at % 6]!)).options).toEqual([
      'A',
      'b',
      'c9',
      'c10',
    ]);
    expect(guess(times(40, (at) => ['x1; y', 'y', 'Y; z'][at % 3]!)).options).toEqual(['x1', 'y', 'z']);
    expect(guess(times(5_000, (at) => `w${at % 201}`)).type).toBe('text');
  });

  it('finds the order of day and month, if one date shows it', () => {
    expect(guess(['1/2/2026', '25/2/2026']).dayFirst).toBe(true);
    expect(guess(['1/2/2026', '2/25/2026']).dayFirst).toBe(false);
    expect(guess(['1/2/2026', '3/4/2026'])).toMatchObject({ type: 'date', dayFirst: null, ambiguousDates: 2 });
  });

  it('finds the currency', () => {
    expect(guess(['€5', '7 €']).currency).toBe('EUR');
    expect(guess(['5 CHF', '7 CHF']).currency).toBeNull();
  });
});

describe('the key of a field', () => {
  it('comes from its name and is free', () => {
    expect(customFieldKey('Renewal date')).toBe('renewal_date');
    expect(customFieldKey('  Größe (m²) ')).toBe('gro_e_m2');
    expect(customFieldKey('2nd visit')).toBe('field_2nd_visit');
    expect(customFieldKey('日付')).toBe('field');
    expect(customFieldKey('Renewal date', ['RENEWALDATE', 'renewal_date_2'])).toBe('renewal_date_3');
    expect(customFieldKey('Email')).toBe('email_2');
    expect(customFieldKey('constructor')).toBe('constructor_2');
    for (const name of ['a'.repeat(80), `${'a'.repeat(35)} b`, 'A__b -- C', `${'9 '.repeat(40)}`])
      expect(customFieldKey(name, [customFieldKey(name)])).toMatch(customFieldKeyPattern);
  });

  it('has small letters, digits and single underscores, at most 40', () => {
    for (const key of ['a', 'plan_name', 'v2_of_3', 'a'.repeat(40)]) expect(key).toMatch(customFieldKeyPattern);
    for (const key of ['', 'planName', 'plan__name', '_plan', 'plan_', '2nd', 'plan-name', 'größe', 'a'.repeat(41)])
      expect(key).not.toMatch(customFieldKeyPattern);
  });

  it('is not one of the product, in any spelling', () => {
    for (const name of [
      'email',
      'Contact Person',
      'contact_2_phone',
      'Lead',
      'Business name',
      'toString',
      'status',
      'ZIP',
    ]) {
      expect(isReservedFieldName(name)).toBe(true);
    }
    for (const name of ['Renewal', 'Lead source', 'Owner since']) expect(isReservedFieldName(name)).toBe(false);
    expect(isSameFieldName('Renewal date', 'renewal-DATE')).toBe(true);
  });
});
