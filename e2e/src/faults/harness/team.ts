import type { User } from '@lead-finder/contracts';
import { Ledger } from './ledger.js';
import { password, UserClient } from './user-client.js';

export const administrator = 'ada';
const colleagues = ['wendy', 'will', 'mara'];
/** The four users at work. */
export const usernames = [administrator, ...colleagues];

/** Adds the first administrator and three more users to an empty product. */
export async function addTeam(url: string): Promise<User[]> {
  const account = (username: string) => ({
    username,
    password,
    email: `${username}@example.com`,
    fullName: `${username} Worker`,
  });
  const register = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account(administrator)),
  });
  if (!register.ok) throw new Error(`The first administrator was refused: ${register.status} ${await register.text()}`);
  const unusedLedger = new Ledger();
  const ada = await UserClient.signIn(url, administrator, () => unusedLedger);
  for (const username of colleagues) {
    const role = username === 'mara' ? 'manager' : 'user';
    const outcome = await ada.send('POST', '/api/users', { ...account(username), role });
    if (outcome.kind !== 'done') throw new Error(outcome.why);
  }
  const outcome = await ada.poll('/api/users');
  if (outcome.kind !== 'done') throw new Error(outcome.why);
  return outcome.body as User[];
}
