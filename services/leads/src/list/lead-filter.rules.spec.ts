import { leadFilter, type Actor, type LeadFilter, type Role } from '@lead-finder/contracts';
import { leadPoint } from '../lead/lead-point.js';
import {
  inHashed,
  isCounted,
  isCountedIn,
  isFiltered,
  isSummed,
  leadConditions,
  nameCondition,
  owners,
  scannedNameCondition,
  storedConditions,
  worked,
  type StoredCounts,
} from './lead-filter.rules.js';
import { Parameters } from './parameters.js';

const actor = (role: Role): Actor => ({ id: 7, username: 'ann', fullName: 'Ann Archer', role });
const filter = (input: LeadFilter = {}, scope: 'all' | 'own' = 'all') => ({ ...leadFilter.parse(input), scope });
const where = (input: LeadFilter) => {
  const parameters = new Parameters();
  return [leadConditions(filter(input), actor('admin'), parameters), parameters.values];
};

describe('whose leads a list has', () => {
  it.each<[Role, 'all' | 'own', number | undefined, ReturnType<typeof owners>]>([
    ['admin', 'all', undefined, 'all'],
    ['admin', 'all', 9, [9]],
    ['admin', 'own', undefined, [7]],
    ['admin', 'own', 9, []],
    ['manager', 'all', undefined, [7]],
    ['manager', 'all', 9, []],
    ['user', 'all', undefined, [7]],
    ['user', 'all', 7, [7]],
    ['user', 'all', 9, []],
  ])('for %s in scope %s with userId %p: %p', (role, scope, userId, whose) => {
    expect(owners(filter({ userId }, scope), actor(role))).toEqual(whose);
  });

  it.each<[LeadFilter, number[], ReturnType<typeof owners>]>([
    [{}, [8, 9], [7, 8, 9]],
    [{}, [8, -11], [7, 8, -11]],
    [{ pool: true }, [8, -11], [-11]],
    [{ pool: true }, [8], []],
    [{ pool: false }, [8, -11], [7, 8]],
    [{ pool: true, userId: 8 }, [8, -11], [8]],
    [{ pool: 10 }, [8, -11, -12], [-11]],
    [{ pool: 10 }, [8, -12], []],
    [{ pool: 'organisation' }, [8, -1], [-1]],
    [{ pool: 'organisation' }, [8, -11], []],
    [{ pool: 10, userId: 8 }, [8, -11], [8]],
    [{ pool: 10, mine: true }, [8, -11], []],
    [{ userId: 9 }, [8, 9], [9]],
    [{ userId: 10 }, [8, 9], []],
    [{ mine: true }, [8, 9], [7]],
    [{ mine: true, userId: 9 }, [8, 9], []],
    [{}, [], [7]],
  ])('for a manager with teams: filter %j of the branch %j has %j', (input, branch, whose) => {
    expect(owners(filter(input), { ...actor('manager'), branch: new Set(branch) })).toEqual(whose);
  });
});

