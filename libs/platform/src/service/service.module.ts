import { DiscoveryModule } from '@nestjs/core';
import { type DynamicModule, Module } from '@nestjs/common';
import { RequestDispatcher } from '../bus/request-dispatcher.js';
import { Branches } from '../bus/branches.js';
import { Bus } from '../bus/bus.js';
import { Clock } from '../clock/clock.js';
import type { Database } from '../database/database.js';
import { Database as DatabaseToken } from '../database/database.js';
import { IdempotentResponses } from '../database/idempotent-responses.js';
import { Outbox } from '../events/outbox.js';
import type { Infrastructure } from '../infrastructure.js';
import { SERVICE_SETTINGS, type ServiceRole } from './service-role.js';

export const LOGGER = Symbol('logger');
export const CHANGE_SIGNALS = Symbol('change signals');
export const JOBS = Symbol('jobs');
export const FILES = Symbol('files');
export const MAIL = Symbol('mail');
/** False if everything runs in one process, as after `npm start` without addresses. */
export const USES_SERVERS = Symbol('uses servers');

@Module({})
export class ServiceModule {
  static async for(
    role: ServiceRole,
    settings: object,
    database: Database,
    infrastructure: Infrastructure & { clock: Clock },
  ): Promise<DynamicModule> {
    const { TypeOrmModule } = await import('@nestjs/typeorm');
    const { log, changeSignals, jobs, files, mail, clock, metrics, usesServers } = infrastructure;
    const own = log.child({ role: role.name });
    const bus = new Bus(infrastructure.client(), changeSignals, role.name);
    const branches = role.showsBranches ? new Branches(bus, changeSignals) : undefined;
    const outside = {
      module: ServiceModule,
      global: true,
      imports: [
        DiscoveryModule,
        // Several services may share a process, and TypeORM has one list of data sources by name.
        TypeOrmModule.forRootAsync({
          name: role.name,
          useFactory: () => ({ ...database.dataSource.options, name: role.name }),
          dataSourceFactory: async () => database.dataSource,
        }),
        role.module,
      ],
      providers: [
        { provide: DatabaseToken, useValue: database },
        { provide: Outbox, useValue: new Outbox(database, own) },
        { provide: Bus, useValue: bus },
        { provide: Branches, useValue: branches ?? null },
        {
          provide: RequestDispatcher,
          useValue: new RequestDispatcher(own, new IdempotentResponses(database), changeSignals, metrics, branches),
        },
        { provide: Clock, useValue: clock },
        { provide: LOGGER, useValue: own },
        { provide: CHANGE_SIGNALS, useValue: changeSignals },
        { provide: JOBS, useValue: jobs },
        { provide: FILES, useValue: files },
        { provide: MAIL, useValue: mail },
        { provide: USES_SERVERS, useValue: usesServers },
        { provide: SERVICE_SETTINGS, useValue: settings },
      ],
    };
    return { ...outside, exports: outside.providers.map(({ provide }) => provide) };
  }
}
