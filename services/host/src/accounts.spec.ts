import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sharedSystem, type SharedSystem } from '../test/shared-system.js';
import { password, type Visitor } from '../test/visitor.js';

interface Refused {
  message: string;
  code: string;
  requestId: string;
  issues?: { path: string; message: string }[];
}
type Account = {
  id: number;
  username: string;
  fullName: string;
  lockedUntil: string | null;
  monthlyGoal: number;
  role: string;
};

describe('accounts and sessions (docs/product/accounts.md)', () => {
  let system: SharedSystem;
  let made = 0;
  beforeAll(async () => void (system = await sharedSystem()));

  const messagesOf = ({ issues = [] }: Refused) =>
    Object.fromEntries([...issues].reverse().map((each) => [each.path, each.message]));
  const newAccount = (changes: object = {}) => {
    const username = `clerk${++made}`;
    return {
      username,
      password,
      email: `${username}@example.com`,
      fullName: 'Some Clerk',
      role: 'user',
      monthlyGoal: 100,
      ...changes,
    };
  };
  const fail = async (visitor: Visitor, username: string) => (await visitor.signIn(username, 'Wrong-pw-1')).status;

  it.each([
    [
      'POST',
      '/api/login',
      {},
      { username: 'Please enter your username or email address', password: 'Password must be at least 6 characters' },
    ],
    [
      'POST',
      '/api/login',
      { username: ' ', password: '12345' },
      { username: 'Please enter your username or email address', password: 'Password must be at least 6 characters' },
    ],
    ['POST', '/api/auth/forgot-password', {}, { email: 'Please enter a valid email address' }],
    ['POST', '/api/auth/forgot-password', { email: 'no-address' }, { email: 'Please enter a valid email address' }],
    [
      'POST',
      '/api/auth/reset-password',
      { password },
      { token: 'Missing reset token. Please check your reset link or request a new one.' },
    ],
    [
      'POST',
      '/api/users',
      { username: 'ab', password: 'short', email: 'no', fullName: 'z', role: 'boss', monthlyGoal: 'x' },
      {
        username: 'Username must be at least 3 characters',
        password: 'Password must be at least 8 characters',
        email: 'Must be a valid email',
        fullName: 'Full name must be at least 2 characters',
        role: 'Role must be one of admin, manager, user',
        monthlyGoal: 'Monthly goal must be a number',
      },
    ],
    [
      'POST',
      '/api/users',
      {},
      {
        username: 'Username must be at least 3 characters',
        password: 'Password must be at least 8 characters',
        email: 'Must be a valid email',
        fullName: 'Full name must be at least 2 characters',
      },
    ],
    ['POST', '/api/users', () => newAccount({ monthlyGoal: 0 }), { monthlyGoal: 'Monthly goal must be at least 1' }],
    [
      'POST',
      '/api/users',
      () => newAccount({ password: 'alllower1' }),
      { password: 'Password must contain at least one uppercase letter' },
    ],
    [
      'POST',
      '/api/users',
      () => newAccount({ password: 'ALLUPPER1' }),
      { password: 'Password must contain at least one lowercase letter' },
    ],
    [
      'POST',
      '/api/users',
      () => newAccount({ password: 'NoDigitHere' }),
      { password: 'Password must contain at least one number' },
    ],
    [
      'POST',
      '/api/users',
      () => newAccount({ password: `Aa1${'x'.repeat(98)}` }),
      { password: 'Password must be at most 100 characters' },
    ],
    ['POST', '/api/users/1/reset-password', {}, { newPassword: 'Password must be at least 8 characters' }],
    ['POST', '/api/users/1/set-active-status', { active: 'yes' }, { active: 'Must be true or false' }],
  ])('%s %s names what is wrong in %j', async (method, at, body, expected) => {
    const answer = await system.ada.send<Refused>(method, at, typeof body === 'function' ? body() : body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(messagesOf(answer.body)).toEqual(expected);
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
  });

  it('rejects every registration after the first administrator', async () => {
    expect((await system.visitor().get('/api/setup')).body).toEqual({
      registrationOpen: false,
      setupTokenRequired: false,
    });
    for (const body of [{}, newAccount()]) {
      expect(await system.visitor().send('POST', '/api/register', body)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    }
  });

  it('ignores fields that the request does not have (ASVS 8.2.3)', async () => {
    const traps = {
      id: 5_000,
      active: false,
      failedLoginAttempts: 4,
      lockedUntil: '2099-01-01T00:00:00.000Z',
      passwordHash: 'x',
      createdAt: '2001-01-01T00:00:00.000Z',
      version: 9,
    };
    const account = newAccount();
    const unchanged = { active: true, failedLoginAttempts: 0, lockedUntil: null };
    const { body } = await system.ada.send<Account & { createdAt: string }>('POST', '/api/users', {
      ...account,
      ...traps,
    });
    expect(body).toMatchObject(unchanged);
    expect([body.id === traps.id, body.createdAt === traps.createdAt]).toEqual([false, false]);
    expect((await system.ada.send('PUT', `/api/users/${body.id}`, { ...account, ...traps })).body).toMatchObject({
      ...unchanged,
      id: body.id,
      createdAt: body.createdAt,
    });
    expect((await system.visitor().signIn(account.username)).status).toBe(200);
  });

  it('uses the default for an empty goal, and rejects a second name or address in another case', async () => {
    const account = newAccount({ monthlyGoal: '' });
    const { body } = await system.ada.send<Account>('POST', '/api/users', account);
    expect(body).toMatchObject({
      monthlyGoal: 100,
      role: 'user',
      active: true,
      failedLoginAttempts: 0,
      lockedUntil: null,
    });
    expect(Object.keys(body)).not.toContain('password');
    const sameName = newAccount({ username: account.username.toUpperCase() });
    expect(await system.ada.send('POST', '/api/users', sameName)).toMatchObject({
      status: 409,
      body: { code: 'username_taken' },
    });
    const sameMail = newAccount({ email: account.email.toUpperCase() });
    expect(await system.ada.send('POST', '/api/users', sameMail)).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
    expect((await system.visitor().signIn(account.email.toUpperCase())).status).toBe(200);
  });

  it('shows a changed name at once, and retains the session unless the role changed', async () => {
    const account = newAccount();
    const { id } = (await system.ada.send<Account>('POST', '/api/users', account)).body;
    const visitor = system.visitor();
    await visitor.signIn(account.username);
    await visitor.get('/api/user');
    const put = (role: string) =>
      system.ada.send<Account>('PUT', `/api/users/${id}`, {
        username: account.username,
        email: account.email,
        fullName: 'New Name',
        role,
        monthlyGoal: 50,
      });
    expect(await put('user')).toMatchObject({ status: 200, body: { fullName: 'New Name', monthlyGoal: 50 } });
    expect(await visitor.get('/api/user')).toMatchObject({
      status: 200,
      body: { id, fullName: 'New Name', username: account.username, role: 'user' },
    });
    await put('manager');
    await system.eventually(async () => expect((await visitor.get('/api/user')).status).toBe(401), { within: 1_000 });
  });

  it('locks known and unknown names after the fifth failure, until an unlock with an empty body', async () => {
    const account = newAccount();
    const { id } = (await system.ada.send<Account>('POST', '/api/users', account)).body;
    const visitor = system.visitor();
    for (const name of [account.username, 'unknown-user']) {
      for (let failure = 1; failure <= 5; failure++) expect(await fail(visitor, name)).toBe(401);
      expect(await visitor.signIn(name)).toMatchObject({ status: 423, body: { code: 'account_locked' } });
    }
    const all = (await system.ada.get<Account[]>('/api/users?status=locked')).body;
    const locked = all.filter(({ username }) => username.startsWith('clerk'));
    expect(locked.map((each) => each.id)).toEqual([id]);
    expect(Date.parse(locked[0]!.lockedUntil!)).toBeGreaterThan(Date.now() + 14 * 60_000);
    expect((await system.ada.send('POST', `/api/users/${id}/unlock`)).status).toBe(200);
    expect((await visitor.signIn(account.username)).status).toBe(200);
    expect((await system.ada.send('POST', `/api/users/${id}/unlock`, {})).status).toBe(200);
    for (let failure = 1; failure <= 4; failure++) expect(await fail(visitor, account.username)).toBe(401);
    expect((await visitor.signIn(account.username)).status).toBe(200);
    expect(await fail(visitor, account.username)).toBe(401);
  });

  it('reports a deactivated account only with the right password', async () => {
    const account = newAccount();
    const { id } = (await system.ada.send<Account>('POST', '/api/users', account)).body;
    const answer = await system.ada.send<{ user: { active: boolean } }>('POST', `/api/users/${id}/set-active-status`, {
      active: false,
    });
    expect(answer.body.user.active).toBe(false);
    expect(await system.visitor().signIn(account.username)).toMatchObject({
      status: 403,
      body: { code: 'account_deactivated', message: 'This account is deactivated. Ask your manager.' },
    });
    expect(await fail(system.visitor(), account.username)).toBe(401);
    expect((await system.ada.get<Account[]>('/api/users?status=inactive')).body.map((each) => each.id)).toContain(id);
  });

  it('lets no administrator remove, deactivate or demote their own account', async () => {
    const { id } = (await system.ada.get<Account>('/api/user')).body;
    const ada = { username: 'ada', email: 'ada@example.com', fullName: 'Ada Admin', role: 'user', monthlyGoal: 100 };
    expect(await system.ada.send('DELETE', `/api/users/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'not_yourself' },
    });
    expect(await system.ada.send('PUT', `/api/users/${id}`, ada)).toMatchObject({
      status: 409,
      body: { code: 'not_yourself' },
    });
    expect(await system.ada.send('POST', `/api/users/${id}/set-active-status`, { active: false })).toMatchObject({
      status: 409,
    });
    expect((await system.ada.send('PUT', `/api/users/${id}`, { ...ada, role: 'admin' })).status).toBe(200);
  });

  it('sends one reset link that works once and replaces the previous one, and responds the same for an unknown address', async () => {
    const account = newAccount();
    await system.ada.send('POST', '/api/users', account);
    const visitor = system.visitor();
    const recipients = ['ghost@example.com', account.email];
    const mails = async () => {
      const folder = path.join(system.dataDir, 'mail');
      const files = await readdir(folder).catch(() => []);
      const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
      const own = texts.filter((text) => recipients.some((recipient) => text.includes(`To: ${recipient}`)));
      return own.map((text) => /token=([\w-]{43,})/.exec(text.replace(/=\r?\n/g, '').replace(/=3D/g, '='))?.[1]);
    };
    const ask = (email: string) => visitor.send('POST', '/api/auth/forgot-password', { email });
    const neutral = { message: "If an account exists with that email, we've sent a password reset link." };
    expect(await ask('ghost@example.com')).toMatchObject({ status: 200, body: neutral });
    expect(await ask(account.email.toUpperCase())).toMatchObject({ status: 200, body: neutral });
    await system.eventually(async () => expect(await mails()).toHaveLength(1));
    const [first] = await mails();
    expect((await visitor.get(`/api/auth/verify-reset-token/${first}`)).status).toBe(200);
    await ask(account.email);
    await system.eventually(async () => expect(await mails()).toHaveLength(2));
    const refusal = {
      status: 400,
      body: {
        message: 'Invalid or expired token. Please request a new reset link.',
        issues: [{ path: 'token', message: expect.any(String) }],
      },
    };
    expect(await visitor.get(`/api/auth/verify-reset-token/${first}`)).toMatchObject(refusal);
    const second = (await mails()).find((token) => token !== first)!;
    const reset = () => visitor.send('POST', '/api/auth/reset-password', { token: second, password: 'Other-Horse-8' });
    expect((await reset()).status).toBe(200);
    expect(await reset()).toMatchObject(refusal);
    expect((await visitor.signIn(account.username, 'Other-Horse-8')).status).toBe(200);
  });
});
