import type { UserRow } from '@lead-finder/contracts';
import { SeenLines, failed, valuesOf, verdictOf, type ExistingUser, type RowValues } from './user-row.rules.js';

const cells = (change: Partial<UserRow> = {}): UserRow => ({
  line: 2,
  username: 'ada',
  email: '',
  fullName: '',
  role: '',
  team: '',
  manages: '',
  timeZone: '',
  monthlyGoal: '',
  ...change,
});

describe('The values of a row', () => {
  it('are those of all its cells, without edges', () => {
    const given = {
      username: ' ada ',
      email: ' ada@example.com ',
      fullName: ' Ada Byron ',
      role: ' Administrator ',
      team: ' North / West ',
      manages: ' South ; ; North/East;',
      timeZone: ' Asia/Kolkata ',
      monthlyGoal: ' 40 ',
    };
    expect(valuesOf(cells(given))).toEqual({
      username: 'ada',
      email: 'ada@example.com',
      fullName: 'Ada Byron',
      role: 'admin',
      team: ['North', 'West'],
      manages: [['South'], ['North', 'East']],
      timeZone: 'Asia/Kolkata',
      monthlyGoal: 40,
    });
  });

  it.each([cells({ email: '  ' }), { line: 2, username: 'ada' } as UserRow])(
    'are undefined where %j is empty',
    (row) => {
      expect(JSON.stringify(valuesOf(row))).toBe('{"username":"ada"}');
    },
  );

  it.each([
    ['admin', 'admin'],
    ['MANAGER', 'manager'],
    ['User', 'user'],
  ])('have for the role %s the role %s', (role, value) => {
    expect(valuesOf(cells({ role }))).toMatchObject({ role: value });
  });

  it.each<[Partial<UserRow>, string]>([
    [{ username: 'x' }, 'Username must be at least 3 characters'],
    [{ email: 'nowhere' }, 'Must be a valid email'],
    [{ fullName: 'A' }, 'Full name must be at least 2 characters'],
    [{ role: 'boss' }, 'Role must be admin, manager or user'],
    [{ role: 'constructor' }, 'Role must be admin, manager or user'],
    [{ team: 'North // West' }, 'Please enter the name of the team'],
    [{ team: '1/2/3/4/5/6/7/8/9' }, 'A team is at most 8 levels deep'],
    [{ manages: 'North; /' }, 'Please enter the name of the team'],
    [{ timeZone: 'Mars/Base' }, 'Must be a time zone such as America/New_York'],
    [{ monthlyGoal: 'many' }, 'Monthly goal must be a number'],
    [{ email: 'nowhere', role: 'boss' }, 'Must be a valid email'],
  ])('of %j are refused: %s', (change, message) => expect(valuesOf(cells(change))).toBe(message));
});

const user: ExistingUser = {
  id: 7,
  username: 'ada',
  email: 'ada@example.com',
  fullName: 'Ada Byron',
  role: 'manager',
  team: ['North', 'West'],
  manages: [['North', 'West'], ['South']],
  timeZone: null,
  monthlyGoal: 40,
};

describe('A row of an existing user', () => {
  it.each<[Omit<RowValues, 'username'> & { username?: string }, string]>([
    [{}, 'unchanged'],
    [{ username: 'ADA', team: ['north', 'WEST'] }, 'unchanged'],
    [{ email: 'ada@example.com', fullName: 'Ada Byron', role: 'manager', monthlyGoal: 40 }, 'unchanged'],
    [{ manages: [['SOUTH'], ['north', 'west'], ['South']] }, 'unchanged'],
    [{ manages: [['South'], ['North', 'East']] }, 'update'],
    [{ manages: [] }, 'update'],
    [{ email: 'ADA@example.com' }, 'update'],
    [{ fullName: 'ada byron' }, 'update'],
    [{ role: 'admin' }, 'update'],
    [{ team: ['North'] }, 'update'],
    [{ team: ['North/West'] }, 'update'],
    [{ timeZone: 'Asia/Kolkata' }, 'update'],
    [{ monthlyGoal: 41 }, 'update'],
    [{ fullName: undefined, team: undefined }, 'unchanged'],
  ])('with %j is %s', (values, verdict) => {
    expect(verdictOf({ username: 'ada', ...values }, user, 7, 1)).toEqual({ verdict, message: '' });
    expect(verdictOf({ username: 'ada', ...values }, user, undefined, 1)).toEqual({ verdict, message: '' });
  });

  const manager = 'Only people with the role Manager or Administrator can manage a team';
  it.each<[string, RowValues, ExistingUser | undefined, string]>([
    ['as nobody says a role', { username: 'new' }, undefined, manager],
    ['of a user', { username: 'ada' }, { ...user, role: 'user' }, manager],
    ['of a manager who becomes a user', { username: 'ada', role: 'user' }, user, manager],
    ['of a user who becomes a manager', { username: 'ada', role: 'manager' }, { ...user, role: 'user' }, ''],
    ['of an administrator', { username: 'ada' }, { ...user, role: 'admin' }, ''],
  ])('with managed teams %s gets the message of its role', (_, values, of, message) => {
    expect(verdictOf({ ...values, manages: [['North']] }, of, undefined, 1).message).toBe(message);
  });
});

describe('A row of the administrator who imports', () => {
  const ada: ExistingUser = { ...user, role: 'admin' };
  it.each<[Omit<RowValues, 'username'>, string]>([
    [{ role: 'user' }, 'You cannot change the role of your own account'],
    [{ role: 'manager' }, 'You cannot change the role of your own account'],
    [{ email: 'ADA@example.com' }, 'A file cannot change your own email'],
    [{ email: ada.email, fullName: 'Ada', role: 'admin' }, ''],
    [{ monthlyGoal: 41 }, ''],
  ])('with %j has the message %j, which no row of others has', (values, message) => {
    expect(verdictOf({ username: 'ada', ...values }, ada, 7, 7).message).toBe(message);
    expect(verdictOf({ username: 'ada', ...values }, ada, 7, 1).message).toBe('');
  });
});

describe('A row of a new user', () => {
  const ready = { username: 'new', email: 'new@example.com', fullName: 'New User' };
  it.each([
    [ready, undefined, { verdict: 'create', message: '' }],
    [{ username: 'new', fullName: 'New User' }, undefined, failed('A new user needs an email')],
    [{ username: 'new', email: ready.email }, undefined, failed('A new user needs a full name')],
    [ready, 7, failed('Email is already taken')],
  ])('with %j, whose email user %j has, is %j', (values, owner, verdict) => {
    expect(verdictOf(values, undefined, owner, 1)).toEqual(verdict);
  });
});

it('A failure has its message', () => expect(failed('Why')).toEqual({ verdict: 'failed', message: 'Why' }));

it('A line fails that repeats the username or the email of an earlier one, in any case', () => {
  const seen = new SeenLines();
  const repeated = (line: number, username: string, email: string) => seen.repeated({ line, username, email })?.message;
  expect(repeated(2, ' Ada', 'ADA@example.com ')).toBeUndefined();
  expect(repeated(3, 'ADA ', 'other@example.com')).toBe('Line 2 has the same username');
  expect(repeated(4, 'bob', ' ada@example.com')).toBe('Line 2 has the same email');
  expect(repeated(5, 'bob', 'other@example.com')).toBeUndefined();
  expect([repeated(6, 'eve', ''), repeated(7, 'kim', ' ')]).toEqual([undefined, undefined]);
  expect(repeated(8, 'other@example.com', 'bob')).toBeUndefined();
});
