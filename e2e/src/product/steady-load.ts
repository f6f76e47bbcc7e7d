import { randomUUID } from 'node:crypto';
import { eventually, longRun } from '@lead-finder/testing';
import { cookieOf } from './api.js';
import type { Replicas } from './replicas.js';

/** The short run has other specs beside it. */
const everyMs = longRun ? 20 : 50;

/** Sends 50 requests per second, in a short run 20, through the gateways to every service, one in three a write, and holds open streams. */
export async function startLoad(product: Replicas, streamCount: number) {
  const failures: string[] = [];
  const activities: number[] = [];
  const waiting = new Set<Promise<void>>();
  let answered = 0;
  let interrupted = 0;
  let resumed = 0;
  let phase = 'before';
  const over = new AbortController();

  // Of one user's streams the oldest end (docs/operations.md#limits), so several users share them.
  const cookies = await Promise.all(
    ['sam', 'admin', 'maria', 'alex'].map((username) => cookieOf(product.gateway(), username)),
  );
  const [sam, admin, maria] = cookies as [string, string, string];
  const send = (cookie: string, method: string, at: string, body?: object, more: Record<string, string> = {}) =>
    fetch(`${product.gateway()}${at}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }), ...more },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
  const first = await send(sam, 'GET', '/api/my-businesses?page=1&pageSize=50');
  if (!first.ok) throw new Error(`The list was answered ${first.status} ${await first.text()}`);
  const list = (await first.json()) as { userBusiness: { id: number } }[];
  const leads = list.map(({ userBusiness }) => userBusiness.id);

  type Request = (n: number, lead: number) => Promise<Response>;
  const addNote: Request = (n, lead) => {
    const key = { 'idempotency-key': randomUUID() };
    return send(sam, 'POST', `/api/contact-activity/${lead}`, { type: 'note', notes: `Step ${n}` }, key);
  };
  const setStatus: Request = (n, lead) =>
    send(sam, 'PATCH', `/api/business-status/${lead}`, { status: n % 24 < 12 ? 'in_progress' : 'recontact' });
  const requests: Request[] = [
    addNote,
    () => send(sam, 'GET', '/api/my-businesses?page=1&pageSize=20'),
    (_n, lead) => send(sam, 'GET', `/api/business-profile/${lead}`),
    setStatus,
    () => send(sam, 'GET', '/api/weekly-contacts'),
    () => send(admin, 'GET', '/api/imports'),
    addNote,
    () => send(sam, 'GET', '/api/lead-facets'),
    () => send(admin, 'GET', '/api/users'),
    setStatus,
    () => send(maria, 'GET', '/api/team-progress'),
    () => send(sam, 'POST', '/api/search-businesses', { businessType: 'dentist', location: 'Austin, TX' }),
  ];

  const step = async (n: number): Promise<void> => {
    const during = phase;
    const request = requests[n % requests.length]!;
    try {
      const answer = await request(n, leads[n % leads.length]!);
      const text = await answer.text();
      if (!answer.ok) failures.push(`${during}: ${answer.status} ${answer.url} ${text.slice(0, 200)}`);
      else if (request === addNote) activities.push((JSON.parse(text) as { activity: { id: number } }).activity.id);
      answered += 1;
    } catch (error) {
      failures.push(`${during}: step ${n} ${String(error)} ${String((error as Error).cause ?? '')}`);
    }
  };

  /** Reads a stream, and opens the next one if it ends, as a page does. */
  const follow = async (cookie: string): Promise<void> => {
    let lastEventId: string | undefined;
    while (!over.signal.aborted) {
      const during = phase;
      let isMissing = lastEventId !== undefined;
      let text = '';
      let isOpen = false;
      try {
        const answer = await fetch(`${product.gateway()}/api/events`, {
          headers: { cookie, ...(lastEventId && { 'last-event-id': lastEventId }) },
          signal: over.signal,
        });
        if (!answer.ok) failures.push(`${during}: a stream was answered ${answer.status}`);
        isOpen = true;
        for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
          text = `${text}${chunk}`.slice(-10_000);
          lastEventId = /[^]*^id: (.+)\n/m.exec(text)?.[1] ?? lastEventId;
          // Another gateway does not know the id, so the page reads everything again.
          if (!isMissing || !text.includes('event: reset\n')) continue;
          isMissing = false;
          resumed += 1;
        }
      } catch (error) {
        if (!isOpen && !over.signal.aborted)
          failures.push(`${during}: no stream, ${String((error as Error).cause ?? error)}`);
      }
      if (isOpen && !over.signal.aborted) interrupted += 1;
    }
  };

  let n = 0;
  const timer = setInterval(() => {
    const going = step(n++).finally(() => waiting.delete(going));
    waiting.add(going);
  }, everyMs);
  const following = Array.from({ length: streamCount }, (_, index) => follow(cookies[index % cookies.length]!));

  return {
    admin,
    during: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      phase = name;
      try {
        return await work();
      } finally {
        phase = `after ${name}`;
      }
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(waiting);
      await eventually(() => {
        if (resumed !== interrupted) throw new Error(`Only ${resumed} of ${interrupted} ended streams were resumed`);
      }).catch((error: unknown) => failures.push(String(error)));
      over.abort();
      await Promise.all(following);
      return { answered, asked: n, failures, activities, resumed };
    },
  };
}
