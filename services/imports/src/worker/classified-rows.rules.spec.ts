import type { Batch } from '../file/batches.js';
import type { ImportJob } from '../import/import-job.js';
import { classifyRows, namesOf, refusedReports } from './classified-rows.rules.js';

type Row = Batch['rows'][number];

const row = (number: number, user: string | null, tags: string[] = []): Row => ({
  row: number,
  user,
  name: `Business ${number}`,
  address: null,
  state: null,
  phone: null,
  website: null,
  email: null,
  contactPerson: null,
  tags,
  latitude: null,
  longitude: null,
});
const batchOf = (rows: Row[], failed: Batch['failed'] = []): Batch => ({
  batchNo: 0,
  rows,
  failed,
  cells: new Map(rows.map((each) => [each.row, [each.name, each.user ?? '']])),
  next: { offset: 0, row: 0, line: 0 },
});
const job = (change: Partial<ImportJob> = {}) =>
  ({
    layout: { headers: ['Business', ' Sales Rep ', 'Tags'] },
    columns: { businessName: [0], user: [1], customTag: [2] },
    assignee: null,
    userMappings: [],
    tag: null,
    ...change,
  }) as unknown as ImportJob;
const users = new Map([
  ['ann', { name: 'ann', userId: 7, username: 'Ann', active: true }],
  ['bo', { name: 'bo', userId: 8, username: 'Bo', active: false }],
  ['cy', { name: 'cy', userId: null, username: null, active: null }],
]);
const classify = (rows: Row[], change: Partial<ImportJob> = {}) => classifyRows(batchOf(rows), job(change), users);

it('the names of a batch are asked for once each, in one spelling', () => {
  expect(namesOf(batchOf([row(2, ' Ann '), row(3, 'ANN'), row(4, null), row(5, 'bo')]))).toEqual(
    new Set(['ann', 'bo']),
  );
});

it('the names of rows that fail are asked for too', () => {
  const failed = { row: 3, cells: [], user: ' Bo', failures: [] };
  expect(namesOf(batchOf([row(2, 'ann')], [failed, { ...failed, user: null }]))).toEqual(new Set(['ann', 'bo']));
});

describe('A row of a batch', () => {
  it('belongs to the user whom it names, in any case', () => {
    const { rows, failed, usernames } = classify([row(2, ' ANN ', ['Hot'])]);
    expect(rows).toMatchObject([{ row: 2, name: 'Business 2', userId: 7, tags: ['Hot'] }]);
    expect(rows[0]).not.toHaveProperty('user');
    expect(usernames).toEqual(new Map([[2, 'Ann']]));
    expect(failed).toEqual([]);
  });

  it('without a name belongs to the assignee of the file', () => {
    const assignee = { id: 9, username: 'zoe' };
    const userMappings = [{ name: 'bo', id: 8, username: 'Bo' }];
    const { rows, usernames } = classify([row(2, null), row(3, 'ann')], { assignee, userMappings });
    expect(rows.map(({ userId }) => userId)).toEqual([9, 7]);
    expect(usernames.get(2)).toBe('zoe');
  });

  it('belongs to the user of the mapping, even if its name is that of another user', () => {
    const userMappings = [{ name: 'bo', id: 9, username: 'zoe' }];
    expect(classify([row(2, 'Bo'), row(3, 'ann')], { userMappings }).rows.map(({ userId }) => userId)).toEqual([9, 7]);
  });

  it.each([
    ['no user', 'cy', "Unknown user 'cy'"],
    ['a user who was not resolved', 'Dee', "Unknown user 'Dee'"],
    ['an inactive user', 'bo', 'User Bo is inactive'],
  ])('that names %s fails on the column of the user', (_, name, message) => {
    const { rows, failed, usernames } = classify([row(2, name)]);
    expect(failed).toEqual([
      { row: 2, kind: 'unknownUser', column: 'Sales Rep', message, cells: ['Business 2', name] },
    ]);
    expect(rows).toEqual([]);
    expect(usernames.size).toBe(0);
  });

  it('without a name and without an assignee fails, on no column if the file has none for users', () => {
    const { failed } = classify([row(2, null)], { columns: { businessName: [0] } as ImportJob['columns'] });
    expect(failed).toMatchObject([{ kind: 'unknownUser', column: null, message: "Unknown user ''" }]);
  });

  it('that names a lead needs no user, and keeps its uuid', () => {
    const leadUuid = '0b7e6f3a-8d1c-4b57-9a55-0d8f1c2e3a44';
    const { rows, failed, usernames } = classify([{ ...row(2, null, ['Hot']), leadUuid }], { tag: 'Fair' });
    expect(rows).toMatchObject([{ row: 2, leadUuid, userId: null, tags: ['Hot', 'Fair'] }]);
    expect([failed, usernames.size]).toEqual([[], 0]);
  });

  it('gets the tag of the import, unless it has that tag in any case', () => {
    const { rows } = classify([row(2, 'ann', ['Hot']), row(3, 'ann', ['FAIR', 'Hot'])], { tag: 'Fair' });
    expect(rows.map(({ tags }) => tags)).toEqual([
      ['Hot', 'Fair'],
      ['FAIR', 'Hot'],
    ]);
  });

  it('may have 49 tags, because Imported is the fiftieth', () => {
    const many = Array.from({ length: 49 }, (_, index) => `Tag ${index}`);
    expect(classify([row(2, 'ann', many)]).rows).toHaveLength(1);
    const { rows, failed } = classify([row(2, 'ann', many)], { tag: 'Fair' });
    expect(rows).toEqual([]);
    expect(failed).toEqual([
      {
        row: 2,
        kind: 'invalid',
        column: 'Tags',
        message: 'Custom Tag holds more than 49 tags',
        cells: ['Business 2', 'ann'],
      },
    ]);
  });

  it('that cannot be read stays failed, with all of its problems in one message', () => {
    const failures = [
      { column: 'Phone', message: 'Phone is not valid' },
      { column: 'Email', message: 'Email is not valid' },
    ];
    const batch = batchOf(
      [],
      [
        { row: 4, cells: ['x'], user: null, failures },
        { row: 5, cells: [], user: null, failures: [] },
      ],
    );
    expect(classifyRows(batch, job(), users).failed).toEqual([
      { row: 4, kind: 'invalid', column: 'Phone', message: 'Phone is not valid; Email is not valid', cells: ['x'] },
      { row: 5, kind: 'invalid', column: null, message: '', cells: [] },
    ]);
  });
});

