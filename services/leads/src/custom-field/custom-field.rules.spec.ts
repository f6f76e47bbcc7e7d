import { customFieldTypes, type CustomFieldType } from '@lead-finder/contracts';
import { columnsOf, fitsWithoutLoss, removedDays, removedOptions, withSettings } from './custom-field.rules.js';

const field = (type: CustomFieldType, options: string[] = [], currency: string | null = null) => ({
  key: 'plan',
  name: 'Plan',
  type,
  options,
  currency,
  required: true,
  group: 'Contract',
  filter: false,
  archived: false,
});

it('A removed field can be restored for 30 days', () => expect(removedDays).toBe(30));

describe('The settings of a custom field', () => {
  it.each([
    ['one_of', 'options', 'Please enter at least one option'],
    ['several_of', 'options', 'Please enter at least one option'],
    ['currency', 'currency', 'Please choose a currency'],
  ] as const)('of the type %s need %s', (type, path, message) => {
    expect(() => withSettings(field(type))).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code: 'validation_failed',
        message,
        details: { issues: [{ path, message }] },
      }),
    );
  });

  it.each(customFieldTypes.filter((type) => !type.endsWith('_of') && type !== 'currency'))(
    'of the type %s are no options and no currency',
    (type) => {
      expect(withSettings(field(type, ['Gold'], 'EUR'))).toEqual(field(type));
      expect(withSettings(field(type))).toEqual(field(type));
    },
  );

  it('are options for a choice, and a currency for an amount', () => {
    for (const type of ['one_of', 'several_of'] as const)
      expect(withSettings(field(type, ['Gold'], 'EUR'))).toEqual(field(type, ['Gold']));
    expect(withSettings(field('currency', ['Gold'], 'EUR'))).toEqual(field('currency', [], 'EUR'));
  });

  it('stand in columns of their names', () => {
    const { group, ...rest } = field('one_of', ['Gold']);
    expect(columnsOf({ ...rest, group })).toEqual({ ...rest, group_name: group });
  });
});

describe('The change of a custom field', () => {
  it.each<[CustomFieldType, CustomFieldType[]]>([
    ['text', ['long_text']],
    ['long_text', []],
    ['number', ['currency']],
    ['currency', ['number']],
    ['date', ['text', 'long_text']],
    ['yes_no', []],
    ['one_of', ['text', 'long_text', 'several_of']],
    ['several_of', []],
    ['link', ['text', 'long_text']],
  ])('of the type %s fits every value without loss if the new type is %j', (from, wider) => {
    const fitting = customFieldTypes.filter((to) => fitsWithoutLoss(from, to));
    expect(fitting).toEqual(customFieldTypes.filter((to) => to === from || wider.includes(to)));
  });

  it('removes the options that a choice no longer has', () => {
    const before = field('one_of', ['Gold', 'Silver', 'Iron']);
    expect(removedOptions(before, field('several_of', ['Silver', 'Tin']))).toEqual(['Gold', 'Iron']);
    expect(removedOptions(before, field('text'))).toEqual([]);
    expect(removedOptions(field('text', ['Gold']), field('one_of', ['Silver']))).toEqual([]);
  });
});
