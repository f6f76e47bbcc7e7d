import { customField } from '../../../../test/custom-field';
import { fieldChips, fieldConditions, isOfField, keysOf, rangeOf, withField } from './field-filters.rules';

const conditions = ['region=North', 'staff:10..50', 'nonsense', 'region!', 'renewal:..2026-12-31'];

describe('The conditions on custom fields', () => {
  it('are those of the storage and the address that the server takes', () => {
    expect(fieldConditions.read([...conditions, 7, ''])).toEqual([
      'region=North',
      'staff:10..50',
      'region!',
      'renewal:..2026-12-31',
    ]);
    expect(fieldConditions.fromAddress(conditions)).toEqual(conditions);
    expect(fieldConditions.fallback).toEqual([]);
  });

  it('belong to the field that they name', () => {
    expect(conditions.filter(isOfField('region'))).toEqual(['region=North', 'region!']);
    expect(keysOf(conditions)).toEqual(['region', 'staff', 'renewal']);
  });

  it('on one field replace its earlier ones, and no others', () => {
    expect(withField(conditions, 'region', ['region=South'])).toEqual([
      'staff:10..50',
      'nonsense',
      'renewal:..2026-12-31',
      'region=South',
    ]);
  });

  it('have the bounds of a range, both empty without one', () => {
    expect(rangeOf(['nonsense', 'staff=7', 'staff!', 'staff:10..'])).toMatchObject({ from: '10', to: '' });
    expect(rangeOf(['staff=7'])).toEqual({ from: '', to: '' });
  });
});

describe('The chips of the conditions', () => {
  it('are one a field with its name, or its key if it is gone, and leave the conditions on others', () => {
    const fields = [customField({ key: 'staff', name: 'Staff' }), customField({ key: 'region', name: 'Region' })];
    expect(fieldChips(conditions, fields)).toEqual([
      { label: 'Region', text: 'North, No value', without: ['staff:10..50', 'nonsense', 'renewal:..2026-12-31'] },
      { label: 'Staff', text: '10 to 50', without: withField(conditions, 'staff', []) },
      { label: 'renewal', text: 'Up to Dec 31, 2026', without: withField(conditions, 'renewal', []) },
    ]);
  });

  it.each([
    ['x=North', 'North'],
    ['x=true', 'Yes'],
    ['x=false', 'No'],
    ['x!', 'No value'],
    ['x:10..50', '10 to 50'],
    ['x:10..', 'From 10'],
    ['x:..50', 'Up to 50'],
    ['x:2026-12-01..2026-12-31', 'Dec 1, 2026 to Dec 31, 2026'],
    ['x:2026-12-01..', 'From Dec 1, 2026'],
    ['x:..', 'Any value'],
  ])('say of %s: %s', (condition, text) => expect(fieldChips([condition], [])[0]?.text).toBe(text));
});
