import { eventually } from '@lead-finder/testing';

export const password = 'Correct-Horse-9';

export interface Answer<T = never> {
  status: number;
  body: T;
  headers: Headers;
}

/** A browser, which stores its session cookie. */
export class Visitor {
  cookie = '';
  /** A script has it instead of the cookie. */
  token = '';

  constructor(readonly url: string) {}

  /** Returns the same browser at another gateway, as behind a load balancer. */
  at(url: string): Visitor {
    const same = new Visitor(url);
    same.cookie = this.cookie;
    same.token = this.token;
    return same;
  }

  async send<T = { message: string; code: string }>(
    method: string,
    at: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${this.url}${at}`, {
      method,
      headers: {
        ...this.credentials,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const given = answer.headers.getSetCookie().find((each) => /^(__Host-)?session=/.test(each));
    if (given) this.cookie = given.split(';')[0]!;
    const text = await answer.text();
    const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '') && text;
    return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as T, headers: answer.headers };
  }

  /** Opens a response that does not end. */
  stream(at: string): Promise<Response> {
    return fetch(`${this.url}${at}`, { headers: this.credentials });
  }

  /** Closes the connection when the response begins: an event stream does not end. */
  async begin(at: string) {
    const hangUp = new AbortController();
    const { status, headers } = await fetch(`${this.url}${at}`, {
      headers: this.credentials,
      signal: hangUp.signal,
    });
    hangUp.abort();
    return { status, headers, body: {} };
  }

  /** Sends the body as it is, JSON or not, and does not parse the response. */
  async sendText(
    method: string,
    at: string,
    body?: string,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) {
    const answer = await fetch(`${this.url}${at}`, {
      method,
      headers: { ...this.credentials, ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  private get credentials(): Record<string, string> {
    return this.token ? { authorization: `Bearer ${this.token}` } : { cookie: this.cookie };
  }

  get<T>(at: string, headers: Record<string, string> = {}) {
    return this.send<T>('GET', at, undefined, headers);
  }

  signIn(username: string, typed = password) {
    return this.send<{ id: number }>('POST', '/api/login', { username, password: typed });
  }
}

/** Returns a script of this user, with a new token of these scopes. */
export async function withToken(owner: Visitor, scopes: readonly string[], form: object = {}): Promise<Visitor> {
  const { status, body } = await owner.send<{ token: string }>('POST', '/api/user/tokens', {
    name: 'Script',
    scopes,
    ...form,
  });
  if (status !== 201) throw new Error(`No token was created: ${JSON.stringify(body)}`);
  const script = new Visitor(owner.url);
  script.token = body.token;
  return script;
}

/** Creates the first administrator, `ada`. */
export async function registerAda(url: string, setupToken?: string): Promise<Visitor> {
  const ada = new Visitor(url);
  const account = { username: 'ada', fullName: 'Ada Admin', email: 'ada@example.com', password, setupToken };
  await ada.send('POST', '/api/register', account);
  return ada;
}

/** What specs do with a system by HTTP alone, whichever process it runs in. */
export function visitorsOf(url: string, ada: Visitor) {
  return {
    url,
    ada,
    visitor: () => new Visitor(url),
    /** Creates an account with a name that is new to the system, and returns it with its signed-in visitor. */
    createUser: async (username: string, role = 'user') => {
      const account = { username, fullName: `${username} Example`, email: `${username}@example.com`, password, role };
      const { status, body } = await ada.send<{ id: number }>('POST', '/api/users', account);
      if (status !== 201) throw new Error(`${username} was not created: ${JSON.stringify(body)}`);
      const visitor = new Visitor(url);
      await visitor.signIn(username);
      return { id: body.id, visitor };
    },
    /** Returns businesses that the sample provider finds. */
    businesses: async (count: number, businessType = 'dentist') => {
      const search = { businessType, location: 'Austin, TX', maxResults: count, pageSize: Math.max(5, count) };
      const { body } = await ada.send<{ businesses: { id: number; placeId: string }[] }>(
        'POST',
        '/api/search-businesses',
        search,
      );
      return body.businesses;
    },
    eventually,
  };
}
