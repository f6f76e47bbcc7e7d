import type { ErrorResponse, SessionUser } from '@lead-finder/contracts';
import { contractProblem } from './contract-problem';

interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

type Reply = Response | object | null | undefined;
type Answer = Reply | ((call: Call, params: string[]) => Reply | Promise<Reply>);

export const people = {
  admin: { id: 1, username: 'admin', fullName: 'Dana Whitfield', role: 'admin', email: 'dana@northfield.example' },
  manager: { id: 2, username: 'maria', fullName: 'Maria Castellanos', role: 'manager', email: 'm@northfield.example' },
  user: { id: 3, username: 'sam', fullName: 'Sam Okafor', role: 'user', email: 'sam@northfield.example' },
} satisfies Record<string, SessionUser>;

export const settings = {
  supportEmail: 'support@northfield.example',
  mapTileUrl: 'https://tiles.example/{z}/{x}/{y}.png',
  mapAttribution: 'Example tiles',
  timeZone: 'UTC',
};

/** An error response, as every failed call returns it (docs/product/errors-and-http.md#error-shape). */
export const refusal = (
  status: number,
  code: ErrorResponse['code'],
  message: string,
  more: Partial<ErrorResponse> = {},
): Response => Response.json({ message, code, requestId: 'test-request', ...more }, { status });

function responseOf(reply: Reply): Response {
  if (reply instanceof Response) return reply.clone();
  return reply === undefined || reply === null ? new Response(null, { status: 204 }) : Response.json(reply);
}

const checks: Promise<string | undefined>[] = [];

/** Fails the test if a response did not match its contract, because the page itself does not check responses. */
afterEach(async () => {
  const problems = (await Promise.all(checks.splice(0))).filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
});

/** Checks successful responses with JSON or without content. Files and broken responses have no contract. */
async function problemOf(call: string, response: Response): Promise<string | undefined> {
  if (response.status === 204) return contractProblem(call, undefined);
  const isJson = response.headers.get('Content-Type')?.includes('application/json');
  return response.ok && isJson ? contractProblem(call, await response.json()) : undefined;
}

/**
 * Replaces the gateway. Routes are `METHOD /path`, with `*` for one segment; a call without a route returns 404. It
 * records every call for the test.
 */
export class FakeApi {
  readonly calls: Call[] = [];
  private readonly routes: { pattern: RegExp; answer: Answer }[] = [];

  constructor() {
    this.on('GET /api/settings', settings)
      .on('GET /api/places-notices', { notices: [] })
      .on('GET /api/area-searches', { searches: [], provider: 'sample', callsLeftToday: null })
      .on('GET /api/first-steps', { steps: [] })
      .on('GET /api/custom-fields', { fields: [], removed: [] })
      .on('GET /api/organisation', { name: null })
      .on('GET /api/teams/goals', [])
      .on('GET /api/holiday-lists', [])
      .on('GET /api/recycling-rules', { rules: [] })
      .on('GET /api/teams', { teams: [], managers: [], people: 0, withoutTeam: 3 })
      .on('GET /api/setup', { registrationOpen: false, setupTokenRequired: false })
      .on('GET /api/sign-in/providers', { providers: [], hasDomains: false })
      .signedIn(null);
    globalThis.fetch = (input, init) => this.answer(String(input), init);
  }

  /** A later route for the same call replaces an earlier one. */
  on(route: string, answer: Answer): this {
    const pattern = route
      .split('*')
      .map((part) => part.replace(/[.?+^$()[\]{}|\\]/g, '\\$&'))
      .join('([^/]+)');
    this.routes.unshift({ pattern: new RegExp(`^${pattern}$`), answer });
    return this;
  }

  signedIn(user: SessionUser | null): this {
    return this.on('GET /api/user', () =>
      user
        ? Response.json(user, { headers: { 'X-Last-Event-Id': 'test.4' } })
        : refusal(401, 'unauthenticated', 'Please sign in.'),
    );
  }

  sent(route: string): Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === route);
  }

  private async answer(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, 'http://localhost');
    const { body } = init;
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body,
      headers: new Headers(init.headers),
    };
    this.calls.push(call);
    const name = `${call.method} ${call.path}`;
    for (const { pattern, answer } of this.routes) {
      const match = pattern.exec(name);
      if (!match) continue;
      const reply = await (typeof answer === 'function' ? answer(call, match.slice(1)) : answer);
      checks.push(problemOf(name, responseOf(reply)));
      return responseOf(reply);
    }
    return refusal(404, 'not_found', `The test has no answer for ${name}`);
  }
}
