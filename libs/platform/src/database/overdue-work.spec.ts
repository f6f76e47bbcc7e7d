import { adminsOnly, defineRequest } from '@lead-finder/contracts';
import { eventually, freshDatabase, type TestDatabase } from '@lead-finder/testing';
import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { z } from 'zod';
import { RequestDispatcher } from '../bus/request-dispatcher.js';
import { Bus } from '../bus/bus.js';
import { Handle } from '../bus/handle.js';
import { InProcessClient, InProcessExchange, InProcessServer } from '../bus/in-process.js';
import { InProcessChangeSignals } from '../change-signals/change-signals.js';
import { openLogger } from '../logging/logger.js';
import { bootstrapDatabase } from './bootstrap.js';
import { Database } from './database.js';
import { openDatabase } from './open-database.js';

const statement = z.object({ sql: z.string() });
const rows = z.object({ rows: z.int() });
const ask = defineRequest('leads.ask', { access: adminsOnly, input: statement, output: rows, deadlineMs: 5_000 });
const askBriefly = defineRequest('leads.ask-briefly', {
  access: adminsOnly,
  input: statement,
  output: rows,
  deadlineMs: 800,
});
const changeBriefly = defineRequest('leads.change-briefly', {
  access: adminsOnly,
  input: statement,
  output: rows,
  deadlineMs: 300,
});
const serveBriefly = defineRequest('leads.serve-briefly', {
  access: 'service',
  input: statement,
  output: rows,
  deadlineMs: 300,
});
type Statement = z.output<typeof statement>;

@Controller()
class Handlers {
  constructor(private readonly database: Database) {}

  @Handle(ask)
  ask(input: Statement) {
    return this.count(input);
  }

  @Handle(askBriefly)
  askBriefly(input: Statement) {
    return this.count(input);
  }

  @Handle(serveBriefly)
  serveBriefly(input: Statement) {
    return this.count(input);
  }

  @Handle(changeBriefly)
  changeBriefly(input: Statement) {
    return this.database.transaction(() => this.count(input));
  }

  private async count({ sql }: Statement) {
    return { rows: (await this.database.query(sql)).length };
  }
}

@Module({ controllers: [Handlers] })
class HandlersModule {}

let own: TestDatabase;
let database: Database;
let app: INestMicroservice;
let bus: Bus;
const log = openLogger('silent');
const connectTimeoutMs = 1_000;

beforeAll(async () => {
  own = await freshDatabase();
  await bootstrapDatabase(own.url);
  database = await openDatabase({
    url: own.url,
    schema: 'leads',
    entities: [],
    migrations: [],
    poolSize: 1,
    connectTimeoutMs,
  });
  const [exchange, changeSignals] = [new InProcessExchange(), new InProcessChangeSignals()];
  const providers = [
    { provide: Database, useValue: database },
    { provide: RequestDispatcher, useValue: new RequestDispatcher(log, null, changeSignals) },
  ];
  app = await NestFactory.createMicroservice<MicroserviceOptions>(
    { module: HandlersModule, providers },
    { strategy: new InProcessServer(exchange), logger: false },
  );
  await app.listen();
  bus = new Bus(new InProcessClient(exchange), changeSignals, 'gateway');
});
afterAll(async () => {
  await app?.close();
  await database?.dataSource.destroy();
  await own?.drop();
});

const ada = { actor: { id: 1, username: 'ada', fullName: 'Ada', role: 'admin' as const }, requestId: 'r1' };
const unavailable = {
  kind: 'unavailable',
  code: 'unavailable',
  message: expect.stringContaining('The leads service is not available'),
  details: { retryAfter: 2 },
};
const answersAgain = () =>
  eventually(() => expect(bus.call(ask, { sql: 'select 1' }, ada)).resolves.toEqual({ rows: 1 }), { within: 20_000 });

describe('a request that waits for the database', () => {
  it('is rejected as unavailable before its deadline if every connection is busy, and succeeds once one is free', async () => {
    let free!: () => void;
    const busy = database.transaction(() => new Promise<void>((resolve) => (free = resolve)));
    await eventually(() => expect(free).toBeDefined());
    const began = performance.now();
    await expect(bus.call(ask, { sql: 'select 1' }, ada)).rejects.toMatchObject(unavailable);
    expect(performance.now() - began).toBeLessThan(ask.deadlineMs);
    free();
    await busy;
    await answersAgain();
  });

  it.each([
    ['a read', askBriefly],
    ['a write', changeBriefly],
  ])('releases its connection when the caller of %s has given up', async (_, contract) => {
    await expect(bus.call(contract, { sql: 'select pg_sleep(60)' }, ada)).rejects.toMatchObject({ kind: 'timed_out' });
    await answersAgain();
  });

  it('also releases a connection for which it waited', async () => {
    const before = bus.call(ask, { sql: 'select pg_sleep(0.1)' }, ada);
    await expect(bus.call(askBriefly, { sql: 'select pg_sleep(60)' }, ada)).rejects.toMatchObject({
      kind: 'timed_out',
    });
    await before;
    await answersAgain();
  });

  it('continues if its caller is a service, which asks again for the result', async () => {
    await database.query('create table done (at timestamptz)');
    const slowly = { sql: 'with slow as (select pg_sleep(1.2)) insert into done select now() from slow' };
    await expect(bus.call(serveBriefly, slowly, { actor: null, requestId: 'r2' })).rejects.toMatchObject({
      kind: 'timed_out',
    });
    await eventually(async () => expect(await database.query('select * from done')).toHaveLength(1), {
      within: 10_000,
    });
  });
});
