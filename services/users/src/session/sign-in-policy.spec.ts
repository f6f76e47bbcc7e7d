import {
  beginAuthenticator,
  breakGlassUsed,
  confirmAuthenticator,
  createIdentityProvider,
  createUser,
  finishSignIn,
  forgotPassword,
  getSignInPolicy,
  listAudit,
  removeAuthenticator,
  removeIdentityProvider,
  resetSecondFactor,
  setIdentityProviderEnabled,
  setSignInPolicy,
  setUserActive,
  signIn,
  type Actor,
  type Role,
} from '@lead-finder/contracts';
import type { AppError } from '@lead-finder/platform';
import { testActor } from '@lead-finder/testing';
import { Secret, TOTP } from 'otpauth';
import { minute, origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

let world: UsersWorld;
let providerId: number;
let names = 0;
let code: () => string;

beforeAll(async () => {
  world = await startUsers();
  code = await addFactor(world.ada);
  const form = { name: 'Northfield', issuer: 'https://login.northfield.example', clientId: 'lead-finder' };
  providerId = (await world.call(createIdentityProvider, world.ada, form)).id;
});
beforeEach(async () => {
  await world.database.query('update identity_providers set enabled = true');
  await set(true, []);
});
afterAll(() => world?.stop());

const set = (localPasswords: boolean, breakGlassIds: number[]) =>
  world.call(setSignInPolicy, world.ada, { localPasswords, breakGlassIds });
const enter = (username: string) => world.call(signIn, null, { username, password, origin });
/** Adds an authenticator app, and returns what shows its next code. */
async function addFactor(actor: Actor): Promise<() => string> {
  const { secret } = await world.call(beginAuthenticator, actor, {});
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const next = () => {
    world.clock.forward(minute);
    return totp.generate({ timestamp: world.clock.now().getTime() });
  };
  await world.call(confirmAuthenticator, actor, { code: next(), currentPassword: password });
  return next;
}
/** Enters with the password and the code of the app. */
async function enterAsAda() {
  const { details } = (await enter('ada').catch((error: unknown) => error)) as AppError;
  return world.call(finishSignIn, null, { challenge: details.challenge!, code: code(), origin });
}
const person = (role: Role = 'user') => {
  const username = `person${++names}`;
  return world.call(createUser, world.ada, {
    username,
    email: `${username}@example.com`,
    fullName: `Person ${names}`,
    role,
    password,
  });
};

describe('while passwords are off', () => {
  it('no reset mail goes to users who could not use the password', async () => {
    const user = await person();
    await set(false, [world.ada.id]);
    for (const email of [user.email, 'ada@example.com']) await world.call(forgotPassword, null, { email, origin });
    // The first one is about the authenticator app.
    expect(await world.mail(2)).toContain('ada@example.com');
  });

  it('only the named administrators sign in with one, each time in the trail and reported to all administrators', async () => {
    const [user, admin] = [await person(), await person('admin')];
    expect(await set(false, [world.ada.id])).toEqual({
      localPasswords: false,
      breakGlass: [{ id: world.ada.id, username: 'ada', fullName: 'Ada Admin' }],
    });
    for (const { username } of [user, admin])
      await expect(enter(username)).rejects.toMatchObject({ kind: 'forbidden', code: 'passwords_off' });
    await expect(
      world.call(signIn, null, { username: user.username, password: 'Wrong-Horse-9', origin }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    await world.forgetEvents();
    expect((await enterAsAda()).user.id).toBe(world.ada.id);
    expect(await world.emitted(breakGlassUsed, 1)).toEqual([
      { userId: world.ada.id, fullName: 'Ada Admin', adminIds: expect.arrayContaining([world.ada.id, admin.id]) },
    ]);
    const { entries } = await world.call(listAudit, world.ada, { action: 'break_glass_sign_in' });
    expect(entries).toMatchObject([{ actor: 'ada', outcome: 'done' }]);
    await set(true, []);
    expect((await enter(user.username)).user.id).toBe(user.id);
  });

  it('one named administrator stays active', async () => {
    const admin = await person('admin');
    await addFactor(testActor(admin.id, 'admin'));
    await set(false, [admin.id]);
    const leave = () => world.call(setUserActive, world.ada, { id: admin.id, active: false });
    await expect(leave()).rejects.toMatchObject({ code: 'last_admin' });
    await set(false, [admin.id, world.ada.id]);
    expect((await leave()).user.active).toBe(false);
  });

  it('no named administrator loses the second factor, also not by another one', async () => {
    const admin = await person('admin');
    await addFactor(testActor(admin.id, 'admin'));
    await set(false, [world.ada.id, admin.id]);
    const refused = {
      kind: 'conflict',
      code: 'last_factor',
      message: expect.stringContaining('Name others') as string,
    };
    const remove = () => world.call(removeAuthenticator, world.ada, { currentPassword: password });
    await expect(remove()).rejects.toMatchObject(refused);
    const reset = () => world.call(resetSecondFactor, world.ada, { id: admin.id });
    await expect(reset()).rejects.toMatchObject(refused);
    await set(false, [world.ada.id]);
    await reset();
  });

  it('one provider stays on', async () => {
    await set(false, [world.ada.id]);
    const refused = { code: 'last_admin', message: expect.stringContaining('one provider must stay on') };
    const off = { id: providerId, enabled: false };
    await expect(world.call(setIdentityProviderEnabled, world.ada, off)).rejects.toMatchObject(refused);
    await expect(world.call(removeIdentityProvider, world.ada, { id: providerId })).rejects.toMatchObject(refused);
  });
});

describe('passwords stay on', () => {
  it('without an enabled provider, and without an administrator who can sign in', async () => {
    await expect(set(false, [])).rejects.toMatchObject({ code: 'last_admin' });
    await world.database.query('update identity_providers set enabled = false');
    await expect(set(false, [world.ada.id])).rejects.toMatchObject({ code: 'last_admin' });
    expect(await world.call(getSignInPolicy, world.ada, {})).toMatchObject({ localPasswords: true });
  });

  it('if a user is named who is no active administrator with a password and a second factor', async () => {
    const user = await person();
    const withoutFactor = await person('admin');
    const passwordless = await person('admin');
    await addFactor(testActor(passwordless.id, 'admin'));
    await world.database.query('update users set has_no_password = true where id = $1', [passwordless.id]);
    for (const id of [user.id, withoutFactor.id, passwordless.id, 99_999])
      await expect(set(false, [world.ada.id, id])).rejects.toMatchObject({
        details: { issues: [{ path: 'breakGlassIds' }] },
      });
    await expect(world.call(getSignInPolicy, testActor(user.id), {})).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
