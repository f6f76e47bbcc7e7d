import fc from 'fast-check';
import { fieldConditions, orderedNumber } from './field-entries.rules.js';
import { Parameters } from './parameters.js';

const where = (...conditions: string[]) => {
  const parameters = new Parameters();
  return [fieldConditions(conditions, true, parameters), parameters.values];
};
const leads = (condition: string) => `id in (select lead_id from lead_field_entries where ${condition})`;

describe('conditions on custom fields', () => {
  it.each<[string[], string, unknown[]]>([
    [['region=a=b'], leads('entry = $1'), ['region=a=b']],
    [['region!'], leads('entry = $1'), ['region!']],
    [['region:..'], leads('entry >= $1 and entry < $2'), ['region=', 'region>']],
    [['size:1..'], leads('entry >= $1 and entry < $2'), ['size=bff0000000000000', 'size>']],
    [['size:..-1'], leads('entry >= $1 and entry <= $2'), ['size=', 'size=400fffffffffffff']],
    [['due:2026-01-01..2026-02-01'], leads('entry >= $1 and entry <= $2'), ['due=2026-01-01', 'due=2026-02-01']],
    [['region=a', 'region!'], leads('entry = $1 or entry = $2'), ['region=a', 'region!']],
  ])('of %j are %s', (conditions, sql, values) => expect(where(...conditions)).toEqual([sql, values]));

  it('on several fields first test whether the leads of one are few', () => {
    const [sql, values] = where('region=a', 'size!');
    expect(sql).toContain(`${leads('entry = $1')} and ${leads('entry = $2')}`);
    expect(sql).toContain('exists (select from lead_field_entries where entry = $2 offset 20000)');
    expect(values).toEqual(['region=a', 'size!']);
  });

  it('on several fields of one user search each lead of the user', () => {
    const sql = fieldConditions(['region=a', 'size!'], false, new Parameters());
    expect(sql).toBe(`${leads('entry = $1')} and ${leads('entry = $2')}`);
  });

  it('order numbers as texts', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(number, number, (one, other) => {
        expect(orderedNumber(one) < orderedNumber(other)).toBe(one < other);
      }),
    );
    expect(orderedNumber(-0)).toBe(orderedNumber(0));
    expect(orderedNumber(5e-324)).toHaveLength(16);
  });
});
