import {
  addUserRows,
  checkUserImport,
  createUser,
  forgotPassword,
  getUserImport,
  inviteUser,
  listAudit,
  listTeams,
  listUserRows,
  openUserImport,
  resetForgottenPassword,
  isPool,
  resolveBranch,
  signIn,
  startUserImport,
  updateUser,
  type UserRow,
  type UserVerdict,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

let world: UsersWorld;
beforeEach(async () => (world = await startUsers()));
afterEach(() => world.stop());

const maria = { username: 'maria', email: 'maria@example.com', fullName: 'Maria Lopez' };
type Cells = Partial<UserRow> & { username: string };

async function checked(...rows: Cells[]) {
  const { id } = await world.call(openUserImport, world.ada, { fileName: 'people.csv' });
  await world.call(addUserRows, world.ada, { id, rows: rows.map((row, at) => ({ line: at + 2, ...row })) });
  return world.call(checkUserImport, world.ada, { id });
}

async function imported(...rows: Cells[]) {
  const { id } = await checked(...rows);
  await world.call(startUserImport, world.ada, { id });
  return eventually(async () => {
    const now = await world.call(getUserImport, world.ada, { id });
    expect(now.status).toBe('completed');
    return now;
  });
}

const rowsOf = async (id: number, verdict?: UserVerdict) =>
  (await world.call(listUserRows, world.ada, { id, verdict })).rows;
const userNamed = async (username: string) =>
  (
    await world.database.query<Record<string, unknown>>(
      `select u.id, email, full_name, role, monthly_goal, own_time_zone, u.time_zone, invited_at, t.name as team
       from users u left join teams t on t.id = u.team_id where username = $1`,
      [username],
    )
  )[0];

describe('the check of a file of users', () => {
  it('names for each row what happens with it, and changes nothing', async () => {
    const { id, counts } = await checked(
      { ...maria },
      { username: 'ada', fullName: 'Ada Byron' },
      { username: 'ada', fullName: 'Ada Lovelace' },
      { username: 'bob', email: 'bob@example.com' },
      { username: 'ada2', email: 'ada@example.com', fullName: 'Ada Two' },
      { username: 'eve', email: 'MARIA@example.com', fullName: 'Eve' },
      { username: 'x', email: 'x@example.com', fullName: 'Xaver' },
      { username: 'kim', email: 'kim@example.com', fullName: 'Kim', role: 'boss' },
      { username: 'lee', email: 'lee@example.com', fullName: 'Lee', timeZone: 'Mars/Base' },
      { username: 'max', email: 'max@example.com', fullName: 'Max', monthlyGoal: 'many' },
    );
    expect(counts).toEqual({ create: 1, update: 1, unchanged: 0, failed: 8 });
    expect((await rowsOf(id, 'failed')).map(({ line, message }) => [line, message])).toEqual([
      [4, 'Line 3 has the same username'],
      [5, 'A new user needs a full name'],
      [6, 'Email is already taken'],
      [7, 'Line 2 has the same email'],
      [8, 'Username must be at least 3 characters'],
      [9, 'Role must be admin, manager or user'],
      [10, 'Must be a time zone such as America/New_York'],
      [11, 'Monthly goal must be a number'],
    ]);
    expect(await userNamed('maria')).toBeUndefined();
  });

  it('finds what the administrator cannot change of the own account', async () => {
    const { id, counts } = await checked({ username: 'ADA', role: 'user' });
    expect(counts).toMatchObject({ update: 0, failed: 1 });
    expect(await rowsOf(id)).toMatchObject([{ message: 'You cannot change the role of your own account' }]);
    expect((await checked({ username: 'ada', email: 'new@example.com' })).counts).toMatchObject({ failed: 1 });
  });

  it('names the teams that its valid rows would create, each once, and finds a user unchanged', async () => {
    const { id, counts, newTeams } = await checked(
      { ...maria, team: 'North / West' },
      { username: 'sam', email: 'sam@example.com', fullName: 'Sam', team: 'north/ west / Coast' },
      { username: 'kim', email: 'kim@example.com', fullName: 'Kim', role: 'manager', manages: 'North; South / East' },
      { username: 'lee', email: 'lee@example.com', fullName: 'Lee', manages: 'East' },
      { username: 'ADA', email: 'ada@example.com', fullName: 'Ada Admin', role: 'Admin' },
    );
    expect(newTeams).toEqual(['North', 'North / West', 'South', 'South / East', 'north / west / Coast']);
    expect(counts).toEqual({ create: 3, update: 0, unchanged: 1, failed: 1 });
    expect(await rowsOf(id, 'failed')).toMatchObject([
      { message: 'Only people with the role Manager or Administrator can manage a team' },
    ]);
  });
});

describe('an import of users', () => {
  it('creates users in their teams, each team once, with an invitation, by which they choose their first password', async () => {
    const { counts, done, newTeams } = await imported(
      { ...maria, role: 'manager', team: 'North / West', timeZone: 'America/Los_Angeles', monthlyGoal: '40' },
      { username: 'sam', email: 'sam@example.com', fullName: 'Sam', team: 'north/ WEST' },
    );
    expect(newTeams).toEqual(['North', 'North / West']);
    expect((await userNamed('sam'))?.team).toBe('West');
    expect([counts, done]).toEqual([{ create: 2, update: 0, unchanged: 0, failed: 0 }, 2]);
    expect(await userNamed('maria')).toMatchObject({
      role: 'manager',
      team: 'West',
      monthly_goal: 40,
      own_time_zone: 'America/Los_Angeles',
    });
    expect(await world.database.query('select name from teams order by id')).toEqual([
      { name: 'North' },
      { name: 'West' },
    ]);
    const mail = await world.mail(2);
    const token = /token=([\w-]+)/.exec(mail)![1]!;
    world.clock.forward(6 * 24 * 3_600_000);
    await world.call(resetForgottenPassword, null, { token, password: 'Fresh-Start-77', origin });
    const [invited] = await world.database.query<{ username: string }>(
      'select username from users where invited_at is null and id <> $1',
      [world.ada.id],
    );
    await world.call(signIn, null, { username: invited!.username, password: 'Fresh-Start-77', origin });
  });

  it('makes an organisation of three levels, with its managers', async () => {
    await imported(
      { ...maria, role: 'manager', manages: 'North' },
      {
        username: 'wes',
        email: 'wes@example.com',
        fullName: 'Wes',
        role: 'manager',
        team: 'North',
        manages: 'North / West',
      },
      { username: 'sam', email: 'sam@example.com', fullName: 'Sam', team: 'North / West / Coast' },
    );
    const branchOf = async (username: string) =>
      (await world.call(resolveBranch, null, { managerId: (await userNamed(username))!.id as number })).people?.filter(
        (id) => !isPool(id),
      );
    const [wes, sam] = [(await userNamed('wes'))!.id, (await userNamed('sam'))!.id];
    expect([await branchOf('maria'), await branchOf('wes')]).toEqual([[wes, sam], [sam]]);

    const { counts } = await imported(
      { username: 'maria', manages: 'north' },
      { username: 'wes', manages: 'North / West / Coast; North / East' },
    );
    expect(counts).toEqual({ create: 0, update: 1, unchanged: 1, failed: 0 });
    const { teams } = await world.call(listTeams, world.ada, {});
    const managers = new Map(
      (await Promise.all(['maria', 'wes'].map(userNamed))).map((user) => [user!.id, user!.email]),
    );
    expect(teams.map(({ name, managerIds }) => [name, managerIds.map((id) => managers.get(id))])).toEqual([
      ['Coast', ['wes@example.com']],
      ['East', ['wes@example.com']],
      ['North', ['maria@example.com']],
      ['West', []],
    ]);
    const { entries } = await world.call(listAudit, world.ada, {});
    expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual(
      expect.arrayContaining(['team_changed Coast', 'team_changed East', 'team_changed West']),
    );
  });

  it('leaves a person of whom the file does not say it the managed teams', async () => {
    await imported({ ...maria, role: 'manager', manages: 'North' });
    await imported({ username: 'maria', fullName: 'Maria Reed', manages: '' });
    const { teams } = await world.call(listTeams, world.ada, {});
    expect(teams).toMatchObject([{ name: 'North', managerIds: [(await userNamed('maria'))!.id] }]);
  });

  it('changes only what the cells of an existing user say', async () => {
    await imported({ ...maria, monthlyGoal: '40', timeZone: 'Asia/Kolkata' });
    await imported({ username: 'maria', fullName: 'Maria Lopez-Reed' });
    expect(await userNamed('maria')).toMatchObject({
      email: maria.email,
      full_name: 'Maria Lopez-Reed',
      monthly_goal: 40,
      time_zone: 'Asia/Kolkata',
    });
    expect(await world.database.query('select 1 from mails')).toHaveLength(1);
  });

  it('lists a row that can no longer be applied with its reason, and applies the others', async () => {
    const eve = { username: 'eve', email: 'eve@example.com', fullName: 'Eve Hill' };
    const { id } = await checked({ ...eve }, { ...maria });
    await world.call(createUser, world.ada, { username: 'other', password, email: 'o@example.com', fullName: 'Other' });
    await world.call(updateUser, world.ada, {
      id: (await userNamed('other'))!.id as number,
      username: 'other',
      email: maria.email,
      fullName: 'Other',
      role: 'user',
    });
    await world.call(startUserImport, world.ada, { id });
    await eventually(async () => expect((await world.call(getUserImport, world.ada, { id })).status).toBe('completed'));
    expect((await rowsOf(id, 'failed')).map(({ username, message }) => [username, message])).toEqual([
      ['maria', 'Email is already taken'],
    ]);
    expect(await userNamed('eve')).toMatchObject({ email: eve.email });
  });

  it('is in the audit trail, with each user whom it created', async () => {
    await imported({ ...maria });
    const { entries } = await world.call(listAudit, world.ada, {});
    expect(entries.map(({ action, subject }) => [action, subject])).toEqual(
      expect.arrayContaining([
        ['users_imported', 'people.csv'],
        ['user_created', 'maria'],
      ]),
    );
  });

  it('starts once, and takes no more rows', async () => {
    const { id } = await imported({ ...maria });
    expect((await world.call(startUserImport, world.ada, { id })).status).toBe('completed');
    const more = world.call(addUserRows, world.ada, { id, rows: [{ line: 9, username: 'late' }] });
    await expect(more).rejects.toThrow('This file is already being imported');
    await expect(world.call(getUserImport, world.ada, { id: 99_999 })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('an invitation', () => {
  it('is sent again while the user has no password, and the earlier link ends', async () => {
    await imported({ ...maria });
    const id = (await userNamed('maria'))!.id as number;
    const first = /token=([\w-]+)/.exec(await world.mail(1))![1]!;
    await world.call(inviteUser, world.ada, { id });
    const second = /token=([\w-]+)/.exec(await world.mail(2))![1]!;
    const choose = (token: string) =>
      world.call(resetForgottenPassword, null, { token, password: 'Fresh-Start-77', origin });
    await expect(choose(first)).rejects.toThrow('Invalid or expired token');
    await choose(second);
    await expect(world.call(inviteUser, world.ada, { id })).rejects.toThrow(
      'Maria Lopez has already chosen a password',
    );
  });

  it('leads to the sign-in with the company while passwords are off', async () => {
    await world.database.query('insert into sign_in_policy (local_passwords) values (false)');
    await imported({ ...maria });
    const mail = await world.mail(1);
    expect(mail).toContain('Open this link and sign in with your company:');
    expect(mail).toMatch(/^https?:.*\/auth$/m);
    expect(mail).not.toContain('token=');
  });

  it('is sent again, as valid as before, if a stranger asks for a reset link', async () => {
    await imported({ ...maria });
    await world.mail(1);
    for (let n = 0; n < 6; n++) await world.call(forgotPassword, null, { email: maria.email, origin });
    const mail = await world.mail(5);
    expect(mail).toContain('Your Lead Finder account');
    await eventually(async () =>
      expect(await world.database.query('select 1 from password_reset_requests')).toEqual([]),
    );
    expect(await world.database.query('select 1 from mails')).toHaveLength(5);
    world.clock.forward(6 * 24 * 3_600_000);
    const token = /token=([\w-]+)/.exec(mail)![1]!;
    await world.call(resetForgottenPassword, null, { token, password: 'Fresh-Start-77', origin });
  });

  it('goes to the new address if a file corrects it, and the link at the former one ends', async () => {
    await imported({ ...maria, email: 'marai@example.com' });
    const [first] = /token=[\w-]+/.exec(await world.mail(1))!;
    await imported({ ...maria });
    const mail = await world.mail(2);
    expect(mail).toContain(maria.email);
    const [second] = /token=[\w-]+/.exec(mail)!;
    const choose = (link: string) =>
      world.call(resetForgottenPassword, null, { token: link.slice(6), password: 'Fresh-Start-77', origin });
    await expect(choose(first)).rejects.toThrow('Invalid or expired token');
    await choose(second);
    await imported({ ...maria, email: 'maria.lopez@example.com' });
    expect(await world.database.query('select 1 from mails')).toHaveLength(2);
  });

  it('ends after seven days', async () => {
    await imported({ ...maria });
    const token = /token=([\w-]+)/.exec(await world.mail(1))![1]!;
    world.clock.forward(7 * 24 * 3_600_000 + 1_000);
    const late = world.call(resetForgottenPassword, null, { token, password: 'Fresh-Start-77', origin });
    await expect(late).rejects.toThrow('Invalid or expired token');
  });
});
