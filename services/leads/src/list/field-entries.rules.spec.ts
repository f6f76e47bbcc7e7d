import fc from 'fast-check';
import { fieldConditions, orderedNumber, type EntryCounts } from './field-entries.rules.js';
import { Parameters } from './parameters.js';

const where = (...conditions: string[]) => {
  const parameters = new Parameters();
  return [fieldConditions(conditions, undefined, parameters), parameters.values];
};
const leads = (condition: string) => `id in (select lead_id from lead_field_entries where ${condition})`;

describe('conditions on custom fields', () => {
  it.each<[string[], string, unknown[]]>([
    [['region=a=b'], leads('entry = $1'), ['region=a=b']],
    [['size=-1'], leads('entry = $1 or entry = $2'), ['size=-1', 'size=400fffffffffffff']],
    [['region!'], leads('entry = $1'), ['region!']],
    [['region:..'], leads('entry >= $1 and entry < $2'), ['region=', 'region>']],
    [['size:1..'], leads('entry >= $1 and entry < $2'), ['size=bff0000000000000', 'size>']],
    [['size:..-1'], leads('entry >= $1 and entry <= $2'), ['size=', 'size=400fffffffffffff']],
    [['due:2026-01-01..2026-02-01'], leads('entry >= $1 and entry <= $2'), ['due=2026-01-01', 'due=2026-02-01']],
    [['region=a', 'region!'], leads('entry = $1 or entry = $2'), ['region=a', 'region!']],
  ])('of %j are %s', (conditions, sql, values) => expect(where(...conditions)).toEqual([sql, values]));

  it.each<[string, EntryCounts | undefined, string | null]>([
    ['whose entries are not counted', undefined, null],
    [
      'of which none is rare',
      new Map([
        ['region', 20_001],
        ['size', 20_001],
      ]),
      null,
    ],
    [
      'of which one is rare',
      new Map([
        ['region', 20_001],
        ['size', 20_000],
      ]),
      'size',
    ],
    [
      'of which both are rare',
      new Map([
        ['region', 1_001],
        ['size', 20_000],
      ]),
      'region',
    ],
    [
      'of which the second is rarer',
      new Map([
        ['region', 20_000],
        ['size', 1_001],
      ]),
      'size',
    ],
    [
      'of which one is very rare',
      new Map([
        ['region', 1_000],
        ['size', 2_000],
      ]),
      null,
    ],
  ])('on fields %s hash the leads of the rarest', (_, counts, hashed) => {
    const sql = fieldConditions(['region=a', 'size!'], counts, new Parameters());
    const ofField = (key: string, condition: string) =>
      key === hashed ? `(${leads(condition)}) is true` : leads(condition);
    expect(sql).toBe(`${ofField('region', 'entry = $1')} and ${ofField('size', 'entry = $2')}`);
  });

  it.each<[string, EntryCounts | undefined, boolean]>([
    ['are searched for each lead', new Map([['region', 1_001]]), false],
    ['are searched for each lead if they are not counted', undefined, false],
    ['are hashed if they are very few', new Map([['region', 1_000]]), true],
  ])('in the list of one user %s', (_, counts, isHashed) => {
    const searched = (entry: string) =>
      `exists (select from (select entry from lead_field_entries where lead_id = id offset 0) as own where ${entry})`;
    const sql = fieldConditions(['region=a', 'size!'], counts, new Parameters(), true);
    const region = isHashed ? `(${leads('entry = $1')}) is true` : searched('entry = $1');
    expect(sql).toBe(`${region} and ${searched('entry = $2')}`);
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
