import 'reflect-metadata';
import { defineRequest, everyRole } from '@lead-finder/contracts';
import {
  eventually,
  freshDatabase,
  runFolder,
  startNats,
  startRedis,
  testRedis,
  type TestDatabase,
} from '@lead-finder/testing';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { pino } from 'pino';
import { z } from 'zod';
import { RequestDispatcher } from './bus/request-dispatcher.js';
import { Bus } from './bus/bus.js';
import { Handle } from './bus/handle.js';
import { bootstrapDatabase } from './database/bootstrap.js';
import { openInfrastructure, type Addresses } from './open-infrastructure.js';
import type { Infrastructure } from './infrastructure.js';

const log = pino({ level: 'silent' });
const text = z.object({ text: z.string() });
const echo = defineRequest('leads.echo', { access: everyRole, input: text, output: text });

@Controller()
class EchoHandlers {
  @Handle(echo)
  echo(input: { text: string }) {
    return input;
  }
}

@Module({})
class EchoModule {
  static with(infrastructure: Infrastructure) {
    const dispatcher = {
      provide: RequestDispatcher,
      useValue: new RequestDispatcher(log, null, infrastructure.changeSignals),
    };
    return { module: EchoModule, controllers: [EchoHandlers], providers: [dispatcher] };
  }
}

let database: TestDatabase;
let base: Addresses;

beforeAll(async () => {
  database = await freshDatabase();
  await bootstrapDatabase(database.url);
  const mailFrom = 'Lead Finder <no-reply@localhost>';
  base = { databaseUrl: database.url, mailFrom, dataDir: runFolder('data'), poolSize: 2, log };
});
afterAll(() => database?.drop());

async function* onePart(part: string) {
  yield Buffer.from(part);
}

async function expectAtWork(infrastructure: Infrastructure): Promise<void> {
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(EchoModule.with(infrastructure), {
    strategy: infrastructure.server('leads'),
    logger: false,
  });
  await app.listen();
  const bus = new Bus(infrastructure.client(), infrastructure.changeSignals, 'gateway');
  const actor = { id: 1, username: 'ada', fullName: 'Ada', role: 'user' } as const;
  expect(await bus.call(echo, { text: 'hello' }, { actor, requestId: 'r' })).toEqual({ text: 'hello' });

  const received: unknown[] = [];
  infrastructure.changeSignals.subscribe('push.user.*', (signal) => received.push(signal));
  infrastructure.changeSignals.publish('push.user.1', { type: 'progress' });
  await eventually(() => expect(received).toEqual([{ type: 'progress' }]));

  expect(await infrastructure.files.write('one', onePart('content'))).toBe(7);
  const jobs: unknown[] = [];
  const worker = await infrastructure.jobs.work('imports', 'read', async ({ data }) => void jobs.push(data));
  await infrastructure.jobs.enqueue('imports', 'read', { file: 'one' });
  await eventually(() => expect(jobs).toEqual([{ file: 'one' }]));
  expect(await infrastructure.events.store()).not.toBe('');
  await infrastructure.check();
  await worker.stop();
  await app.close();
}

describe('the infrastructure', () => {
  it('is one process if no address is set', async () => {
    const infrastructure = await openInfrastructure(base);
    try {
      await expectAtWork(infrastructure);
      expect(await infrastructure.events.store()).toBe('in-process');
    } finally {
      await infrastructure.close();
    }
  });

  it('uses servers if their addresses are set, and reports if one is away', async () => {
    const nats = await startNats();
    const infrastructure = await openInfrastructure({ ...base, natsUrl: nats.url, redisUrl: await testRedis() });
    try {
      await expectAtWork(infrastructure);
      await nats.stop();
      await eventually(() => expect(infrastructure.check()).rejects.toThrow());
      await nats.restart();
      await eventually(() => infrastructure.check());
    } finally {
      await infrastructure.close();
      await nats.stop();
    }
  });

  it('waits for servers that start later', async () => {
    const [nats, redis] = await Promise.all([startNats(), startRedis()]);
    await Promise.all([nats.stop(), redis.stop()]);
    const opening = openInfrastructure({ ...base, natsUrl: nats.url, redisUrl: redis.url });
    await nats.restart();
    await redis.restart();
    const infrastructure = await opening;
    try {
      await infrastructure.check();
    } finally {
      await infrastructure.close();
      await Promise.all([nats.stop(), redis.stop()]);
    }
  });

  it('is open for a gateway before its servers are there, and stores files as soon as NATS is', async () => {
    const nats = await startNats();
    await nats.stop();
    const addresses = { natsUrl: nats.url, redisUrl: 'redis://127.0.0.1:1', isEntry: true };
    const infrastructure = await openInfrastructure({ ...base, ...addresses });
    const write = () => infrastructure.files.write('early', onePart('content'));
    try {
      expect(infrastructure.isConnected()).toBe(false);
      await expect(write()).rejects.toMatchObject({ kind: 'unavailable' });
      await nats.restart();
      await eventually(async () => expect(await write()).toBe(7));
      expect(infrastructure.isConnected()).toBe(true);
    } finally {
      await infrastructure.close();
      await nats.stop();
    }
  });

  it('is rejected if only one of the two servers is set', async () => {
    await expect(openInfrastructure({ ...base, natsUrl: 'nats://127.0.0.1:4222' })).rejects.toThrow('both, or neither');
  });
});
