import type { KnownUser, Role } from '@lead-finder/contracts';
import { InProcessChangeSignals, Outbox, type Database } from '@lead-finder/platform';
import { Passwords } from '../password/passwords.js';
import { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';

const firstNames = [
  'Ana',
  'Ben',
  'Chloé',
  'Dmitri',
  'Emeka',
  'Fatima',
  'Greta',
  'Hiro',
  'Ines',
  'Jörg',
  'Kamala',
  'Liam',
];
const lastNames = [
  'Okafor',
  'Smith',
  'Müller',
  'García',
  'Tanaka',
  'Novák',
  'Haddad',
  'Lindqvist',
  'Rossi',
  'Nguyen',
  'Kowalski',
];

/** The first is an administrator, and one of fifty a manager. */
const roleOf = (n: number): Role => (n === 1 ? 'admin' : n % 50 === 2 ? 'manager' : 'user');

/** Creates `count` invented users with one password. Users of an earlier seed stay, with their password. */
export async function seedUsers(database: Database, count: number, password: string): Promise<KnownUser[]> {
  const passwordHash = await new Passwords().hashNew(
    password,
    { username: 'seed', fullName: '', email: '' },
    { keys: [] },
  );
  const users = new UserRepository(database, new Outbox(database), new InProcessChangeSignals());
  return database.transaction(async (manager) => {
    const found = await manager.query('select id, username from users where username ~ $1', ['^seed\\d+$']);
    const known = new Map((found as { id: number; username: string }[]).map(({ id, username }) => [username, id]));
    const seeded: KnownUser[] = [];
    for (let n = 1; n <= count; n++) {
      const username = `seed${n}`;
      const id = known.get(username);
      const fullName = `${firstNames[n % firstNames.length]} ${lastNames[n % lastNames.length]} ${n}`;
      const account = {
        username,
        fullName,
        email: `${username}@leadfinder.example`,
        role: roleOf(n),
        monthlyGoal: 100,
        passwordHash,
      };
      const user = id ? await manager.findOneByOrFail(User, { id }) : await users.add(account);
      seeded.push(user.toKnownUser());
    }
    return seeded;
  });
}
