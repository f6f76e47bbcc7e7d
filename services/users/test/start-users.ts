import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  checkSession,
  dropUserLeads,
  register,
  sessionDoubtful,
  sessionsRevoked,
  type Actor,
  type EventContract,
  type InputOf,
  type OutputOf,
  type ParsedInputOf,
  type PayloadOf,
  type RequestContract,
  type SessionDoubtful,
  type SessionsRevoked,
} from '@lead-finder/contracts';
import {
  RequestDispatcher,
  Bus,
  Clock,
  Handle,
  openLogger,
  openInfrastructure,
  startService,
} from '@lead-finder/platform';
import { eventually, serviceDatabase } from '@lead-finder/testing';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { users } from '../src/index.js';

export class SetClock extends Clock {
  private moment = new Date('2026-03-02T09:00:00.000Z');

  now(): Date {
    return this.moment;
  }

  forward(minutes: number): void {
    this.moment = new Date(this.moment.getTime() + minutes * 60_000);
  }
}

const dropped: number[] = [];

/** Replaces the leads service: drops the leads of a deleted user. */
@Controller()
class DroppingLeads {
  @Handle(dropUserLeads)
  drop({ userId }: ParsedInputOf<typeof dropUserLeads>) {
    dropped.push(userId);
    return { removed: 3 };
  }
}

export const origin = { address: '192.0.2.1', userAgent: 'spec' };
export const password = 'Correct-Horse-9';

/** Starts the users service on its own database, with its first administrator `ada` and a clock that specs set. */
export async function startUsers(environment: Record<string, string> = {}) {
  const database = await serviceDatabase(users);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'users-spec-'));
  const clock = new SetClock();
  const log = openLogger('silent');
  const infrastructure = await openInfrastructure({
    databaseUrl: database.url,
    dataDir,
    poolSize: 6,
    mailFrom: 'spec@example.com',
    log,
    clock,
  });
  const { changeSignals } = infrastructure;

  @Module({
    controllers: [DroppingLeads],
    providers: [{ provide: RequestDispatcher, useValue: new RequestDispatcher(log, null, changeSignals) }],
  })
  class LeadsModule {}
  const leads = await NestFactory.createMicroservice(LeadsModule, {
    strategy: infrastructure.server('leads'),
    logger: false,
  });
  await leads.listen();
  const service = await startService(users, infrastructure, users.settings.parse(environment));
  const bus = new Bus(infrastructure.client(), changeSignals, 'gateway');
  const revoked: SessionsRevoked['recent'] = [];
  changeSignals.subscribe(sessionsRevoked, (signal) => void revoked.push(...(signal as SessionsRevoked).recent));

  const doubted: number[] = [];
  changeSignals.subscribe(sessionDoubtful, (signal) => void doubted.push((signal as SessionDoubtful).userId));

  const call = <C extends RequestContract>(
    contract: C,
    actor: Actor | null,
    input: InputOf<C>,
    idempotencyKey?: string,
  ): Promise<OutputOf<C>> =>
    bus.call(contract, input, { actor, requestId: randomUUID(), address: origin.address, idempotencyKey });
  const whoHas = async (token: string, used = true) => (await call(checkSession, null, { token, used })).actor;
  const first = await call(register, null, {
    username: 'ada',
    fullName: 'Ada Admin',
    email: 'ada@example.com',
    password,
    origin,
    loopbackOnly: true,
  });

  return {
    clock,
    call,
    whoHas,
    ada: await whoHas(first.token),
    adaToken: first.token,
    database: service.database!,
    dropped,
    /** Publishes another service's event, and resolves when it is handled. */
    happens: <E extends EventContract>({ type }: E, payload: PayloadOf<E>, id: string = randomUUID()) => {
      const occurredAt = clock.now().toISOString();
      return infrastructure.events.publish({ id, type, payload, occurredAt, requestId: 'spec', traceparent: null });
    },
    /** The published ends of sessions. */
    revoked,
    /** The users whose sessions gateways must check again. */
    doubted,
    /** Waits for that number of mails, and returns the newest. */
    mail: (count: number) =>
      eventually(async () => {
        const folder = path.join(dataDir, 'mail');
        const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
        if (files.length !== count) throw new Error(`${files.length} mails`);
        return (await readFile(path.join(folder, files.at(-1)!), 'utf8')).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
      }),
    stop: async () => {
      await service.stop();
      await leads.close();
      await infrastructure.close();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type UsersWorld = Awaited<ReturnType<typeof startUsers>>;
