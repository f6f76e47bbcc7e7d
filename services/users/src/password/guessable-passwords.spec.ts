import {
  changeOwnPassword,
  createUser,
  demoAddress,
  demoPassword,
  forgotPassword,
  register,
  resetForgottenPassword,
  resetUserPassword,
} from '@lead-finder/contracts';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

const message = 'This password is too easy to guess: use several unrelated words, without names or years';
const refused = (path: string) => ({
  kind: 'invalid',
  code: 'validation_failed',
  message,
  details: { issues: [{ path, message }] },
});
const jane = { username: 'jdoe77', email: 'jane.marlowe@northfield.example', fullName: 'Jane Marlowe' };

describe('a new password', () => {
  let world: UsersWorld;
  let id: number;
  const reset = (newPassword: string) => world.call(resetUserPassword, world.ada, { id, newPassword });

  beforeAll(async () => {
    world = await startUsers();
    ({ id } = await world.call(createUser, world.ada, { ...jane, password }));
  });
  afterAll(() => world.stop());

  it.each([
    'Admin123',
    'Welcome123',
    'Summer2026',
    'Summer2026!',
    'LeadFinder1',
    'Lead Finder1',
    'Demo1234',
    'Password1',
    'P@ssw0rd!2026',
    'Qwertyuiop1',
    'Password1Password1Password1Password1Password1Password1Password1Password1Password1Password1Password1',
    'Jane2026',
    'Marlowe123',
    'JaneMarlowe1',
    'Jdoe77Jdoe77',
    'Northfield99',
    'Jane.Marlowe@Northfield.example1',
  ])('is rejected if an attacker guesses it soon: %s', (guessable) =>
    expect(reset(guessable)).rejects.toMatchObject(refused('newPassword')),
  );

  it.each(['Sojdlg123aljg', 'Vsjasnel12', 'Mailcreated5240', 'Pufunga7782'])(
    'is rejected if it is known from breaches, even if it looks random (ASVS 6.2.12): %s',
    (breached) => expect(reset(breached)).rejects.toMatchObject(refused('newPassword')),
  );

  it.each([
    'Green-Tractor-Lunch-4',
    'correct horse battery Staple 9',
    'tR7#kq2Lw',
    'Xk29fJq0',
    'Jane likes 7 purple umbrellas',
    `${'a'.repeat(40)}Aa1-purple-umbrella`,
  ])('is accepted if guessing takes long: %s', async (strong) =>
    expect(await reset(strong)).toMatchObject({ message: 'Password of jdoe77 has been reset' }),
  );

  it('is checked in every form, with the error at its field', async () => {
    const { ada, call } = world;
    await expect(
      call(createUser, ada, { ...jane, username: 'new', email: 'new@example.com', password: 'Jane2026' }),
    ).rejects.toMatchObject(refused('password'));
    await expect(
      call(changeOwnPassword, ada, { currentPassword: password, newPassword: 'AdaAdmin1' }),
    ).rejects.toMatchObject(refused('newPassword'));
    await call(forgotPassword, null, { email: jane.email, origin });
    const token = /token=([\w-]+)/.exec(await world.mail(1))![1]!;
    await expect(call(resetForgottenPassword, null, { token, password: 'Marlowe123', origin })).rejects.toMatchObject(
      refused('password'),
    );
    await call(resetForgottenPassword, null, { token, password: 'Green-Tractor-Lunch-4', origin });
  });

  it('may be the demo password only in the demo team', async () => {
    const sam = { username: 'sam', fullName: 'Sam Okafor', password: demoPassword };
    await expect(world.call(createUser, world.ada, { ...sam, email: 'sam@northfield.example' })).rejects.toMatchObject(
      refused('password'),
    );
    const { id } = await world.call(createUser, world.ada, { ...sam, email: demoAddress('sam') });
    await world.call(resetUserPassword, world.ada, { id, newPassword: demoPassword });
    await expect(world.call(resetUserPassword, world.ada, { id, newPassword: 'Admin123' })).rejects.toMatchObject(
      refused('newPassword'),
    );
    await expect(
      world.call(createUser, world.ada, {
        ...jane,
        username: 'zoe',
        email: demoAddress('zoe'),
        password: demoPassword,
      }),
    ).rejects.toMatchObject(refused('password'));
  });

  it('is checked when the first administrator registers', async () => {
    await world.database.query('delete from users');
    const grace = {
      username: 'grace',
      email: 'grace@example.com',
      fullName: 'Grace Hopper',
      origin,
      loopbackOnly: true,
    };
    await expect(world.call(register, null, { ...grace, password: 'Hopper2026' })).rejects.toMatchObject(
      refused('password'),
    );
    expect(await world.call(register, null, { ...grace, password })).toMatchObject({ user: { username: 'grace' } });
  });
});
