import { mock } from 'node:test';
import {
  changeOwnPassword,
  createUser,
  listUsers,
  resetUserPassword,
  signIn,
  unlockUser,
  type OutputOf,
} from '@lead-finder/contracts';
import { Passwords } from '../password/passwords.js';
import { minute, origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

type Device = OutputOf<typeof signIn>['device'];

describe('the lock-out', () => {
  let world: UsersWorld;
  let people = 0;
  const enter = (username: string, typed = password, devices: Device[] = [], address = origin.address) =>
    world.call(signIn, null, { username, password: typed, devices, origin: { ...origin, address } });
  const addUser = () => {
    const username = `user${++people}`;
    return world.call(createUser, world.ada, {
      username,
      email: `${username}@example.com`,
      fullName: 'Some Body',
      password,
    });
  };
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'in',
      ({ code }: { code: string }) => code,
    );
  const failTimes = async (times: number, ...attempt: Parameters<typeof enter>) => {
    const codes: string[] = [];
    for (let time = 0; time < times; time++) codes.push(await codeOf(enter(...attempt)));
    return codes;
  };
  const wrongFive = Array(5).fill('invalid_credentials');
  const account = async (username: string) => (await world.call(listUsers, world.ada, { q: username })).users[0]!;

  beforeAll(async () => void (world = await startUsers({}, [], { hashCost: 'in the product' })));
  afterAll(() => world.stop());

  it.each([
    ['name, then address', (name: string, mail: string) => [name, mail]],
    ['address, then name', (name: string, mail: string) => [mail, name]],
  ])('does not reveal whether two identifiers belong to one account: %s', async (_, order) => {
    const { username, email } = await addUser();
    const seen: string[][] = [];
    for (const [first, second] of [order(username, email), order(`ghost${people}`, `ghost${people}@example.com`)]) {
      const codes = [
        await failTimes(6, first!, 'wrong-one'),
        await failTimes(6, second!, 'wrong-one'),
        await failTimes(1, ` ${first!.toUpperCase()} `),
      ];
      seen.push(codes.flat());
    }
    expect(seen[0]).toEqual([...wrongFive, 'account_locked', ...wrongFive, 'account_locked', 'account_locked']);
    expect(seen[1]).toEqual(seen[0]);
    expect(await account(username)).toMatchObject({ failedLoginAttempts: 5, lockedUntil: expect.any(String) });
  });

  it('checks at most five passwords of a burst', async () => {
    const { username } = await addUser();
    const checks = mock.method(Passwords.prototype, 'matches').mock;
    const codes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => codeOf(enter(username, 'wrong-one', [], `198.51.100.${n}`))),
    );
    const checked = checks.callCount();
    checks.restore();
    expect(checked).toBe(5);
    expect(codes.filter((code) => code === 'account_locked')).toHaveLength(25);
  });

  it('does not count an attempt without a password check, if too many come at the same moment', async () => {
    const address = '203.0.113.7';
    const names = Array.from({ length: 40 }, (_, n) => `crowd${n}`);
    const codes = await Promise.all(names.map((name) => codeOf(enter(name, 'wrong-one', [], address))));
    const unchecked = names.filter((_, n) => codes[n] === 'rate_limited');
    expect(unchecked.length).toBeGreaterThan(10);
    expect(codes.filter((code) => code === 'invalid_credentials').length + unchecked.length).toBe(40);
    const [counted] = await world.database.query<{ count: number }>(
      "select count from limits where kind = 'failed-sign-ins' and key = $1",
      [address],
    );
    expect(counted!.count).toBe(40 - unchecked.length);
    expect(await failTimes(6, unchecked[0]!, 'wrong-one')).toEqual([...wrongFive, 'account_locked']);
  });

  it('does not lock out a browser that signed in before', async () => {
    const { id, username, email } = await addUser();
    const { device } = await enter(username);
    for (const name of [username, email])
      expect(await failTimes(6, name, 'wrong-one')).toEqual([...wrongFive, 'account_locked']);
    expect(await codeOf(enter(email, password, [device]))).toBe('in');
    // The other browsers stay locked out.
    expect(await failTimes(1, username)).toEqual(['account_locked']);
    expect(await account(username)).toMatchObject({ lockedUntil: expect.any(String) });
    await world.call(unlockUser, world.ada, { id });
    expect(await failTimes(1, username)).toEqual(['in']);
  });

  it('counts the failures of a known browser separately, shows its lock and ends it by an unlock', async () => {
    const { id, username } = await addUser();
    const { device } = await enter(username);
    expect(await failTimes(6, username, 'wrong-one', [device])).toEqual([...wrongFive, 'account_locked']);
    expect(await failTimes(1, username, password, [device])).toEqual(['account_locked']);
    expect(await account(username)).toMatchObject({ failedLoginAttempts: 5, lockedUntil: expect.any(String) });
    expect(await failTimes(1, username)).toEqual(['in']);
    await world.call(unlockUser, world.ada, { id });
    expect(await failTimes(1, username, password, [device])).toEqual(['in']);
  });

  it('knows a browser only for its account and until the password changes, and rejects a forged cookie', async () => {
    const [one, other] = [await addUser(), await addUser()];
    const { device } = await enter(one.username);
    const again = await enter(one.username, password, [device]);
    expect(again.device.value).toBe(device.value);
    for (const each of [one, other]) await failTimes(5, each.username, 'wrong-one');
    const [deviceId, signature] = device.value.split('.');
    const forged = [
      { userId: other.id, value: device.value },
      { userId: one.id, value: `x${device.value}` },
      { userId: one.id, value: `${deviceId}.${signature!.slice(1)}` },
      { userId: one.id, value: '.' },
    ];
    expect(await failTimes(1, other.username, password, [forged[0]!, device])).toEqual(['account_locked']);
    for (const each of forged.slice(1))
      expect(await failTimes(1, one.username, password, [each])).toEqual(['account_locked']);
    await world.call(resetUserPassword, world.ada, { id: one.id, newPassword: 'Another-Horse-8' });
    await failTimes(5, one.username, 'wrong-one');
    expect(await failTimes(1, one.username, 'Another-Horse-8', [device])).toEqual(['account_locked']);
  });

  it('counts failures of a network (a /64 of IPv6), but not of known browsers', async () => {
    const limited = await startUsers({ SIGN_IN_FAILURES_PER_ADDRESS: '3' });
    const from = (address: string, username = `x${Math.random()}`, typed = 'wrong-one', devices: Device[] = []) =>
      codeOf(limited.call(signIn, null, { username, password: typed, devices, origin: { address, userAgent: '' } }));
    const { device } = await limited.call(signIn, null, {
      username: 'ada',
      password,
      origin: { address: '2001:db8:1:2::1' },
    });
    for (let n = 1; n <= 3; n++) expect(await from(`2001:db8:1:2::${n}`)).toBe('invalid_credentials');
    expect(await from('2001:db8:1:2:ffff::1')).toBe('rate_limited');
    expect(await from('2001:db8:1:3::1')).toBe('invalid_credentials');
    expect(await from('2001:db8:1:2::1', 'ada', password)).toBe('rate_limited');
    expect(await from('2001:db8:1:2::1', 'ada', password, [device])).toBe('in');
    await limited.stop();
  });

  it('counts wrong present passwords up to five, and does not close the form for failures of others', async () => {
    const { username } = await addUser();
    const { token } = await enter(username);
    const me = await world.whoHas(token);
    const change = (currentPassword: string) =>
      codeOf(world.call(changeOwnPassword, me, { currentPassword, newPassword: 'Green-Tractor-7' }));
    await failTimes(5, username, 'wrong-one');
    expect(await change('wrong-one')).toBe('validation_failed');
    world.clock.forward(31 * minute);
    for (let n = 1; n <= 5; n++) expect(await change('wrong-one')).toBe('validation_failed');
    expect(await change(password)).toBe('account_locked');
    expect(await account(username)).toMatchObject({ lockedUntil: expect.any(String) });
    expect(await failTimes(1, username)).toEqual(['account_locked']);
  });

  it('allows an account ten attempts in a quarter of an hour to change its password', async () => {
    const { username } = await addUser();
    const { token } = await enter(username);
    const me = await world.whoHas(token);
    const codes: string[] = [];
    for (let n = 1; n <= 11; n++)
      codes.push(
        await codeOf(
          world.call(changeOwnPassword, me, { currentPassword: 'wrong-one', newPassword: 'Green-Tractor-7' }),
        ),
      );
    expect(codes).toEqual([...Array(5).fill('validation_failed'), ...Array(5).fill('account_locked'), 'rate_limited']);
    world.clock.forward(15.1 * minute);
    expect(
      await codeOf(world.call(changeOwnPassword, me, { currentPassword: password, newPassword: 'Green-Tractor-7' })),
    ).toBe('in');
  });
});
