import { unknownField, withoutUnknownFields } from './settings-fields.rules.js';

const custom = [{ key: 'plan' }];
const mapping = { businessName: 'Name', 'customFields.plan': ['Plan'], 'customFields.gone': 'Gone' };

describe('the fields of the settings of an import', () => {
  it.each([
    ['none', {}, null],
    ['all known', { mapping: { user: 'Who', 'customFields.plan': 'Plan' }, overwrite: ['phone', 'plan'] }, null],
    ['a removed field', { mapping }, { path: 'mapping', field: 'customFields.gone' }],
    ['a field of no import', { mapping: { fax: 'Fax' } }, { path: 'mapping', field: 'fax' }],
    ['a key without a field', { overwrite: ['phone', 'gone'] }, { path: 'overwrite', field: 'gone' }],
    ['the path of a field', { overwrite: ['customFields.plan'] }, { path: 'overwrite', field: 'customFields.plan' }],
  ])('with %s', (_, settings, unknown) => expect(unknownField(settings, custom)).toEqual(unknown));

  it('leave out custom fields that are archived or removed now', () => {
    const settings = { tag: 'x', mapping, overwrite: ['phone', 'plan', 'gone'] };
    expect(withoutUnknownFields(settings, custom)).toEqual({
      tag: 'x',
      mapping: { businessName: 'Name', 'customFields.plan': ['Plan'] },
      overwrite: ['phone', 'plan'],
    });
    expect(withoutUnknownFields({ overwrite: ['gone'] }, custom)).toEqual({ overwrite: [] });
    expect(withoutUnknownFields({}, custom)).toEqual({});
  });
});
