import {
  checkSession,
  getOwnProgress,
  getTeamMonth,
  sessionsRevoked,
  type ParsedInputOf,
  type Role,
  type SessionsRevoked,
} from '@lead-finder/contracts';
import {
  Answerer,
  AppError,
  Clock,
  Handle,
  InProcessClient,
  InProcessExchange,
  InProcessHints,
  InProcessServer,
  openLogger,
  Readiness,
  readSettings,
  type ActorContext,
  type Hints,
  type Surroundings,
} from '@lead-finder/platform';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { gatewaySettings, startGateway, type RunningGateway } from '../src/index.js';
import { hashOfToken } from '../src/http/session-cache.js';

/** What the fake services know and were asked. */
export class Known {
  readonly sessions = new Map<string, { userId: number; role: Role }>();
  readonly uses: boolean[] = [];
  readonly counts = new Map<number, number>();
  asked = 0;
  /** Until then the meters' answers are true. */
  changesAt = '2026-11-18T12:10:00.000Z';
  /** Awaited before the progress service answers. */
  hold: Promise<void> | null = null;
}

@Controller()
class FakeServices {
  constructor(private readonly known: Known) {}

  @Handle(checkSession)
  check({ token, used }: ParsedInputOf<typeof checkSession>) {
    this.known.uses.push(used);
    const session = this.known.sessions.get(token);
    if (!session) throw new AppError('unauthenticated', 'unauthenticated', 'Please sign in');
    const { userId: id, role } = session;
    const user = { id, username: `user${id}`, fullName: `User ${id}`, role };
    return { actor: user, user: { ...user, email: 'u@example.com' }, expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
  }

  @Handle(getOwnProgress)
  async own(_: object, { actor }: ActorContext) {
    const count = await this.count(actor.id);
    return {
      week: { count, target: 24, weekProgress: 50 },
      month: { count, target: 100, monthName: 'November', monthProgress: 50 },
      changesAt: this.known.changesAt,
    };
  }

  @Handle(getTeamMonth)
  team({ after = 0 }: ParsedInputOf<typeof getTeamMonth>) {
    const user = { id: after + 1, username: 'u', fullName: 'U', email: 'u@example.com' };
    const members = [{ user, count: 1, target: 2, percentage: 50, monthName: 'November', monthProgress: 50 }];
    return { members, next: after < 2 ? after + 1 : null };
  }

  private async count(userId: number): Promise<number> {
    this.known.asked++;
    const count = this.known.counts.get(userId) ?? 0;
    await this.known.hold;
    return count;
  }
}

@Module({ controllers: [FakeServices] })
class FakeServicesModule {}

/** Counts what is listened to, by subject. */
class CountingHints extends InProcessHints {
  readonly subscriptions = new Map<string, number>();

  override subscribe(subject: string, hear: (hint: unknown, subject: string) => void): () => void {
    this.subscriptions.set(subject, (this.subscriptions.get(subject) ?? 0) + 1);
    return super.subscribe(subject, hear);
  }
}

class SetClock extends Clock {
  time = new Date('2026-11-18T12:00:10Z');

  now(): Date {
    return this.time;
  }
}

/** The real gateway over HTTP, with fakes of the few services that live updates need. */
export class LiveWorld {
  readonly known = new Known();
  readonly hints = new CountingHints();
  readonly clock = new SetClock();
  gateway!: RunningGateway;
  private revocations: SessionsRevoked['recent'] = [];
  private heartbeat: NodeJS.Timeout | undefined;
  private stopFakes: () => Promise<void> = async () => {};

  static async start(): Promise<LiveWorld> {
    const world = new LiveWorld();
    const exchange = new InProcessExchange();
    const log = openLogger('silent');
    const providers = [
      { provide: Known, useValue: world.known },
      { provide: Answerer, useValue: new Answerer(log, null, world.hints) },
    ];
    const fakes = await NestFactory.createMicroservice<MicroserviceOptions>(
      { module: FakeServicesModule, providers },
      { strategy: new InProcessServer(exchange), logger: false },
    );
    await fakes.listen();
    world.stopFakes = () => fakes.close();
    world.beat(true);
    const [settings] = readSettings([gatewaySettings], { PORT: '0' });
    const outside = { log, clock: world.clock, hints: world.hints as Hints, client: () => new InProcessClient(exchange) };
    world.gateway = await startGateway(settings!, outside as unknown as Surroundings, new Readiness(() => []));
    return world;
  }

  /** The users service's word, as often as it gives it; or its silence. */
  beat(on: boolean): void {
    clearInterval(this.heartbeat);
    if (on) this.heartbeat = setInterval(() => this.tellRevocations(), 100);
  }

  /** Answers the session's token. */
  signIn(userId: number, role: Role = 'user'): string {
    const token = `token-${this.known.sessions.size}-${userId}`;
    this.known.sessions.set(token, { userId, role });
    return token;
  }

  revoke(end: { userId: number; token?: string }): void {
    for (const [token, { userId }] of this.known.sessions) {
      if (end.token ? token === end.token : userId === end.userId) this.known.sessions.delete(token);
    }
    const id = this.revocations.length + 1;
    this.revocations.push({ id, userId: end.userId, tokenHash: end.token ? hashOfToken(end.token) : null });
    this.tellRevocations();
  }

  get(path: string, token?: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.gateway.url}${path}`, { headers: { ...(token && { cookie: `session=${token}` }), ...headers } });
  }

  async stop(): Promise<void> {
    this.beat(false);
    await this.gateway.stop();
    await this.stopFakes();
  }

  private tellRevocations(): void {
    const word: SessionsRevoked = { after: 0, last: this.revocations.length, recent: this.revocations };
    this.hints.publish(sessionsRevoked, word);
  }
}

/** A page's side of the stream: what came, event by event. */
export class ReadStream {
  private text = '';
  private readonly controller = new AbortController();
  ended = false;
  readonly response: Promise<Response>;

  constructor(world: LiveWorld, token: string, lastEventId?: string) {
    this.response = fetch(`${world.gateway.url}/api/events`, {
      headers: { cookie: `session=${token}`, 'accept-encoding': 'br, gzip', ...(lastEventId && { 'last-event-id': lastEventId }) },
      signal: this.controller.signal,
    });
    void this.read();
  }

  get events(): { event: string; data: unknown; id: string | undefined }[] {
    const field = (block: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    return this.blocks
      .filter((block) => field(block, 'data') !== undefined)
      .map((block) => ({ event: field(block, 'event')!, data: JSON.parse(field(block, 'data')!) as unknown, id: field(block, 'id') }));
  }

  /** As a browser remembers it. */
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
      // Cut off, by either side.
    }
    this.ended = true;
  }
}
