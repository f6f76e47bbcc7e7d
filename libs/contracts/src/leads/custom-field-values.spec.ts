import fc from 'fast-check';
import {
  checkCustomValue,
  customFieldTypes,
  customValueProblem,
  customValueText,
  readCustomValue,
  type CustomFieldRule,
  type CustomFieldType,
  type CustomFieldValue,
  type CustomValueFormat,
} from './custom-field-values.js';

const options = ['Gold', 'Silver', 'Gold, plated', 'Iron'];
const field = (type: CustomFieldType, rest: Partial<CustomFieldRule> = {}): CustomFieldRule => ({
  name: 'Field',
  type,
  options: type === 'one_of' || type === 'several_of' ? options : [],
  currency: type === 'currency' ? 'USD' : null,
  ...rest,
});
const read = (type: CustomFieldType, text: string, format?: CustomValueFormat) => {
  const result = readCustomValue(field(type), text, format);
  return 'problem' in result ? result.problem : result.value;
};

describe('reading a cell or a form field', () => {
  test.each(customFieldTypes)('reads nothing and blanks as no value of the type %s', (type) => {
    for (const text of ['', '  ', '\t\u00a0 ']) expect(read(type, text)).toBeNull();
  });

  test.each([
    ['12', 12],
    ['-3.5', -3.5],
    ['+4', 4],
    ['.5', 0.5],
    ['1e-7', 1e-7],
    ['0', 0],
    ['-0', 0],
    ['1,234', 1_234],
    ['1,234,567.89', 1_234_567.89],
    ['1.234.567', 1_234_567],
    ['1.234,56', 1_234.56],
    ['1.234', 1.234],
    ['12,5', 12.5],
    ['0,123', 0.123],
    ['1 234 567,5', 1_234_567.5],
    ['1\u00a0234', 1_234],
    ["12'345.5", 12_345.5],
    ['(1,200)', -1_200],
    ['\u22125', -5],
    ['$5', 5],
    ['5 €', 5],
    ['-$1,234.50', -1_234.5],
    ['$-2', -2],
  ])('reads the number %s', (text, value) => {
    expect(read('number', text)).toBe(value);
  });

  it('reads a decimal comma if the file has one', () => {
    expect(
      ['1.234', '1,234', '1.234,5', '7,25', '12', '1.5'].map((text) => read('number', text, { decimalComma: true })),
    ).toEqual([1_234, 1.234, 1_234.5, 7.25, 12, 1.5]);
  });

  test.each([
    'abc',
    '12 34',
    '501 555 0100',
    '501-555-0100',
    '1,23,4',
    '1.2.3',
    '12%',
    '--1',
    '(-1)',
    '5 USD',
    '0x10',
    '1e',
    'NaN',
    'Infinity',
  ])('takes %s for no number', (text) => {
    expect(read('number', text)).toBe('Field must be a number');
  });

  it('limits numbers', () => {
    expect(read('number', '1000000000000000')).toBe(1e15);
    expect(read('number', '1000000000000001')).toBe('Field must be from -10^15 to 10^15');
    expect(read('number', '1e999')).toBe('Field must be a number');
  });

  it('reads amounts in the currency of the field alone', () => {
    expect(['5', '$5', 'US$5', 'USD 5', '5 usd', '1,234.5'].map((text) => read('currency', text))).toEqual([
      5, 5, 5, 5, 5, 1_234.5,
    ]);
    for (const text of ['€5', '5 EUR', '£5', 'five']) {
      expect(read('currency', text)).toBe('Field must be an amount in USD');
    }
    expect(readCustomValue(field('currency', { currency: 'EUR' }), '5 €')).toEqual({ value: 5 });
  });

  test.each([
    ['2026-03-04', '2026-03-04'],
    ['2026/3/4', '2026-03-04'],
    ['2026-03-04 00:00:00', '2026-03-04'],
    ['2026-03-04T00:00:00.000Z', '2026-03-04'],
    ['3/25/2026', '2026-03-25'],
    ['25/3/2026', '2026-03-25'],
    ['5/5/2026', '2026-05-05'],
    ['4.3.2026', '2026-03-04'],
    ['2/22/21', '2021-02-22'],
    ['12/31/49', '2049-12-31'],
    ['12/31/50', '1950-12-31'],
    ['3/25/2026 12:00:00 AM', '2026-03-25'],
    ['5 Jan 2026', '2026-01-05'],
    ['05-Sept-26', '2026-01-05'.replace('01', '09')],
    ['January 5, 2026', '2026-01-05'],
    ['29.2.2024', '2024-02-29'],
  ])('reads the date %s', (text, value) => {
    expect(read('date', text)).toBe(value);
  });

  it('reads a date that is two dates only if the order is known', () => {
    expect(read('date', '3/4/2026')).toBe('Field could be two dates. Please write YYYY-MM-DD');
    expect(read('date', '3/4/2026', { dayFirst: true })).toBe('2026-04-03');
    expect(read('date', '3/4/2026', { dayFirst: false })).toBe('2026-03-04');
    expect(read('date', '3/25/2026', { dayFirst: true })).toBe('2026-03-25');
  });

  test.each([
    '2026-02-30',
    '29.2.2023',
    '31/31/2026',
    '1899-12-31',
    '2201-01-01',
    '2026-03-04 14:30',
    'soon',
    '45000',
    '5 Foo 2026',
  ])('takes %s for no date', (text) => {
    expect(read('date', text)).toBe('Field must be a date as YYYY-MM-DD, from 1900 to 2200');
  });

  it('reads yes and no in the words of spreadsheets', () => {
    for (const text of ['yes', 'TRUE', '1', 'Y', 'x']) expect(read('yes_no', text)).toBe(true);
    for (const text of ['No', 'false', '0', 'n']) expect(read('yes_no', text)).toBe(false);
    for (const text of ['maybe', '2', 'on']) expect(read('yes_no', text)).toBe('Field must be Yes or No');
  });

  it('reads options without case, in their spelling and order', () => {
    expect(read('one_of', ' gOLD ')).toBe('Gold');
    expect(read('one_of', 'Lead')).toBe("Field has no option 'Lead'");
    expect(read('several_of', 'iron; GOLD;gold; ')).toEqual(['Gold', 'Iron']);
    expect(read('several_of', 'Iron, silver')).toEqual(['Silver', 'Iron']);
    expect(read('several_of', 'gold, plated')).toEqual(['Gold, plated']);
    expect(read('several_of', 'Gold; gold, plated')).toEqual(['Gold', 'Gold, plated']);
    expect(read('several_of', 'Gold; Lead')).toBe("Field has no option 'Lead'");
    expect(read('several_of', ';')).toBe('Field must be some of its options');
  });

  it('reads web addresses as the website of a lead', () => {
    expect(read('link', ' example.com/a ')).toBe('example.com/a');
    for (const text of [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      'ftp://example.com',
      'https://a:b@example.com',
      'none',
    ]) {
      expect(read('link', text)).toBe('Field must be a web address');
    }
  });

  it('limits texts, and lets only long ones have lines', () => {
    expect(read('text', 'a'.repeat(500))).toHaveLength(500);
    expect(read('text', 'a'.repeat(501))).toBe('Field must be at most 500 characters');
    expect(read('text', 'a\nb')).toBe('Field must be one line');
    expect(read('long_text', 'a\r\nb')).toBe('a\r\nb');
    expect(read('long_text', 'a'.repeat(5_001))).toBe('Field must be at most 5,000 characters');
    for (const text of ['a\0b', 'a\ud800b'])
      expect(read('long_text', text)).toBe('Field holds a character that cannot be stored');
  });
});

