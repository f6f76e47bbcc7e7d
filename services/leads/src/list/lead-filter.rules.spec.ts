import { leadFilter, type Actor, type LeadFilter, type Role } from '@lead-finder/contracts';
import { chosenStatuses, isCounted, leadConditions, owners, Parameters } from './lead-filter.rules.js';

const actor = (role: Role): Actor => ({ id: 7, username: 'ann', fullName: 'Ann Archer', role });
const filter = (input: LeadFilter = {}, scope: 'all' | 'own' = 'all') => ({ ...leadFilter.parse(input), scope });
const where = (input: LeadFilter) => {
  const parameters = new Parameters();
  return [leadConditions(filter(input), actor('admin'), parameters), parameters.values];
};

describe('whose leads a list has', () => {
  it.each<[Role, 'all' | 'own', number | undefined, ReturnType<typeof owners>]>([
    ['admin', 'all', undefined, 'all'],
    ['admin', 'all', 9, 9],
    ['admin', 'own', undefined, 7],
    ['admin', 'own', 9, 'none'],
    ['manager', 'all', undefined, 7],
    ['manager', 'all', 9, 'none'],
    ['user', 'all', undefined, 7],
    ['user', 'all', 7, 7],
    ['user', 'all', 9, 'none'],
  ])('for %s in scope %s with userId %p: %p', (role, scope, userId, whose) => {
    expect(owners(filter({ userId }, scope), actor(role))).toBe(whose);
  });
});

describe('statuses', () => {
  it.each<[LeadFilter, string[] | undefined]>([
    [{}, undefined],
    [{ hideClosed: true }, ['new', 'in_progress', 'recontact']],
    [{ hideClosed: true, status: ['closed_won'] }, ['closed_won']],
    [{ status: 'recontact' }, ['recontact']],
  ])('of %j are %j', (input, statuses) => expect(chosenStatuses(filter(input))).toEqual(statuses));
});

describe('conditions', () => {
  it.each<[LeadFilter, string, unknown[]]>([
    [{}, 'not archived and not existing_customer', []],
    [{ archived: 'true' }, 'archived and not existing_customer', []],
    [{ archived: 'any', existingCustomers: true }, 'true', []],
    [{ archived: 'any', existingCustomers: true, imported: true }, 'imported', []],
    [{ archived: 'any', existingCustomers: true, imported: false }, 'not imported', []],
    [{ archived: 'any', existingCustomers: true, userId: 3 }, 'user_id = $1', [3]],
    [{ archived: 'any', existingCustomers: true, q: '50%_a' }, 'name ilike $1', ['%50\\%\\_a%']],
    [
      { archived: 'any', existingCustomers: true, q: 'b%' },
      'name ilike any ($1)',
      [expect.arrayContaining(['b\\%%', '% b\\%%', '%-b\\%%', '%(b\\%%'])],
    ],
    [{ archived: 'any', existingCustomers: true, tag: ' Hot ' }, 'tag_keys && lower_all($1::text[])', [['Hot']]],
    [
      { archived: 'any', existingCustomers: true, state: 'TX', county: 'Kent' },
      'state = $1 and county = $2',
      ['TX', 'Kent'],
    ],
  ])('of %j are %s', (input, conditions, values) => expect(where(input)).toEqual([conditions, values]));

  it.each<[LeadFilter, boolean]>([
    [{}, true],
    [{ userId: 3, status: 'new', hideClosed: true, archived: 'any', existingCustomers: true, imported: true }, true],
    [{ q: 'a' }, false],
    [{ tag: 'a' }, false],
    [{ state: 'TX' }, false],
    [{ county: 'Kent' }, false],
  ])('of %j have stored counts: %p', (input, counted) => expect(isCounted(filter(input))).toBe(counted));
});
