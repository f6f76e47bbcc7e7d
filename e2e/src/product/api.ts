/** The calls of a signed-in client. */
export interface Api {
  get<T>(path: string): Promise<T>;
  send<T>(method: string, path: string, body?: object): Promise<T>;
  /** Resolves with the response, whatever its status. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export class CallFailed extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`${status}: ${text}`);
  }
}

/** Signs in and returns the cookies. */
export async function cookieOf(url: string, username: string, password = 'Demo1234'): Promise<string> {
  const entry = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!entry.ok) throw new CallFailed(entry.status, await entry.text());
  return entry.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

/** Signs in. Each call sends the cookie. */
export async function signedIn(url: string, username: string, password?: string): Promise<Api> {
  const cookie = await cookieOf(url, username, password);
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { cookie, ...init.headers } });
  const read = async <T>(answer: Response): Promise<T> => {
    const text = await answer.text();
    if (!answer.ok) throw new CallFailed(answer.status, text);
    return (text ? JSON.parse(text) : undefined) as T;
  };
  return {
    fetch: call,
    get: async (path) => read(await call(path)),
    send: async (method, path, body) =>
      read(
        await call(path, {
          method,
          ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        }),
      ),
  };
}
