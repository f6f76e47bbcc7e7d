import { createHash } from 'node:crypto';
import { createUser, forgotPassword, resetForgottenPassword, signIn, verifyResetToken } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { minute, origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

const fresh = 'Fresh-Password-5';

describe('a forgotten password', () => {
  let world: UsersWorld;
  let mails = 0;
  const ask = (email: string) => world.call(forgotPassword, null, { email, origin });
  const tokenIn = (mail: string) => /reset-password\?token=([\w-]+)/.exec(mail)![1]!;
  const nextToken = async () => tokenIn(await world.mail(++mails));
  const reset = (token: string, typed = fresh) =>
    world.call(resetForgottenPassword, null, { token, password: typed, origin });

  beforeAll(async () => {
    world = await startUsers({ PUBLIC_URL: 'https://leads.example.com' });
    await world.call(createUser, world.ada, {
      username: 'bob',
      email: 'bob@example.com',
      fullName: 'Bob <b>',
      password,
    });
  });
  afterAll(() => world.stop());

  it('returns the same whether the account exists or not, and mails a link of PUBLIC_URL to an existing one', async () => {
    const neutral = { message: "If an account exists with that email, we've sent a password reset link." };
    expect(await ask('unknown@example.com')).toEqual(neutral);
    expect(await ask(' Bob@Example.com ')).toEqual(neutral);
    const mail = await world.mail(++mails);
    expect(mail).toContain('To: bob@example.com');
    expect(mail).toContain('https://leads.example.com/reset-password?token=');
    expect(mail).toContain('Bob &#60;b&#62;');
  });

  it('rejects an invalid address', () =>
    expect(ask('no-address')).rejects.toMatchObject({
      kind: 'invalid',
      message: 'Please enter a valid email address',
    }));

  it('can be reset once by a link that is valid for an hour, which ends sessions', async () => {
    const before = await world.call(signIn, null, { username: 'bob', password, origin });
    await ask('bob@example.com');
    const token = await nextToken();
    expect(await world.call(verifyResetToken, null, { token })).toMatchObject({ valid: true });
    const stored = await world.database.query<{ token: string }>('select token from password_reset_tokens');
    expect(stored).toContainEqual({ token: createHash('sha256').update(token).digest('base64url') });
    await expect(reset(token, 'short')).rejects.toMatchObject({ kind: 'invalid' });
    await reset(token);
    await expect(world.whoHas(before.token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(await world.call(signIn, null, { username: 'bob', password: fresh, origin })).toBeDefined();
    const gone = { kind: 'invalid', message: 'Invalid or expired token. Please request a new reset link.' };
    await expect(reset(token)).rejects.toMatchObject(gone);
    await expect(world.call(verifyResetToken, null, { token: 'made-up' })).rejects.toMatchObject(gone);
  });

  it('cannot be reset by an expired link, or by one before a newer one', async () => {
    await ask('bob@example.com');
    const voided = await nextToken();
    await ask('bob@example.com');
    const late = await nextToken();
    await expect(reset(voided)).rejects.toMatchObject({ kind: 'invalid' });
    world.clock.forward(61 * minute);
    await expect(reset(late)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('can be reset while the account is locked, which ends the lock', async () => {
    for (let failure = 0; failure < 5; failure++) {
      await expect(world.call(signIn, null, { username: 'bob', password: 'wrong-one', origin })).rejects.toBeDefined();
    }
    await ask('bob@example.com');
    await reset(await nextToken(), 'Unlocked-By-Mail-1');
    expect(await world.call(signIn, null, { username: 'bob', password: 'Unlocked-By-Mail-1', origin })).toBeDefined();
  });

  it('sends at most five mails an hour, with the same response', async () => {
    world.clock.forward(61 * minute);
    const mailed = () => world.database.query('select 1 from mails where recipient = $1', ['bob@example.com']);
    const before = (await mailed()).length;
    for (let asked = 0; asked < 7; asked++) await ask('bob@example.com');
    await eventually(async () =>
      expect(await world.database.query('select 1 from password_reset_requests')).toEqual([]),
    );
    expect(await mailed()).toHaveLength(before + 5);
  });
});
