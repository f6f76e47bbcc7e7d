import { randomUUID } from 'node:crypto';
import type { Replicas } from './replicas.js';

const everyMs = 20;

/** Sends fifty requests per second through the gateways, one in three a write, and holds open streams. */
export async function startLoad(product: Replicas, streams: number) {
  const failures: string[] = [];
  const activities: number[] = [];
  const waiting = new Set<Promise<void>>();
  let answered = 0;
  let reconnected = 0;
  let phase = 'at rest';
  const over = new AbortController();

  const signIn = async (username: string) => {
    const answer = await fetch(`${product.gateway()}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'Demo1234' }),
    });
    return answer.headers.getSetCookie()[0]!.split(';')[0]!;
  };
  const cookie = await signIn('sam');
  const ask = (method: string, at: string, body?: object, more: Record<string, string> = {}) =>
    fetch(`${product.gateway()}${at}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }), ...more },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
  const first = await ask('GET', '/api/my-businesses?page=1&pageSize=50');
  if (!first.ok) throw new Error(`The list was answered ${first.status} ${await first.text()}`);
  const list = (await first.json()) as { userBusiness: { id: number } }[];
  const leads = list.map(({ userBusiness }) => userBusiness.id);

  const step = async (n: number): Promise<void> => {
    const lead = leads[n % leads.length]!;
    const kind = n % 12;
    const during = phase;
    try {
      const answer =
        kind === 0 || kind === 6
          ? await ask(
              'POST',
              `/api/contact-activity/${lead}`,
              { type: 'note', notes: `Step ${n}` },
              { 'idempotency-key': randomUUID() },
            )
          : kind === 3 || kind === 9
            ? await ask('PATCH', `/api/business-status/${lead}`, { status: n % 24 < 12 ? 'in_progress' : 'recontact' })
            : await ask(
                'GET',
                [
                  '/api/my-businesses?page=1&pageSize=20',
                  `/api/business-profile/${lead}`,
                  '/api/weekly-contacts',
                  '/api/lead-facets',
                ][n % 4]!,
              );
      const text = await answer.text();
      if (!answer.ok) failures.push(`${during}: ${answer.status} ${answer.url} ${text.slice(0, 200)}`);
      else if (kind === 0 || kind === 6)
        activities.push((JSON.parse(text) as { activity: { id: number } }).activity.id);
      answered += 1;
    } catch (error) {
      failures.push(`${during}: step ${n} ${String(error)} ${String((error as Error).cause ?? '')}`);
    }
  };

  const follow = async (cookie: string): Promise<void> => {
    for (let first = true; !over.signal.aborted; first = false) {
      const during = phase;
      try {
        const answer = await fetch(`${product.gateway()}/api/events`, { headers: { cookie }, signal: over.signal });
        if (!answer.ok) failures.push(`${during}: a stream was answered ${answer.status}`);
        else if (!first) reconnected += 1;
        for await (const chunk of answer.body as never as AsyncIterable<Uint8Array>) void chunk;
      } catch (error) {
        // A stream that breaks reconnects, as in a browser. A stream that cannot be opened is a failure.
        if (!over.signal.aborted && (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED')
          failures.push(`${during}: a stream was refused`);
      }
    }
  };

  let n = 0;
  const timer = setInterval(() => {
    const going = step(n++).finally(() => waiting.delete(going));
    waiting.add(going);
  }, everyMs);
  // Of one user's streams the oldest end (docs/operations.md#limits), so several users share them.
  const owners = [cookie, ...(await Promise.all(['admin', 'maria', 'alex'].map(signIn)))];
  const following = Array.from({ length: streams }, (_, index) => follow(owners[index % owners.length]!));

  return {
    cookie,
    during: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      phase = name;
      try {
        return await work();
      } finally {
        phase = 'at rest';
      }
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(waiting);
      over.abort();
      await Promise.all(following);
      return { answered, asked: n, failures, activities, reconnected };
    },
  };
}
