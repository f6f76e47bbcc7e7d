import { FakeApi, refusal } from '../../test/fake-api';
import { automatically, HttpError, InvalidResponseError, messageOf, request, requestIdOf, send } from './http';

describe('A call', () => {
  it('sends credentials always, and a content type only with a body', async () => {
    const api = new FakeApi().on('GET /api/all-tags', []).on('POST /api/logout', { message: 'Done' });
    await request('GET', '/api/all-tags');
    await request('POST', '/api/logout', { x: 1 });
    await request('POST', '/api/logout', new FormData());
    expect(api.calls.map(({ headers }) => headers.get('Content-Type'))).toEqual([null, 'application/json', null]);
  });

  it('marks automatic requests', async () => {
    const api = new FakeApi().on('GET /api/all-tags', []);
    await request('GET', '/api/all-tags');
    await request('GET', '/api/all-tags', undefined, { automatic: true });
    await automatically(() => request('GET', '/api/all-tags'));
    await request('GET', '/api/all-tags');
    expect(api.calls.map(({ headers }) => headers.get('X-Automatic'))).toEqual([null, '1', '1', null]);
  });

  it('carries no id before the first action, so that the browser uses the early responses of the page', async () => {
    const api = new FakeApi().on('GET /api/all-tags', []).on('GET /api/away', refusal(503, 'unavailable', 'Away.'));
    jest.resetModules();
    const opened = await import('./http');
    await opened.request('GET', '/api/all-tags');
    const error = await opened.request('GET', '/api/away').catch((reason: unknown) => reason);
    expect(api.calls.map(({ headers }) => headers.get('X-Request-Id'))).toEqual([null, null]);
    expect(opened.requestIdOf(error)).toBe('test-request');
  });

  it('fails with the id of the request, also if no response or another program responds', async () => {
    const api = new FakeApi()
      .on('GET /api/lost', () => Promise.reject(new TypeError('Failed to fetch')))
      .on('GET /api/proxy', new Response('<html>', { status: 502 }))
      .on('GET /api/replaced', new Response('', { status: 503, headers: { 'X-Request-Id': 'id-of-a-proxy' } }))
      .on('GET /api/odd', new Response('<html>', { status: 200 }));
    window.dispatchEvent(new Event('click'));
    const shownId = async (path: string) => requestIdOf(await request('GET', path).catch((reason: unknown) => reason));
    const shown = [await shownId('/api/lost'), await shownId('/api/proxy'), await shownId('/api/odd')];
    const [sentId] = api.calls.map(({ headers }) => headers.get('X-Request-Id'));
    expect(sentId).toMatch(/^[0-9a-f]{16}$/);
    expect(shown).toEqual([sentId, sentId, sentId]);
    expect(await shownId('/api/replaced')).toBe('id-of-a-proxy');
    expect(requestIdOf(new Error('Unrelated'))).toBeUndefined();
  });

  it('that is given up fails with the reason of its signal', async () => {
    const leaving = new AbortController();
    new FakeApi().on('GET /api/all-tags', () => Promise.reject(leaving.signal.reason as Error));
    leaving.abort(new DOMException('Left', 'AbortError'));
    const { signal } = leaving;
    await expect(send('GET', '/api/all-tags', undefined, { signal })).rejects.toBe(signal.reason);
  });

  it('accepts an empty response as a success', async () => {
    new FakeApi().on('DELETE /api/users/*', new Response(null, { status: 204 }));
    await expect(request('DELETE', '/api/users/4')).resolves.toBeUndefined();
  });

  it('fails with the status and the body, and parses its parts', async () => {
    const issues = [{ path: 'email', message: 'Must be a valid email' }];
    new FakeApi().on('POST /api/users', refusal(400, 'validation_failed', 'Please check the form.', { issues }));
    const error = await request('POST', '/api/users', {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      serverMessage: 'Please check the form.',
      issues,
      requestId: 'test-request',
    });
    expect((error as Error).message).toMatch(/^400: \{"message":"Please check the form\."/);
    expect(messageOf(error, 'Failed to create user')).toBe('Please check the form.');
  });

  it('fails with the status text if the body is empty', async () => {
    new FakeApi().on('GET /api/all-tags', new Response('', { status: 502, statusText: 'Bad Gateway' }));
    const error = await request('GET', '/api/all-tags').catch((reason: unknown) => reason);
    expect((error as Error).message).toBe('502: Bad Gateway');
    expect(messageOf(error, 'Failed')).toBe('Failed');
  });

  it('distinguishes a response that is not JSON from an error', async () => {
    new FakeApi().on('POST /api/users', new Response('<html>', { status: 200 }));
    await expect(request('POST', '/api/users', {})).rejects.toThrow(InvalidResponseError);
  });
});