describe('A row that fails', () => {
  const failures = [{ column: 'Phone', message: 'Phone is not valid' }];
  const failedWith = (user: string | null, change: Partial<ImportJob> = {}) =>
    classifyRows(batchOf([], [{ row: 2, cells: ['x'], user, failures }]), job(change), users).failed;

  it.each([
    ['no user', 'cy', "Phone is not valid; Unknown user 'cy'"],
    ['an inactive user', 'BO', 'Phone is not valid; User Bo is inactive'],
    ['a user', 'ann', 'Phone is not valid'],
    ['nothing in the place of the user', null, 'Phone is not valid'],
  ])('by its cells says also what is wrong with the user if it names %s', (_, user, message) => {
    expect(failedWith(user)).toEqual([{ row: 2, kind: 'invalid', column: 'Phone', message, cells: ['x'] }]);
  });

  it('says nothing about a name for which a user was chosen', () => {
    const userMappings = [{ name: 'cy', id: 9, username: 'zoe' }];
    expect(failedWith('Cy', { userMappings })).toMatchObject([{ message: 'Phone is not valid' }]);
  });

  it('by its user says also that it has too many tags', () => {
    const many = Array.from({ length: 50 }, (_, index) => `Tag ${index}`);
    const message = "Unknown user 'cy'; Custom Tag holds more than 49 tags";
    expect(classify([row(2, 'cy', many)]).failed).toMatchObject([
      { kind: 'unknownUser', column: 'Sales Rep', message },
    ]);
  });
});

it('a row that the leads refuse is reported with the reason and the username', () => {
  const batch = batchOf([2, 3, 4, 5, 6, 7, 8, 9].map((number) => row(number, 'ann')));
  const classified = classifyRows(batch, job(), users);
  const refused = [
    { row: 2, why: 'assigned' as const },
    { row: 3, why: 'repeated' as const, sameAs: 2 },
    { row: 4, why: 'user-gone' as const },
    { row: 5, why: 'same-lead' as const, sameAs: 2 },
    { row: 6, why: 'invalid' as const, column: 'Email', message: 'Email is not valid' },
    { row: 7, why: 'invalid' as const },
    { row: 8, why: 'other-business' as const, name: 'Acme' },
    { row: 9, why: 'user-gone' as const, isInactive: true },
  ];
  const report = (number: number, column: string | null = null) => ({
    row: number,
    column,
    cells: [`Business ${number}`, 'ann'],
  });
  expect(refusedReports(batch, refused, classified)).toEqual([
    { ...report(2), kind: 'duplicateInDatabase', message: 'already assigned to Ann' },
    { ...report(3), kind: 'duplicateInFile', message: 'already assigned to Ann (same business as row 2)' },
    { ...report(4), kind: 'unknownUser', message: "Unknown user 'Ann'" },
    { ...report(5), kind: 'duplicateInFile', message: 'same lead as row 2' },
    { ...report(6, 'Email'), kind: 'invalid', message: 'Email is not valid' },
    { ...report(7), kind: 'invalid', message: '' },
    { ...report(8), kind: 'invalid', message: 'The lead with this uuid is of another business: Acme' },
    { ...report(9), kind: 'unknownUser', message: 'User Ann is inactive' },
  ]);
});
