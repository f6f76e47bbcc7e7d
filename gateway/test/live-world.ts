import {
  checkApiToken,
  checkSession,
  getImport,
  undoImport,
  listRevocations,
  listTags,
  recordExport,
  getBusinesses,
  getOwnProgress,
  getPlacesNotices,
  getTeamMonth,
  sessionDoubtful,
  sessionsRevoked,
  type PlacesNotice,
  type Role,
  type SessionsRevoked,
} from '@lead-finder/contracts';
import {
  AppError,
  InProcessClient,
  InProcessExchange,
  InProcessChangeSignals,
  InProcessServer,
  Metrics,
  openLogger,
  Readiness,
  readSettings,
  unavailable,
  type ChangeSignals,
  type Infrastructure,
} from '@lead-finder/platform';
import { fake, serveFakes, TestClock, testUser } from '@lead-finder/testing';
import { gatewaySettings, startGateway, type RunningGateway } from '../src/index.js';
import { clientLimits, type ClientLimits } from '../src/http/requests/client-limits.js';
import { hashOfToken } from '../src/http/sessions/session-cache.js';
import { runningImport } from './running-import.js';

/** The data of the fake services, and the calls that they received. */
export class Known {
  readonly sessions = new Map<
    string,
    { userId: number; role: Role; timeZone?: string; secondFactor?: { from: string; isDue: boolean } }
  >();
  readonly tokens = new Map<string, { userId: number; role: Role; scopes: string[]; networks: string[] }>();
  /** The tokens that the users service was asked for. */
  readonly checkedTokens: string[] = [];
  readonly uses: boolean[] = [];
  readonly counts = new Map<number, number>();
  asked = 0;
  revocations: SessionsRevoked['recent'] = [];
  askedForEnds = 0;
  askedForImport = 0;
  areEndsUnknown = false;
  isProgressAway = false;
  placesNotices: PlacesNotice[] = [];
  /** The time until which the meters' responses are valid. */
  changesAt = '2026-11-18T12:10:00.000Z';
  share = 50;
  dayEndsAt = '2026-11-19T00:00:00.000Z';
  /** The progress service awaits it before it responds. */
  delay: Promise<void> | null = null;
  /** The same for the chunks of a team after the first one. */
  teamDelay: Promise<void> | null = null;

  readonly fakes = [
    fake(checkSession, ({ token, used }) => {
      this.uses.push(used);
      const session = this.sessions.get(token);
      if (!session) throw new AppError('unauthenticated', 'unauthenticated', 'Please sign in');
      const { userId, role, timeZone, secondFactor } = session;
      const user = testUser({ id: userId, role, ...(timeZone && { timeZone }) });
      return {
        actor: user,
        user: { ...user, secondFactor },
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      };
    }),
    fake(checkApiToken, ({ token }) => {
      this.checkedTokens.push(token);
      const found = this.tokens.get(token);
      if (!found) throw new AppError('unauthenticated', 'unauthenticated', 'This token is wrong or was revoked');
      const user = testUser({ id: found.userId, role: found.role });
      return {
        actor: { ...user, token: { id: found.userId, name: 'Script' } },
        user,
        scopes: found.scopes,
        networks: found.networks,
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      };
    }),
    fake(listRevocations, ({ after }) => {
      this.askedForEnds++;
      if (this.areEndsUnknown) throw unavailable('The users service');
      return this.revocationsAfter(after);
    }),
    fake(getOwnProgress, async (_, { actor }) => {
      const count = await this.count(actor.id);
      return {
        week: { count, target: 24, weekProgress: this.share },
        month: { count, target: 100, monthName: 'November', monthProgress: this.share },
        changesAt: this.changesAt,
        dayEndsAt: this.dayEndsAt,
      };
    }),
    fake(getPlacesNotices, () => ({ notices: this.placesNotices })),
    fake(getTeamMonth, async ({ after = 0 }) => {
      if (after > 0) await this.teamDelay;
      const user = testUser({ id: after + 1 });
      const members = [{ user, count: 1, target: 2, percentage: 50, monthName: 'November', monthProgress: 50 }];
      return { members, next: after < 2 ? after + 1 : null, total: 3 };
    }),
    fake(getBusinesses, () => ({ businesses: [] })),
    fake(undoImport, () => runningImport),
    fake(getImport, () => {
      this.askedForImport++;
      return runningImport;
    }),
    fake(recordExport, () => ({})),
    fake(listTags, async (_, { actor }) => {
      await this.count(actor.id);
      return [];
    }),
  ];

  revocationsAfter(after: number): SessionsRevoked {
    const { revocations } = this;
    return {
      after: Math.max(0, after),
      last: revocations.length,
      recent: revocations.filter(({ id }) => id > after),
    };
  }

  private async count(userId: number): Promise<number> {
    this.asked++;
    if (this.isProgressAway) throw unavailable('The progress service');
    const count = this.counts.get(userId) ?? 0;
    await this.delay;
    return count;
  }
}

class CountingSignals extends InProcessChangeSignals {
  readonly subscriptions = new Map<string, number>();
  private readonly gapListeners = new Set<() => void>();

  override onGap(listener: () => void): () => void {
    this.gapListeners.add(listener);
    return () => void this.gapListeners.delete(listener);
  }

