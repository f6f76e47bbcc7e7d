import { cookieOf } from '../../../product/api.js';
import { password } from '../user-client.js';
import type { Stage } from '../stage.js';

/** A signed-in attacker with an account that no user at work has. */
export interface Insider {
  id: number;
  username: string;
  cookie: string;
}

export async function addInsider({ world: { admin, product }, dice }: Stage): Promise<Insider> {
  const username = `insider${dice.between(0, 1e9)}`;
  const made = await admin.send('POST', '/api/users', {
    username,
    password,
    email: `${username}@example.com`,
    fullName: 'Some Insider',
    role: 'user',
  });
  if (made.kind !== 'done') throw new Error(made.why);
  return { id: (made.body as { id: number }).id, username, cookie: await cookieOf(product.url, username, password) };
}

export async function removeInsider({ world: { admin } }: Stage, { id }: Insider): Promise<void> {
  const removed = await admin.send('DELETE', `/api/users/${id}`);
  if (removed.kind !== 'done') throw new Error(removed.why);
}
