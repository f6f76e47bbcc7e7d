import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gatewaySettings, startGateway, type GatewaySettings } from '@lead-finder/gateway';
import {
  type Clock,
  openLogger,
  openInfrastructure,
  Readiness,
  readSettings,
  startService,
} from '@lead-finder/platform';
import { eventually, natsAccount, serviceDatabase, testRedis } from '@lead-finder/testing';
import { isPrivateToThisMachine } from '../src/demo/demo-policy.rules.js';
import { hostSettings } from '../src/host.config.js';
import { services } from '../src/roles.js';
import { fingerprintOf, assertIdle } from './fingerprint.js';
import { startReplica } from './start-replica.js';

export const sides = ['inside one process', 'over NATS and Redis'] as const;
export const password = 'Correct-Horse-9';

export interface Answer<T = never> {
  status: number;
  body: T;
  headers: Headers;
}

/** A browser, which stores its cookies. */
export class Visitor {
  cookie = '';

  constructor(private readonly url: string) {}

  /** Returns the same browser at another gateway, as behind a load balancer. */
  at(url: string): Visitor {
    const same = new Visitor(url);
    same.cookie = this.cookie;
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
        cookie: this.cookie,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const given = answer.headers.getSetCookie()[0];
    if (given) this.cookie = given.split(';')[0]!;
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') && text;
    return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as T, headers: answer.headers };
  }

  /** Opens a response that does not end. */
  stream(at: string): Promise<Response> {
    return fetch(`${this.url}${at}`, { headers: { cookie: this.cookie } });
  }

  /** Closes the connection when the response begins: an event stream does not end. */
  async begin(at: string) {
    const hangUp = new AbortController();
    const { status, headers } = await fetch(`${this.url}${at}`, {
      headers: { cookie: this.cookie },
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
      headers: { cookie: this.cookie, ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  get<T>(at: string, headers: Record<string, string> = {}) {
    return this.send<T>('GET', at, undefined, headers);
  }

  signIn(username: string, typed = password) {
    return this.send<{ id: number }>('POST', '/api/login', { username, password: typed });
  }
}

/** Starts every service and the gateway in this process on a fresh database. The first administrator is `ada`. */
export async function startSystem(
  side: (typeof sides)[number],
  environment: Record<string, string> = {},
  clock?: Clock,
) {
  const roles = await Promise.all(Object.values(services).map((load) => load()));
  const database = await serviceDatabase(...roles);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'system-spec-'));
  const [natsUrl, redisUrl] = side === 'over NATS and Redis' ? await Promise.all([natsAccount(), testRedis()]) : [];
  const log = openLogger('silent');
  const addresses = {
    databaseUrl: database.url,
    natsUrl,
    redisUrl,
    dataDir,
    poolSize: 4,
    mailFrom: 'spec@example.com',
    log,
    ...(clock && { clock }),
  };
  const infrastructure = await openInfrastructure(addresses);
  const settings = readSettings([...roles.map((role) => role.settings), gatewaySettings], {
    ...environment,
    PORT: '0',
  });
  const running = await Promise.all(roles.map((role, index) => startService(role, infrastructure, settings[index]!)));
  const own = settings.at(-1) as GatewaySettings;
  const loopbackOnly = isPrivateToThisMachine(own, hostSettings.parse({}));
  const gateway = await startGateway(own, infrastructure, new Readiness(() => running), { loopbackOnly });

  const replicas: (() => Promise<void>)[] = [];

  const ada = new Visitor(gateway.url);
  await ada.send('POST', '/api/register', {
    username: 'ada',
    fullName: 'Ada Admin',
    email: 'ada@example.com',
    password,
    setupToken: environment.SETUP_TOKEN,
  });

  return {
    url: gateway.url,
    databaseUrl: database.url,
    dataDir,
    ada,
    visitor: () => new Visitor(gateway.url),
    /** Creates an account and returns it with its signed-in visitor. */
    createUser: async (username: string, role = 'user') => {
      const account = { username, fullName: `${username} Example`, email: `${username}@example.com`, password, role };
      const { body } = await ada.send<{ id: number }>('POST', '/api/users', account);
      const visitor = new Visitor(gateway.url);
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
    /** Starts another gateway in a process of its own, over NATS and Redis only. Returns its address. */
    anotherGateway: async () => {
      const replica = await startReplica({
        SERVICES: 'gateway',
        DATABASE_URL: database.url,
        NATS_URL: natsUrl!,
        REDIS_URL: redisUrl!,
        SMTP_URL: 'file:',
        DATA_DIR: dataDir,
      });
      replicas.push(replica.stop);
      return replica.url;
    },
    stopService: async (name: string) => {
      const [role] = running.splice(
        running.findIndex((each) => each.name === name),
        1,
      );
      await role!.stop();
    },
    /** Returns a hash of every table when all events and mails are delivered. */
    fingerprint: async () => {
      const databases = running.map((role) => role.database);
      await eventually(() => assertIdle(databases));
      return Object.assign({}, ...(await Promise.all(databases.map(fingerprintOf)))) as Record<string, string>;
    },
    databaseOf: (name: string) => running.find((role) => role.name === name)!.database,
    /** Deletes the service's data at the end of its retention. */
    cleanUp: async (name: string) => void (await running.find((role) => role.name === name)!.janitor.runOnce()),
    eventually,
    stop: async () => {
      for (const end of replicas) await end();
      await gateway.stop();
      await Promise.all(running.map((role) => role.stop()));
      await infrastructure.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type System = Awaited<ReturnType<typeof startSystem>>;
