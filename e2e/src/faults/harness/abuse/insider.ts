import { CallFailed } from '../../../product/api.js';
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
  const entry = await fetch(`${product.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!entry.ok) throw new CallFailed(entry.status, await entry.text());
  const cookie = entry.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return { id: (made.body as { id: number }).id, username, cookie };
}

export async function removeInsider({ world: { admin } }: Stage, { id }: Insider): Promise<void> {
  const removed = await admin.send('DELETE', `/api/users/${id}`);
  if (removed.kind !== 'done') throw new Error(removed.why);
}
