import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { DatabaseClock } from '../clock/database-clock.js';
import { openDatabase } from '../database/open-database.js';
import { waitForDatabase } from '../database/wait-for-database.js';
import { startConsumers } from '../events/consumers.js';
import { Outbox } from '../events/outbox.js';
import { Relay } from '../events/relay.js';
import { Database } from '../database/database.js';
import { NestLog } from '../logging/nest-log.js';
import { Janitor } from '../retention/janitor.js';
import { platformRetention } from '../retention/platform-retention.js';
import { retentionSettings } from '../retention/retention.config.js';
import type { Infrastructure } from '../infrastructure.js';
import type { Notice } from '../health/health-server.js';
import { findConsumers } from './find-consumers.js';
import { ServiceModule } from './service.module.js';
import type { ServiceRole } from './service-role.js';

export interface RunningRole {
  name: string;
  /** Throws if something that the role needs does not respond; for readiness. */
  check(): Promise<void>;
  notices(): Notice[];
  /** Accepts no more requests, finishes the running ones, closes what it opened. */
  stop(): Promise<void>;
}

/** A running service. Tests also use its parts. */
export interface RunningService extends RunningRole {
  database: Database;
  janitor: Janitor;
  /** Returns a provider of its module. */
  get<T>(provider: Type<T>): T;
}

/** Starts one service: migrates its schema, then starts its handlers, consumers, relay and janitor. */
export async function startService(
  role: ServiceRole,
  infrastructure: Infrastructure,
  settings: object,
): Promise<RunningService> {
  const log = infrastructure.log.child({ role: role.name });
  const open = () =>
    openDatabase({
      url: infrastructure.databaseUrl,
      schema: role.name,
      entities: role.entities,
      migrations: role.migrations,
      poolSize: infrastructure.poolSize,
      usesPrepared: infrastructure.usesPrepared,
      migratesFirst: infrastructure.migratesFirst,
      log,
      // Shorter than the deadline of a request, so that its caller gets 'unavailable' instead of no response.
      connectTimeoutMs: 4_000,
    });
  const database = await waitForDatabase(open, { log, waitsForBootstrap: false });
  infrastructure.metrics?.watchService(role.name, database, role.measures);
  const ownClock = infrastructure.clock ? null : await DatabaseClock.open(database, log);
  const clock = infrastructure.clock ?? ownClock!;
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(
    await ServiceModule.for(role, settings, database, { ...infrastructure, clock }),
    { strategy: infrastructure.server(role.name), logger: new NestLog(log), abortOnError: false },
  );
  const consumers = findConsumers(role.name, app);
  const relay = new Relay(database, app.get(Outbox), infrastructure.events, log);
  await app.listen();
  const running = await startConsumers({
    service: role.name,
    database,
    transport: infrastructure.events,
    log,
    consumers,
  });
  relay.start();
  const periods = infrastructure.retention ?? retentionSettings.parse({});
  const rules = [...platformRetention(periods), ...(role.retention?.(settings as never, periods) ?? [])];
  const janitor = new Janitor(rules, { database, app }, clock, log);
  janitor.start();
  const notices = () => role.notices?.(app) ?? [];
  for (const { code, text } of notices()) log.warn({ notice: code }, text);
  return {
    name: role.name,
    database,
    janitor,
    get: (provider) => app.get(provider, { strict: false }),
    check: async () => void (await database.query('select 1')),
    notices,
    stop: async () => {
      await janitor.stop();
      await relay.stop();
      await running.stop();
      ownClock?.close();
      // Nest closes the data source of the TypeORM module with the app.
      await app.close();
    },
  };
}