describe('conditions', () => {
  it.each<[LeadFilter, string, unknown[]]>([
    [{}, 'not archived and not existing_customer', []],
    [{ archived: 'true' }, 'archived and not existing_customer', []],
    [{ archived: 'any', existingCustomers: true }, 'true', []],
    [{ archived: 'any', existingCustomers: true, status: 'recontact' }, 'status = $1', ['recontact']],
    [
      { archived: 'any', existingCustomers: true, hideClosed: true },
      'status = any ($1)',
      [['new', 'in_progress', 'recontact']],
    ],
    [
      { archived: 'any', existingCustomers: true, hideClosed: true, status: ['closed_won'] },
      'status = $1',
      ['closed_won'],
    ],
    [{ archived: 'any', existingCustomers: true, located: false }, `${leadPoint} is null`, []],
    [{ archived: 'any', existingCustomers: true, located: true }, 'latitude is not null and longitude is not null', []],
    [
      { q: 'dent', county: 'Kent', located: true, state: 'TX', tag: 'hot', imported: true, status: 'new', userId: 3 },
      'user_id = $1 and status = $2 and not archived and not existing_customer and imported' +
        ' and tag_keys && lower_all($3::text[]) and state = $4' +
        ' and latitude is not null and longitude is not null and county = $5 and name ilike $6',
      [3, 'new', ['hot'], 'TX', 'Kent', '%dent%'],
    ],
    [{ archived: 'any', existingCustomers: true, imported: true }, 'imported', []],
    [{ archived: 'any', existingCustomers: true, imported: false }, 'not imported', []],
    [{ archived: 'any', existingCustomers: true, userId: 3 }, 'user_id = $1', [3]],
    [{ archived: 'any', existingCustomers: true, q: '50%_a' }, 'name ilike $1', ['%50\\%\\_a%']],
    [
      { archived: 'any', existingCustomers: true, q: 'b%' },
      '(name ~* $1 or name ilike any ($2))',
      [expect.stringMatching(/^\(\^\|\[.+\]\)b\\%$/), ['%’b\\%%', '%“b\\%%']],
    ],
    [{ archived: 'any', existingCustomers: true, tag: ' Hot ' }, 'tag_keys && lower_all($1::text[])', [['Hot']]],
    [
      { archived: 'any', existingCustomers: true, territory: '7' },
      'id in (select lead_id from lead_territories where territory_id = $1)',
      [7],
    ],
    [
      { archived: 'any', existingCustomers: true, territory: ['none', '7'] },
      'id in (select lead_id from lead_territories where territory_id = any ($1))',
      [[0, 7]],
    ],
    [
      { archived: 'any', existingCustomers: true, state: 'TX', county: 'Kent' },
      'state = $1 and county = $2',
      ['TX', 'Kent'],
    ],
  ])('of %j are %s', (input, conditions, values) => expect(where(input)).toEqual([conditions, values]));

  it.each([
    [
      'de',
      '(name ~* $1 or name ilike any ($2))',
      [expect.stringMatching(/[^’]+\)de$/), ['%’de%', '%“de%']],
      'name ~* $1',
      [expect.stringMatching(/’.*\)de$/)],
    ],
    [
      '東京',
      'name ilike any ($1)',
      [expect.arrayContaining(['東京%', '% 東京%', '%’東京%'])],
      'name ~* $1',
      [expect.stringMatching(/\)東京$/)],
    ],
    ['den', 'name ilike $1', ['%den%'], 'name ilike $1', ['%den%']],
  ])('on the name for %p are %s with %j, and in a scan %s with %j', (q, condition, values, scanned, scannedValues) => {
    const [parameters, scan] = [new Parameters(), new Parameters()];
    expect([nameCondition(q, parameters), scannedNameCondition(q, scan)]).toEqual([condition, scanned]);
    expect([parameters.values, scan.values]).toEqual([values, scannedValues]);
  });

  it.each([
    ['all users', {}, 'is true'],
    ['a pool', { pool: 'organisation' as const }, 'is true'],
    ['one user', { userId: 7 }, 'lead_id = id'],
  ])('on a custom field search the leads of %s', (_, of, form) => {
    const asked = { ...filter({ field: ['seats=4'], ...of }), entries: new Map([['seats', 5_000]]) };
    expect(leadConditions(asked, actor('admin'), new Parameters())).toContain(form);
  });

  it('on some users are one hash', () => {
    const parameters = new Parameters();
    expect(inHashed([7, 8], parameters)).toBe('(user_id in (select unnest($1::bigint[]))) is true');
    expect(parameters.values).toEqual([[7, 8]]);
  });

  it('on a branch come before the others', () => {
    const parameters = new Parameters();
    const manager = { ...actor('manager'), branch: new Set([8]) };
    const conditions = leadConditions(filter({ archived: 'any', existingCustomers: true }), manager, parameters);
    expect([conditions, parameters.values]).toEqual(['user_id = any ($1)', [[7, 8]]]);
  });

  it('select nothing if the user asks for the leads of another user', () => {
    const parameters = new Parameters();
    expect(leadConditions(filter({ userId: 9, q: 'dent' }), actor('user'), parameters)).toBe('false');
    expect(parameters.values).toEqual([]);
  });
});

describe('the lists that the index of worked leads has in order', () => {
  const lists = (input: LeadFilter) =>
    worked(filter(input)).map(({ status, archived }) => `${status} ${archived === 'true' ? 'archived' : 'open'}`);

  it('are one for each status and archived state', () => {
    expect(lists({ status: ['new', 'new', 'recontact'] })).toEqual(['new open', 'recontact open']);
    expect(lists({ status: ['new'], archived: 'any' })).toEqual(['new archived', 'new open']);
    expect(lists({ archived: 'true', hideClosed: true })).toEqual([
      'new archived',
      'in_progress archived',
      'recontact archived',
    ]);
    expect(lists({ archived: 'true' })).toHaveLength(5);
    expect(lists({})).toEqual([]);
    expect(worked(filter({ status: ['new'], q: 'dent' }))).toMatchObject([{ q: 'dent' }]);
  });
});