describe('a value of the API', () => {
  test.each<[CustomFieldType, unknown[], unknown[]]>([
    ['text', ['a'], ['', ' ', 1, true, ['a'], null, undefined, {}]],
    ['long_text', ['a\nb'], ['', 5]],
    ['number', [0, -1.5, 1e15], ['1', Number.NaN, Infinity, 2e15, true, [1]]],
    ['currency', [12.5], ['$1', false]],
    ['date', ['2026-03-04'], ['3/25/2026', '2026-3-4', '2026-02-30', 20260304, '2026-03-04 00:00']],
    ['yes_no', [true, false], ['yes', 1, 0]],
    ['one_of', ['Gold'], ['Lead', 1, ['Gold']]],
    ['several_of', [['Iron']], [[], 'Gold', ['Lead'], [1], {}]],
    ['link', ['https://example.com'], ['nothing', 'javascript:alert(1)', 5]],
  ])('of the type %s has the JSON type of it', (type, right, wrong) => {
    for (const value of right) expect(customValueProblem(field(type), value)).toBeNull();
    for (const value of wrong) expect(customValueProblem(field(type), value)).toMatch(/^Field (must|has)/);
  });

  it('is stored trimmed, with distinct options in their order', () => {
    expect(checkCustomValue(field('text'), ' a ')).toEqual({ value: 'a' });
    expect(checkCustomValue(field('one_of'), 'iron ')).toEqual({ value: 'Iron' });
    expect(checkCustomValue(field('several_of'), ['Iron', 'gold', 'Gold'])).toEqual({ value: ['Gold', 'Iron'] });
  });
});

describe('the text of a value', () => {
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const raw: Record<CustomFieldType, fc.Arbitrary<CustomFieldValue>> = {
    text: fc.string({ unit: 'grapheme', maxLength: 400 }),
    long_text: fc.string({ unit: 'binary', maxLength: 400 }),
    number: fc.oneof(fc.double({ min: -1e15, max: 1e15, noNaN: true }), fc.integer()),
    currency: fc.integer().map((cents) => cents / 100),
    date: day,
    yes_no: fc.boolean(),
    one_of: fc.constantFrom(...options),
    several_of: fc.subarray(options, { minLength: 1 }),
    link: fc.oneof(fc.webUrl(), fc.domain()),
  };

  test.each(customFieldTypes)('of the type %s is read as the same value', (type) => {
    fc.assert(
      fc.property(raw[type], fc.boolean(), (value, dayFirst) => {
        const checked = checkCustomValue(field(type), value);
        fc.pre(!('problem' in checked));
        const text = customValueText(field(type), checked.value);
        expect(readCustomValue(field(type), text, { dayFirst })).toEqual({ value: checked.value });
      }),
      { numRuns: 300 },
    );
  });

  it('of any type is read without an error of the code, whatever the text is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...customFieldTypes), fc.string({ unit: 'binary' }), (type, text) => {
        const result = readCustomValue(field(type), text);
        if ('value' in result && result.value !== null) {
          expect(checkCustomValue(field(type), result.value)).toEqual({ value: result.value });
        }
      }),
      { numRuns: 500 },
    );
  });
});
