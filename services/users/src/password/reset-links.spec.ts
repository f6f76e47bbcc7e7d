import {
  changeOwnPassword,
  createUser,
  forgotPassword,
  resetForgottenPassword,
  resetUserPassword,
  setUserActive,
  signIn,
  updateUser,
  verifyResetToken,
  type OutputOf,
} from '@lead-finder/contracts';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

type Account = OutputOf<typeof createUser>;

const stale = { kind: 'invalid', message: 'Invalid or expired token. Please request a new reset link.' };

describe('an open reset link', () => {
  let world: UsersWorld;
  let people = 0;
  const ofNewUser = async () => {
    const username = `user${++people}`;
    const user = await world.call(createUser, world.ada, {
      username,
      email: `${username}@example.com`,
      fullName: 'Some Body',
      password,
    });
    await world.call(forgotPassword, null, { email: user.email, origin });
    return { user, token: /token=([\w-]+)/.exec(await world.mail(people))![1]! };
  };
  const edit = ({ id, username, email }: Account, change: object) =>
    world.call(updateUser, world.ada, { id, username, email, fullName: 'Another Name', role: 'user', ...change });
  const ended = [
    [
      'the user changes the password',
      async ({ username }: Account) => {
        const { token } = await world.call(signIn, null, { username, password, origin });
        await world.call(changeOwnPassword, await world.whoHas(token), {
          currentPassword: password,
          newPassword: 'Another-Horse-8',
        });
      },
    ],
    [
      'an administrator resets it',
      ({ id }: Account) => world.call(resetUserPassword, world.ada, { id, newPassword: 'Another-Horse-8' }),
    ],
    ['the e-mail address changes', (user: Account) => edit(user, { email: `new-${user.email}` })],
    [
      'the account is deactivated, also once it is active again',
      async ({ id }: Account) => {
        for (const active of [false, true]) await world.call(setUserActive, world.ada, { id, active });
      },
    ],
  ] as const;

  beforeAll(async () => void (world = await startUsers()));
  afterAll(() => world.stop());

  it.each(ended)('ends when %s', async (_, change) => {
    const { user, token } = await ofNewUser();
    await change(user);
    await expect(world.call(verifyResetToken, null, { token })).rejects.toMatchObject(stale);
    await expect(
      world.call(resetForgottenPassword, null, { token, password: 'Green-Tractor-7', origin }),
    ).rejects.toMatchObject(stale);
  });

  it('stays open when only the name changes', async () => {
    const { user, token } = await ofNewUser();
    await edit(user, {});
    expect(await world.call(verifyResetToken, null, { token })).toMatchObject({ valid: true });
  });

  it('ends when another one is used', async () => {
    const { user, token } = await ofNewUser();
    // A second open link, which an earlier version may have left.
    await world.database.query(
      `insert into password_reset_tokens (user_id, token, expires_at, created_at)
       select user_id, 'another', expires_at, created_at from password_reset_tokens where user_id = $1`,
      [user.id],
    );
    await world.call(resetForgottenPassword, null, { token, password: 'Green-Tractor-7', origin });
    expect(
      await world.database.query('select 1 from password_reset_tokens where user_id = $1 and not used', [user.id]),
    ).toEqual([]);
  });
});