describe('stored counts', () => {
  it.each<[LeadFilter, readonly StoredCounts[]]>([
    [{}, ['totals', 'values', 'grid']],
    [{ userId: 3, status: ['new', 'recontact'], sort: 'oldest' }, ['totals', 'values', 'grid']],
    [{ hideClosed: true }, ['totals', 'values', 'grid']],
    [{ archived: 'false', existingCustomers: false, hideClosed: false }, ['totals', 'values', 'grid']],
    [{ archived: 'true' }, ['totals', 'values']],
    [{ archived: 'any' }, ['totals', 'values']],
    [{ existingCustomers: true }, ['totals', 'values']],
    [{ imported: true }, ['totals']],
    [{ imported: false }, ['totals']],
    [{ pool: true }, ['totals', 'grid']],
    [{ pool: 10, status: 'new' }, ['totals', 'grid']],
    [{ pool: 'organisation' }, ['totals', 'grid']],
    [{ pool: false }, ['totals']],
    [{ pool: true, imported: true }, ['totals']],
    [{ q: 'a' }, []],
    [{ q: '', tag: [] }, ['totals', 'values', 'grid']],
    [{ tag: 'a' }, []],
    [{ state: 'TX' }, []],
    [{ county: 'Kent' }, []],
    [{ territory: 'none' }, []],
    [{ located: false }, []],
    [{ located: true }, []],
  ])('of the filter %j are %j', (input, counts) => {
    expect((['totals', 'values', 'grid'] as const).filter((each) => isCountedIn(each, filter(input)))).toEqual(counts);
    expect(isCounted(filter(input))).toBe(counts.includes('totals'));
  });

  it.each<[StoredCounts, Role, LeadFilter, string, string]>([
    ['totals', 'admin', {}, 'user_id = 0', 'not archived and not existing_customer'],
    ['totals', 'admin', { archived: 'any', existingCustomers: true }, 'user_id = 0', 'true'],
    ['totals', 'admin', { imported: true }, 'user_id = 0', 'not archived and not existing_customer and imported'],
    ['totals', 'user', { archived: 'any', existingCustomers: true }, 'user_id <> 0', 'user_id = $1'],
    ['values', 'admin', { state: 'TX', q: 'a' }, 'user_id = 0', 'not archived and not existing_customer'],
    ['grid', 'admin', {}, 'user_id = 0', 'true'],
    ['totals', 'user', { userId: 9 }, 'user_id <> 0', 'false'],
    ['totals', 'admin', { pool: true }, 'user_id <> 0', 'not archived and not existing_customer and user_id < 0'],
    ['totals', 'admin', { pool: false }, 'user_id <> 0', 'not archived and not existing_customer and user_id > 0'],
  ])('%s for %s with the filter %j are selected by known columns', (counts, role, input, rows, changed) => {
    const conditions = storedConditions(counts, filter(input), actor(role), new Parameters());
    expect(conditions).toEqual({ stored: `${rows} and ${changed}`, changed, scanned: 'false' });
  });

  it.each([
    [
      [5, 8],
      'user_id = any (array(select user_id from counted_owners where user_id = any ($1::bigint[])))',
      'user_id = any (array(select id from unnest($1::bigint[]) as id where not exists (select from counted_owners where user_id = id)))',
    ],
    [
      [],
      'user_id = $1 and (select count(*) > 0 from counted_owners where user_id = $1)',
      'user_id = $1 and not (select count(*) > 0 from counted_owners where user_id = $1)',
    ],
  ])(
    'of values and squares are those of counted owners, besides the leads of others (branch %j)',
    (branch, counted, others) => {
      const who = { ...actor('manager'), ...(branch.length > 0 && { branch: new Set(branch) }) };
      expect(storedConditions('grid', filter({ status: 'new' }), who, new Parameters())).toEqual({
        stored: `${counted} and status = $2`,
        changed: `${counted} and status = $2`,
        scanned: `${others} and status = $3 and not archived and not existing_customer`,
      });
    },
  );

  it('of all pools are those of each pool', () => {
    const pools = 'array(select id from assignees where id < 0)';
    const counted = `user_id = any (array(select user_id from counted_owners where user_id = any (${pools})))`;
    const uncounted = `select id from unnest(${pools}) as id where not exists (select from counted_owners where user_id = id)`;
    expect(storedConditions('grid', filter({ pool: true }), actor('admin'), new Parameters())).toEqual({
      stored: `${counted} and user_id < 0`,
      changed: `${counted} and user_id < 0`,
      scanned: `user_id = any (array(${uncounted})) and not archived and not existing_customer and user_id < 0`,
    });
  });

  it.each<[Role, number[] | undefined, LeadFilter, boolean]>([
    ['admin', undefined, {}, false],
    ['admin', undefined, { pool: true }, true],
    ['admin', undefined, { pool: false }, false],
    ['admin', undefined, { pool: 10 }, false],
    ['manager', [8, -11], {}, true],
    ['manager', [8, -11], { pool: true }, false],
    ['manager', [8, -11, -12], { pool: true }, true],
  ])(
    'are summed up of several owners for %s of the branch %j with the filter %j: %p',
    (role, branch, input, summed) => {
      const who = { ...actor(role), ...(branch && { branch: new Set(branch) }) };
      expect(isSummed(owners(filter(input), who), filter(input))).toBe(summed);
    },
  );
});

describe('a search for certain leads', () => {
  it.each<[LeadFilter, boolean]>([
    [{}, false],
    [{ hideClosed: true, archived: 'any', existingCustomers: true, sort: 'oldest' }, false],
    [{ userId: 7 }, true],
    [{ hideClosed: true, status: 'new' }, true],
    [{ imported: false }, true],
    [{ q: 'a' }, true],
    [{ tag: 'a' }, true],
    [{ state: 'TX' }, true],
    [{ county: 'Kent' }, true],
    [{ located: false }, true],
  ])('by %j: %p', (input, isSearch) => expect(isFiltered(filter(input))).toBe(isSearch));
});