  interrupt(): void {
    this.gapListeners.forEach((listener) => listener());
  }

  override subscribe(subject: string, listener: (signal: unknown, subject: string) => void): () => void {
    this.subscriptions.set(subject, (this.subscriptions.get(subject) ?? 0) + 1);
    return super.subscribe(subject, listener);
  }
}

/** The real gateway over HTTP, with fakes of the few services that live updates need. */
export class LiveWorld {
  readonly known = new Known();
  readonly changeSignals = new CountingSignals();
  readonly clock = new TestClock('2026-11-18T12:00:10Z');
  readonly metrics = new Metrics(openLogger('silent'));
  gateway!: RunningGateway;
  private readonly exchange = new InProcessExchange();
  private readonly fakes = new InProcessServer(this.exchange);
  private heartbeat: NodeJS.Timeout | undefined;

  static async start(
    environment: Record<string, string> = {},
    limits: Partial<ClientLimits> = {},
    log = openLogger('silent'),
  ): Promise<LiveWorld> {
    const world = new LiveWorld();
    const { exchange, fakes, changeSignals, clock, metrics } = world;
    await serveFakes(fakes, changeSignals, world.known.fakes);
    world.beat(true);
    const [settings] = readSettings([gatewaySettings], { ...environment, PORT: '0' });
    const infrastructure = {
      log,
      clock,
      metrics,
      changeSignals: changeSignals as ChangeSignals,
      client: () => new InProcessClient(exchange),
      isConnected: () => true,
    };
    world.gateway = await startGateway(
      settings!,
      infrastructure as unknown as Infrastructure,
      new Readiness(() => [world.gateway]),
      { limits: { ...clientLimits, ...limits } },
    );
    // The first message makes the gateway drop its cached sessions.
    world.publishRevocations();
    return world;
  }

  beat(on: boolean): void {
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
    if (on) this.heartbeat = setInterval(() => this.publishRevocations(), 100);
  }

  signIn(userId: number, role: Role = 'user', timeZone?: string): string {
    const token = `token-${this.known.sessions.size}-${userId}`;
    this.known.sessions.set(token, { userId, role, ...(timeZone && { timeZone }) });
    return token;
  }

  /** Returns the header of a request by a token that the users service knows. */
  bearer(userId: number, token: Partial<{ role: Role; scopes: string[]; networks: string[] }> = {}) {
    const text = `lf_pat_${userId}`;
    this.known.tokens.set(text, { userId, role: 'user', scopes: ['leads:read'], networks: [], ...token });
    return { authorization: `Bearer ${text}` };
  }

  revoke(end: { userId: number; token?: string }): void {
    for (const [token, { userId }] of this.known.sessions) {
      if (end.token ? token === end.token : userId === end.userId) this.known.sessions.delete(token);
    }
    if (end.token) this.known.tokens.delete(end.token);
    const id = this.known.revocations.length + 1;
    this.known.revocations.push({ id, userId: end.userId, tokenHash: end.token ? hashOfToken(end.token) : null });
    if (this.heartbeat) this.publishRevocations();
  }

  doubt(userId: number): void {
    this.changeSignals.publish(sessionDoubtful, { userId });
  }

  get(path: string, token?: string, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
    return fetch(`${this.gateway.url}${path}`, {
      headers: { ...(token && { cookie: `session=${token}` }), ...headers },
      ...(signal && { signal }),
    });
  }

  post(path: string, body: object, token: string): Promise<Response> {
    const headers = { 'content-type': 'application/json', cookie: `session=${token}` };
    return fetch(`${this.gateway.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async stop(): Promise<void> {
    this.beat(false);
    await this.gateway.stop();
    await this.fakes.close();
  }

  private publishRevocations(): void {
    this.changeSignals.publish(sessionsRevoked, this.known.revocationsAfter(0));
  }
}

export class ReadStream {
  private text = '';
  private readonly controller = new AbortController();
  ended = false;
  readonly response: Promise<Response>;

  constructor(world: LiveWorld, token: string, lastEventId?: string, query = '') {
    this.response = fetch(`${world.gateway.url}/api/events${query}`, {
      headers: {
        cookie: `session=${token}`,
        'accept-encoding': 'br, gzip',
        ...(lastEventId && { 'last-event-id': lastEventId }),
      },
      signal: this.controller.signal,
    });
    void this.read();
  }

  get events(): { event: string; data: unknown; id: string | undefined }[] {
    const field = (block: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    return this.blocks
      .filter((block) => field(block, 'data') !== undefined)
      .map((block) => ({
        event: field(block, 'event')!,
        data: JSON.parse(field(block, 'data')!) as unknown,
        id: field(block, 'id'),
      }));
  }

  get lastEventId(): string | undefined {
    return /^[^]*^id: (.*)$/m.exec(this.text)?.[1];
  }

  get blocks(): string[] {
    return this.text.split('\n\n').slice(0, -1);
  }

  close(): void {
    this.controller.abort();
  }

  private async read(): Promise<void> {
    try {
      const response = await this.response;
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) this.text += decoder.decode(chunk as Uint8Array, { stream: true });
    } catch {
      // Either side closed the connection.
    }
    this.ended = true;
  }
}
