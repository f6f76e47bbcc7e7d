import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  changeOwnPassword,
  createUser,
  finishPasskeySignIn,
  finishSignIn,
  getSecondFactor,
  listAudit,
  removePasskey,
  resetSecondFactor,
  setUserActive,
  signIn,
} from '@lead-finder/contracts';
import { AppError } from '@lead-finder/platform';
import { passkeyDevice } from '../../test/passkey-device.js';
import { minute, origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

const site = 'https://leads.example';

describe('a passkey', () => {
  let world: UsersWorld;
  let people = 0;
  beforeAll(async () => void (world = await startUsers()));
  afterAll(() => world.stop());

  const addUser = async () => {
    const username = `user${++people}`;
    const fields = { username, email: `${username}@example.com`, fullName: 'Some Body', password };
    const { id } = await world.call(createUser, world.ada, fields);
    const { token } = await world.call(signIn, null, { username, password, origin });
    return { id, username, actor: await world.whoHas(token) };
  };
  type Person = Awaited<ReturnType<typeof addUser>>;
  const add = async ({ actor }: Person, device: ReturnType<typeof passkeyDevice>, changed: object = {}) => {
    const { options, challenge } = await world.call(beginPasskey, actor, { currentPassword: password, site });
    const credential = device.create({ challenge: options.challenge, site, ...changed });
    return world.call(addPasskey, actor, { name: 'Laptop', credential, challenge, site });
  };
  const withPasskey = async () => {
    const person = await addUser();
    const device = passkeyDevice(person.id);
    const { recoveryCodes } = await add(person, device);
    return { ...person, device, recoveryCodes: recoveryCodes! };
  };
  const begin = () => world.call(beginPasskeySignIn, null, { site });
  const finish = (credential: ReturnType<Owner['device']['get']>, challenge: string) =>
    world.call(finishPasskeySignIn, null, { credential, challenge, site, origin });
  type Owner = Awaited<ReturnType<typeof withPasskey>>;
  const enter = async ({ device }: Pick<Owner, 'device'>, changed: object = {}) => {
    const { options, challenge } = await begin();
    return finish(device.get({ challenge: options.challenge, site, ...changed }), challenge);
  };
  const refused = { kind: 'unauthenticated', code: 'invalid_passkey' };
  const newest = async () => (await world.call(listAudit, world.ada, { pageSize: 1 })).entries[0];

  it('signs in without a password', async () => {
    const person = await withPasskey();
    const { user, token } = await enter(person);
    expect(user).toMatchObject({ id: person.id });
    expect(await world.whoHas(token)).toMatchObject({ id: person.id });
    expect(await newest()).toMatchObject({ action: 'sign_in', actor: person.username, details: { passkey: 'Laptop' } });
    expect(await world.call(getSecondFactor, person.actor, {})).toMatchObject({
      passkeys: [{ name: 'Laptop', lastUsedAt: expect.any(String) }],
    });
  });

  it('makes a sign-in by password ask for a second step, with recovery codes', async () => {
    const { username, recoveryCodes } = await withPasskey();
    const asked = await world.call(signIn, null, { username, password, origin }).catch((error: unknown) => error);
    expect(asked).toMatchObject({ code: 'second_step_required' });
    const challenge = (asked as AppError).details.challenge!;
    expect(await world.call(finishSignIn, null, { challenge, code: recoveryCodes[0]!, origin })).toHaveProperty(
      'token',
    );
  });

  it('refuses another site, another RP id, a user who was not verified, and a challenge of another browser', async () => {
    const person = await withPasskey();
    for (const changed of [
      { site: 'https://leads.example.net', rpId: 'leads.example' },
      { site: 'http://leads.example' },
      { rpId: 'example' },
      { isVerified: false },
      { challenge: (await begin()).options.challenge },
    ]) {
      await expect(enter(person, changed)).rejects.toMatchObject(refused);
    }
    expect(await newest()).toMatchObject({
      action: 'sign_in_failed',
      outcome: 'refused',
      subject: person.username,
      details: { code: 'invalid_passkey' },
    });
  });

  it("refuses another user's key, an unknown key, and a key under another user's name", async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    type Forged = (ceremony: { challenge: string; site: string }) => ReturnType<Owner['device']['get']>;
    const forgeries: Forged[] = [
      (ceremony) => ({ ...theirs.device.get(ceremony), response: mine.device.get(ceremony).response }),
      (ceremony) => {
        const { response, ...their } = theirs.device.get(ceremony);
        return { ...their, response: { ...response, userHandle: mine.device.get(ceremony).response.userHandle } };
      },
      (ceremony) => passkeyDevice(mine.id).get(ceremony),
    ];
    for (const forge of forgeries) {
      const { options, challenge } = await begin();
      const credential = forge({ challenge: options.challenge, site });
      await expect(finish(credential, challenge)).rejects.toMatchObject(refused);
    }
  });

  it('opens one session for a challenge, also if two uses race, and none after ten minutes', async () => {
    const { device } = await withPasskey();
    const { options, challenge } = await begin();
    const credential = device.get({ challenge: options.challenge, site });
    const ends = await Promise.allSettled([finish(credential, challenge), finish(credential, challenge)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const old = await begin();
    world.clock.forward(10 * minute);
    await expect(finish(device.get({ challenge: old.options.challenge, site }), old.challenge)).rejects.toMatchObject(
      refused,
    );
  });

  it('refuses a counter that does not rise, which a copy of the key shows', async () => {
    const person = await withPasskey();
    person.device.setCounter(6);
    await enter(person);
    person.device.setCounter(6);
    await expect(enter(person)).rejects.toMatchObject(refused);
    person.device.setCounter(7);
    expect(await enter(person)).toHaveProperty('token');
  });

  it('is refused while the account is deactivated, and opens nothing after a reset by an administrator', async () => {
    const person = await withPasskey();
    await world.call(setUserActive, world.ada, { id: person.id, active: false });
    await expect(enter(person)).rejects.toMatchObject({ code: 'account_deactivated' });
    await world.call(setUserActive, world.ada, { id: person.id, active: true });
    await world.call(resetSecondFactor, world.ada, { id: person.id });
    await expect(enter(person)).rejects.toMatchObject(refused);
    expect(await world.call(signIn, null, { username: person.username, password, origin })).toHaveProperty('token');
  });

  it('is added only with the present password, for the user who gave it, and once', async () => {
    const [mine, theirs] = [await addUser(), await addUser()];
    const device = passkeyDevice(mine.id);
    const wrong = { currentPassword: 'Wrong-Horse-9', site };
    const passwordRefused = { kind: 'invalid', details: { issues: [{ path: 'currentPassword' }] } };
    await expect(world.call(beginPasskey, mine.actor, wrong)).rejects.toMatchObject(passwordRefused);
    const { options, challenge } = await world.call(beginPasskey, mine.actor, { currentPassword: password, site });
    const credential = device.create({ challenge: options.challenge, site });
    const input = { name: 'Laptop', credential, challenge, site };
    await expect(world.call(addPasskey, theirs.actor, input)).rejects.toMatchObject(passwordRefused);
    expect((await world.call(addPasskey, mine.actor, input)).recoveryCodes).toHaveLength(10);
    await expect(world.call(addPasskey, mine.actor, input)).rejects.toMatchObject(passwordRefused);
    await expect(add(mine, device)).rejects.toMatchObject({ details: { issues: [{ path: 'credential' }] } });
    await expect(add(mine, passkeyDevice(mine.id), { isVerified: false })).rejects.toMatchObject({ kind: 'invalid' });
    const late = await world.call(beginPasskey, theirs.actor, { currentPassword: password, site });
    await world.call(changeOwnPassword, theirs.actor, { currentPassword: password, newPassword: 'Another-Horse-8' });
    const made = passkeyDevice(theirs.id).create({ challenge: late.options.challenge, site });
    await expect(
      world.call(addPasskey, theirs.actor, { name: 'Late', credential: made, challenge: late.challenge, site }),
    ).rejects.toMatchObject(passwordRefused);
  });

  it('is removed by its user alone, and the last factor takes the recovery codes with it', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    const { passkeys } = await world.call(getSecondFactor, mine.actor, {});
    const removed = { passkeyId: passkeys![0]!.id, currentPassword: password };
    await expect(world.call(removePasskey, theirs.actor, removed)).rejects.toMatchObject({ kind: 'not_found' });
    await world.call(removePasskey, mine.actor, removed);
    await expect(enter(mine)).rejects.toMatchObject(refused);
    expect(await world.call(getSecondFactor, mine.actor, {})).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await world.call(signIn, null, { username: mine.username, password, origin })).toHaveProperty('token');
  });

  it('is one of at most 20 of a user', async () => {
    const person = await withPasskey();
    await world.database.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, name, created_at)
       select $1, 'other ' || n, '', 0, 'Other', now() from generate_series(1, 19) n`,
      [person.id],
    );
    await expect(world.call(beginPasskey, person.actor, { currentPassword: password, site })).rejects.toMatchObject({
      message: expect.stringContaining('At most 20'),
    });
  });
});
