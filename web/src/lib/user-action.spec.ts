import { FakeApi } from '../../test/fake-api';
import { automatically, request } from './http';

const tags = '/api/all-tags';
const act = (type: string) => window.dispatchEvent(new Event(type));

/** Ends the task, as a browser does between two actions of a user. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

describe('The request id', () => {
  let api: FakeApi;
  const ids = () => api.calls.map(({ headers }) => headers.get('X-Request-Id')!);
  beforeEach(async () => {
    api = new FakeApi().on(`GET ${tags}`, []).on('POST /api/logout', { message: 'Done' });
    await nextTask();
  });

  it('is the same for all requests of one action', async () => {
    act('click');
    await Promise.all([request('GET', tags), request('POST', '/api/logout')]);
    await request('GET', tags);
    expect(ids()).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{16}$/)));
    expect(new Set(ids()).size).toBe(1);
  });

  it.each(['click', 'keydown', 'input', 'submit', 'drop', 'popstate'])('is a new one after %s', async (type) => {
    await request('GET', tags);
    act(type);
    await request('GET', tags);
    expect(new Set(ids()).size).toBe(2);
  });

  it('is one for a click on a button that submits a form', async () => {
    act('click');
    void request('GET', tags);
    act('submit');
    await request('GET', tags);
    expect(new Set(ids()).size).toBe(1);
  });

  it('stays that of the action if the user acts before its next request', async () => {
    let respond: (response: Response) => void = () => undefined;
    api.on('POST /api/logout', () => new Promise<Response>((resolve) => (respond = resolve)));
    act('click');
    const first = request('POST', '/api/logout').then(() => request('GET', tags));
    await nextTask();
    act('keydown');
    await request('GET', tags);
    respond(new Response('', { status: 200 }));
    await first;
    await nextTask();
    await request('GET', tags);
    const [click, key, afterClick, afterKey] = ids();
    expect([afterClick, afterKey]).toEqual([click, key]);
    expect(click).not.toBe(key);
  });

  it('is one of its own for an automatic request, and for what follows from that', async () => {
    act('click');
    await request('GET', tags);
    await automatically(() => request('GET', tags)).then(() => request('POST', '/api/logout'));
    await automatically(() => request('GET', tags));
    const [click, poll, afterPoll, nextPoll] = ids();
    expect(poll).toBe(afterPoll);
    expect(new Set([click, poll, nextPoll]).size).toBe(3);
  });
});
