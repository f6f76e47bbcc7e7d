import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { adminsOnly, defineRequest, everyRole, type Actor } from '@lead-finder/contracts';
import { eventually, freshDatabase, natsAccount, startNats, type TestDatabase } from '@lead-finder/testing';
import { Controller, Module, type DynamicModule, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy, MicroserviceOptions } from '@nestjs/microservices';
import { pino } from 'pino';
import { z } from 'zod';
import { bootstrapDatabase } from '../database/bootstrap.js';
import type { Database } from '../database/database.js';
import { IdempotentResponses } from '../database/idempotent-responses.js';
import { openDatabase } from '../database/open-database.js';
import { AppError } from '../errors/app-error.js';
import { InProcessChangeSignals, type ChangeSignals } from '../change-signals/change-signals.js';
import { NatsChangeSignals } from '../change-signals/nats-change-signals.js';
import { openLogger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { RequestDispatcher, type CallContext } from './request-dispatcher.js';
import { Bus, type Caller, type RequestClient } from './bus.js';
import { maxBodyBytes } from './envelope.js';
import { Handle } from './handle.js';
import { InProcessClient, InProcessExchange, InProcessServer } from './in-process.js';
import { NatsLink } from './nats-link.js';
import { NatsClient, NatsServer } from './nats.js';

const access = everyRole;
const text = z.object({ text: z.string() });
const echo = defineRequest('leads.echo', { access, input: text, output: text.extend({ by: z.string().optional() }) });
const threeLetters = z.object({ text: z.string().max(3, 'Too long') });
const short = defineRequest('leads.short', { access, input: threeLetters, output: text });
const refuse = defineRequest('leads.refuse', { access, input: text, output: text });
const fail = defineRequest('leads.fail', { access, input: text, output: text });
const administer = defineRequest('leads.administer', { access: adminsOnly, input: text, output: text });
const greet = defineRequest('leads.greet', { access: 'anyone', input: text, output: text });
const serve = defineRequest('leads.serve', {
  access: 'service',
  callers: ['gateway', 'imports'],
  input: text,
  output: text,
});
const large = defineRequest('leads.large', { access, input: z.object({ bytes: z.int() }), output: text });
const wait = defineRequest('leads.wait', { access, input: text, output: text, deadlineMs: 400 });
const stay = defineRequest('leads.stay', { access, input: text, output: text, deadlineMs: 60_000 });
const counted = z.object({ count: z.int() });
const count = defineRequest('leads.count', { access, input: text, output: counted, idempotent: true });
const unhandled = defineRequest('places.unhandled', { access, input: text, output: text });

class Seen {
  signals: AbortSignal[] = [];
  counted = 0;
  releases: (() => void)[] = [];
}

@Controller()
class LeadsHandlers {
  constructor(private readonly seen: Seen) {}

  @Handle(echo)
  echo(input: { text: string }, { actor }: CallContext) {
    return { text: input.text, by: actor?.username };
  }

  @Handle(short)
  short(input: { text: string }) {
    return input;
  }

  @Handle(refuse)
  refuse(): never {
    throw new AppError('conflict', 'stale_version', 'Another user was faster', {
      current: { version: 7 },
      retryAfter: 3,
    });
  }

  @Handle(fail)
  fail(input: { text: string }): never {
    throw Object.assign(new Error('the password is hunter2'), input.text && { code: input.text });
  }

  @Handle(administer)
  administer(input: { text: string }) {
    return input;
  }

  @Handle(greet)
  greet(input: { text: string }) {
    return { ...input, passwordHash: 'a field of the row behind it' };
  }

  @Handle(serve)
  serve(input: { text: string }) {
    return input;
  }

  @Handle(large)
  large({ bytes }: { bytes: number }) {
    return { text: 'x'.repeat(bytes) };
  }

  @Handle(wait)
  wait(input: { text: string }, { signal }: CallContext) {
    return this.untilReleased(input, signal);
  }

  @Handle(stay)
  stay(input: { text: string }, { signal }: CallContext) {
    return this.untilReleased(input, signal);
  }

  @Handle(count)
  async count() {
    await pause(20);
    return { count: ++this.seen.counted };
  }

  private async untilReleased(input: { text: string }, signal: AbortSignal) {
    this.seen.signals.push(signal);
    await new Promise<void>((resolve) => this.seen.releases.push(resolve));
    return input;
  }
}

@Module({})
class LeadsModule {
  static with(seen: Seen, dispatcher: RequestDispatcher): DynamicModule {
    const providers = [
      { provide: Seen, useValue: seen },
      { provide: RequestDispatcher, useValue: dispatcher },
    ];
    return { module: LeadsModule, controllers: [LeadsHandlers], providers };
  }
}

interface Way {
  server(): CustomTransportStrategy;
  serverSignals: ChangeSignals;
  client: RequestClient;
  clientSignals: ChangeSignals;
  close(): Promise<void>;
}

const log = pino({ level: 'silent' });
let database: Database;
let own: TestDatabase;
let natsUrl: string;

async function inProcess(): Promise<Way> {
  const exchange = new InProcessExchange();
  const changeSignals = new InProcessChangeSignals();
  return {
    server: () => new InProcessServer(exchange),
    serverSignals: changeSignals,
    client: new InProcessClient(exchange),
    clientSignals: changeSignals,
    close: async () => {},
  };
}

async function overNats(): Promise<Way> {
  const [here, there] = await Promise.all([NatsLink.open(natsUrl, log), NatsLink.open(natsUrl, log)]);
  return {
    server: () => new NatsServer(there, 'leads'),
    serverSignals: new NatsChangeSignals(there, log),
    client: new NatsClient(here),
    clientSignals: new NatsChangeSignals(here, log),
    close: async () => void (await Promise.all([here.close(), there.close()])),
  };
}

beforeAll(async () => {
  own = await freshDatabase();
  await bootstrapDatabase(own.url);
  database = await openDatabase({ url: own.url, schema: 'leads', entities: [], migrations: [], poolSize: 6 });
  natsUrl = await natsAccount();
});

afterAll(async () => {
  await database?.dataSource.destroy();
  await own?.drop();
});

const ada: Actor = { id: 1, username: 'ada', fullName: 'Ada', role: 'user' };
const caller = (extra: Partial<Caller> = {}): Caller => ({ actor: ada, requestId: 'r1', ...extra });

async function answersIn({ registry }: Metrics, labels: string): Promise<number> {
  const line = (await registry.metrics())
    .split('\n')
    .find((each) => each.startsWith(`bus_request_duration_seconds_count{${labels}}`));
  return Number(line?.split(' ')[1] ?? 0);
}

async function failure(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => new Error('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

describe.each([
  { side: 'inside one process', open: inProcess },
  { side: 'over NATS', open: overNats },
])('the bus $side', ({ open }) => {
  let way: Way;
  let bus: Bus;
  let seen: Seen;
  let logged: string[];
  let apps: INestMicroservice[];
  let replicaMetrics: Metrics[];

  async function startLeads(): Promise<void> {
    const lines = openLogger('info', { write: (line: string) => void logged.push(line) });
    const metrics = new Metrics(lines);
    replicaMetrics.push(metrics);
    const dispatcher = new RequestDispatcher(lines, new IdempotentResponses(database), way.serverSignals, metrics);
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(LeadsModule.with(seen, dispatcher), {
      strategy: way.server(),
      logger: false,
    });
    await app.listen();
    apps.push(app);
  }

  beforeEach(async () => {
    way = await open();
    bus = new Bus(way.client, way.clientSignals, 'gateway');
    seen = new Seen();
    logged = [];
    apps = [];
    replicaMetrics = [];
    await startLeads();
  });

  afterEach(async () => {
    seen.releases.forEach((release) => release());
    await Promise.all(apps.map((app) => app.close()));
    await way.close();
  });

  it('returns the response unchanged, in the name of the actor', async () => {
    const written = 'Grüße "\\ \u2028 😀';
    expect(await bus.call(echo, { text: written }, caller())).toEqual({ text: written, by: 'ada' });
  });

  it('returns only the fields of the contract (ASVS 15.3.1)', async () => {
    expect(await bus.call(greet, { text: 'hello' }, caller())).toEqual({ text: 'hello' });
  });

  it('returns an AppError unchanged', async () => {
    const error = await failure(bus.call(refuse, { text: '' }, caller()));
    expect(error).toMatchObject({ kind: 'conflict', code: 'stale_version', message: 'Another user was faster' });
    expect(error.details).toEqual({ current: { version: 7 }, retryAfter: 3 });
  });

  it('returns an unexpected error without its text, and logs it in the service', async () => {
    const error = await failure(bus.call(fail, { text: '' }, caller()));
    expect(error).toMatchObject({ kind: 'internal', code: 'internal' });
    expect(JSON.stringify([error.message, error.details])).not.toContain('hunter2');
    expect(logged.join()).toContain('hunter2');
    expect(logged.join()).toContain('"requestId":"r1"');
  });

  it('rejects with 400 a value that PostgreSQL cannot use, and logs it', async () => {
    const error = await failure(bus.call(fail, { text: '22003' }, caller()));
    expect(error).toMatchObject({ kind: 'invalid', code: 'validation_failed' });
    expect(error.message).not.toContain('hunter2');
    expect(logged.join()).toContain('hunter2');
  });

  it('names the field and the problem of an input', async () => {
    const error = await failure(bus.call(short, { text: 'four' }, caller()));
    expect(error).toMatchObject({ kind: 'invalid', code: 'validation_failed', message: 'Too long' });
    expect(error.details.issues).toEqual([{ path: 'text', message: 'Too long' }]);
  });

  it('requires a signed-in user with the right role', async () => {
    const stranger = caller({ actor: null });
    expect(await failure(bus.call(echo, { text: '' }, stranger))).toMatchObject({ kind: 'unauthenticated' });
    expect(await failure(bus.call(administer, { text: '' }, caller()))).toMatchObject({ kind: 'forbidden' });
    const admin = caller({ actor: { ...ada, role: 'admin' } });
    expect(await bus.call(administer, { text: 'done' }, admin)).toEqual({ text: 'done' });
    expect(await bus.call(greet, { text: 'hello' }, stranger)).toEqual({ text: 'hello' });
  });

  it('rejects a user who sends a request of services through the gateway', async () => {
    expect(await failure(bus.call(serve, { text: '' }, caller()))).toMatchObject({ kind: 'forbidden' });
    const service = new Bus(way.client, way.clientSignals, 'imports');
    expect(await service.call(serve, { text: 'yes' }, caller())).toEqual({ text: 'yes' });
  });

  it('rejects a request of a service that the contract does not name as its caller', async () => {
    const service = new Bus(way.client, way.clientSignals, 'places');
    await expect(service.call(serve, { text: '' }, caller())).rejects.toThrow(
      'places is not named among the callers of leads.serve',
    );
  });

  it('rejects a request and a response that are too large with the same error', async () => {
    const there = await failure(bus.call(echo, { text: 'x'.repeat(maxBodyBytes) }, caller()));
    const back = await failure(bus.call(large, { bytes: maxBodyBytes }, caller()));
    expect(there).toMatchObject({ kind: 'too_large', code: 'too_large' });
    expect(back).toEqual(there);
    const fits = await bus.call(large, { bytes: maxBodyBytes - 100 }, caller());
    expect(fits.text).toHaveLength(maxBodyBytes - 100);
  });

  it('gives up at the deadline of its request, aborts the handler, and drops the late response', async () => {
    const longer = bus.call(stay, { text: 'longer' }, caller());
    await eventually(() => expect(seen.signals).toHaveLength(1));
    const error = await failure(bus.call(wait, { text: '' }, caller()));
    expect(error).toMatchObject({ kind: 'timed_out', code: 'unavailable' });
    await eventually(() => expect(seen.signals.map(({ aborted }) => aborted)).toEqual([false, true]));
    seen.releases.forEach((release) => release());
    expect(await longer).toEqual({ text: 'longer' });
    expect(await bus.call(echo, { text: 'next' }, caller())).toMatchObject({ text: 'next' });
  });

  it('waits no longer than the first caller', async () => {
    const longer = bus.call(stay, { text: 'longer' }, caller());
    await eventually(() => expect(seen.signals).toHaveLength(1));
    const error = await failure(bus.call(stay, { text: '' }, caller({ giveUpAt: performance.now() + 50 })));
    expect(error).toMatchObject({ kind: 'timed_out' });
    seen.releases.forEach((release) => release());
    expect(await longer).toEqual({ text: 'longer' });
    expect(await failure(bus.call(echo, { text: '' }, caller({ giveUpAt: 0 })))).toMatchObject({ kind: 'timed_out' });
  });

  it('aborts the handler if the caller disconnects', async () => {
    const going = new AbortController();
    const call = bus.call(stay, { text: '' }, caller({ signal: going.signal }));
    await eventually(() => expect(seen.signals).toHaveLength(1));
    going.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await eventually(() => expect(seen.signals[0]!.aborted).toBe(true));
  });

  it('rejects without waiting for the deadline if no service handles the request', async () => {
    const error = await failure(bus.call(unhandled, { text: '' }, caller()));
    expect(error).toMatchObject({ kind: 'unavailable', code: 'unavailable', details: { retryAfter: 2 } });
  });

  it('runs concurrent requests with one key once', async () => {
    const keyed = caller({ idempotencyKey: `key of ${expect.getState().currentTestName}` });
    const answers = await Promise.all(Array.from({ length: 8 }, () => bus.call(count, { text: 'a' }, keyed)));
    expect(answers).toEqual(answers.map(() => ({ count: 1 })));
    expect(seen.counted).toBe(1);
    expect(await failure(bus.call(count, { text: 'b' }, keyed))).toMatchObject({
      kind: 'conflict',
      code: 'key_reused',
    });
    expect(await bus.call(count, { text: 'a' }, caller())).toEqual({ count: 2 });
  });

  it('sends each request to one of several replicas', async () => {
    await startLeads();
    for (let index = 1; index <= 20; index++) {
      expect(await bus.call(count, { text: '' }, caller())).toEqual({ count: index });
    }
    const answered = await Promise.all(
      replicaMetrics.map((each) => answersIn(each, 'request="leads.count",outcome="done"')),
    );
    expect(answered.reduce((sum, each) => sum + each)).toBe(20);
    expect(answered.every((each) => each > 0)).toBe(true);
  });

  it('counts requests by their outcome', async () => {
    await bus.call(echo, { text: '' }, caller());
    await failure(bus.call(refuse, { text: '' }, caller()));
    await failure(bus.call(fail, { text: '' }, caller()));
    const outcomes = [
      'request="leads.echo",outcome="done"',
      'request="leads.refuse",outcome="conflict"',
      'request="leads.fail",outcome="internal"',
    ];
    expect(await Promise.all(outcomes.map((labels) => answersIn(replicaMetrics[0]!, labels)))).toEqual([1, 1, 1]);
  });

  it('finishes running requests before it closes, and accepts no more', async () => {
    const call = bus.call(stay, { text: 'last' }, caller());
    await eventually(() => expect(seen.releases).toHaveLength(1));
    const closing = apps.pop()!.close();
    const refused = () => failure(bus.call(echo, { text: '' }, caller()));
    await eventually(async () => expect(await refused()).toMatchObject({ kind: 'unavailable' }));
    seen.releases.forEach((release) => release());
    expect(await call).toEqual({ text: 'last' });
    await closing;
  });
});

describe('the bus over NATS, when NATS goes away', () => {
  it('fails waiting requests at once, holds new ones for as long as a restart takes, and sends none later', async () => {
    const away = await startNats();
    const link = await NatsLink.open(away.url, log);
    const changeSignals = new NatsChangeSignals(link, log);
    const bus = new Bus(new NatsClient(link), changeSignals, 'gateway');
    const seen = new Seen();
    const module = LeadsModule.with(seen, new RequestDispatcher(log, null, changeSignals));
    const strategy = new NatsServer(link, 'leads');
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, { strategy, logger: false });
    await app.listen();
    try {
      const waiting = failure(bus.call(stay, { text: '' }, caller()));
      await eventually(() => expect(seen.signals).toHaveLength(1));
      await away.kill();
      expect(await waiting).toMatchObject({ kind: 'unavailable' });
      const started = performance.now();
      expect(await failure(bus.call(count, { text: '' }, caller()))).toMatchObject({ kind: 'unavailable' });
      expect(performance.now() - started).toBeGreaterThan(2_000);
      const queued = bus.call(count, { text: '' }, caller());
      await away.restart();
      expect(await queued).toEqual({ count: 1 });
    } finally {
      seen.releases.forEach((release) => release());
      await app.close();
      await link.close();
      await away.stop();
    }
  });

  it('waits for a NATS that starts later', async () => {
    const late = await startNats();
    await late.stop();
    const opening = NatsLink.open(late.url, log);
    await late.restart();
    const link = await opening;
    expect(link.isUp).toBe(true);
    await link.close();
    await late.stop();
  });

  it('waits for a NATS that does not know its user yet, and says so', async () => {
    const before = await startNats({ config: 'authorization { users: [{ user: other, password: spec }] }\n' });
    const lines: string[] = [];
    const warnings = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    const url = before.url.replace('//', '//leads:spec@');
    const opening = NatsLink.open(url, warnings);
    await eventually(() => expect(lines.join()).toContain('NATS rejects the user of NATS_URL'));
    await before.stop();
    const config = 'authorization { users: [{ user: leads, password: spec }] }\n';
    const after = await startNats({ port: before.port, config });
    const link = await opening;
    expect([link.isUp, lines.length]).toEqual([true, 1]);
    await link.close();
    await after.stop();
  });
});
