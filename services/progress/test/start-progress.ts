import { randomUUID } from 'node:crypto';
import {
  leadStatusChanged,
  resolveUsers,
  userChanged,
  type Actor,
  type EventContract,
  type KnownUser,
  type ParsedInputOf,
  type PayloadOf,
  type Role,
} from '@lead-finder/contracts';
import {
  Answerer,
  bootstrapDatabase,
  Bus,
  Clock,
  Handle,
  InProcessClient,
  InProcessEvents,
  InProcessExchange,
  InProcessHints,
  InProcessServer,
  openLogger,
  startService,
  type Caller,
  type CarriedEvent,
  type Database,
  type Surroundings,
} from '@lead-finder/platform';
import { freshDatabase } from '@lead-finder/testing';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { progress } from '../src/index.js';

export class SetClock extends Clock {
  constructor(public time: Date) {
    super();
  }

  now(): Date {
    return this.time;
  }
}

/** Stands in for the users service: knows whom the spec registers. */
class KnownUsers extends Map<number, KnownUser> {}

@Controller()
class FakeUsers {
  constructor(private readonly users: KnownUsers) {}

  @Handle(resolveUsers)
  resolve({ ids }: ParsedInputOf<typeof resolveUsers>) {
    return { users: ids.flatMap((id) => this.users.get(id) ?? []) };
  }
}

@Module({ controllers: [FakeUsers], providers: [KnownUsers] })
class FakeUsersModule {}

export type StatusChanged = PayloadOf<typeof leadStatusChanged>;
export type MovedLead = StatusChanged['leads'][number];

/** The whole service on a fresh schema of real PostgreSQL, with a clock that stands where the spec sets it. */
export class RunningProgress {
  private constructor(
    readonly bus: Bus,
    readonly database: Database,
    readonly clock: SetClock,
    readonly users: Map<number, KnownUser>,
    /** The ids of the people whose pages were told to look again. */
    readonly told: number[],
    private readonly events: InProcessEvents,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(now: string, timeZone = 'UTC'): Promise<RunningProgress> {
    const { url, drop } = await freshDatabase();
    await bootstrapDatabase(url);
    const exchange = new InProcessExchange();
    const hints = new InProcessHints();
    const events = new InProcessEvents();
    const clock = new SetClock(new Date(now));
    const log = openLogger('silent');
    const client = () => new InProcessClient(exchange);
    const server = () => new InProcessServer(exchange);
    const outside = { databaseUrl: url, poolSize: 6, log, clock, hints, events, client, server };
    const users = new KnownUsers();
    const fakes = await NestFactory.createMicroservice<MicroserviceOptions>(
      {
        module: FakeUsersModule,
        providers: [
          { provide: KnownUsers, useValue: users },
          { provide: Answerer, useValue: new Answerer(log, null, hints) },
        ],
      },
      { strategy: server(), logger: false },
    );
    await fakes.listen();
    const running = await startService(progress, outside as unknown as Surroundings, { TIME_ZONE: timeZone });
    const told: number[] = [];
    hints.subscribe('push.user.*', (_, subject) => told.push(Number(subject.split('.').at(-1))));
    const stop = async () => {
      await running.stop();
      await fakes.close();
      await drop();
    };
    return new RunningProgress(new Bus(client(), hints, 'gateway'), running.database!, clock, users, told, events, stop);
  }

  /** Brings an event as the relay does; resolves when it is heard. */
  async hear<E extends EventContract>(event: E, payload: PayloadOf<E>, carried: Partial<CarriedEvent> = {}): Promise<void> {
    const occurredAt = this.clock.now().toISOString();
    await this.events.publish({ id: randomUUID(), type: event.type, payload, occurredAt, requestId: 'spec', traceparent: null, ...carried });
  }

  /** The only hearer of users' events here is this service, so they are brought to it alone. */
  async member(user: Partial<KnownUser> & { id: number }, at = this.clock.now()): Promise<void> {
    await this.hearAlone(userChanged, person(user), at);
  }

  async hearAlone<E extends EventContract>(event: E, payload: PayloadOf<E>, at = this.clock.now()): Promise<void> {
    // The other hearers of the contract are not there: the carrier asks for a repeat, this service has it already.
    await this.hear(event, payload, { occurredAt: at.toISOString() }).catch(() => undefined);
  }

  async contact(leads: (Partial<MovedLead> & { leadId: number })[], change: Partial<Omit<StatusChanged, 'leads'>> = {}): Promise<void> {
    await this.hear(leadStatusChanged, statusChanged(leads, { at: this.clock.now().toISOString(), ...change }));
  }
}

export const person = (user: Partial<KnownUser> & { id: number }): KnownUser => ({
  username: `user${user.id}`,
  fullName: `User ${user.id}`,
  email: `user${user.id}@example.com`,
  role: 'user',
  monthlyGoal: 100,
  active: true,
  version: 1,
  ...user,
});

export const statusChanged = (
  leads: (Partial<MovedLead> & { leadId: number })[],
  change: Partial<Omit<StatusChanged, 'leads'>> & { at: string },
): StatusChanged => ({
  changedBy: 1,
  job: null,
  ...change,
  leads: leads.map((lead) => ({
    userId: 1,
    businessName: `Business ${lead.leadId}`,
    from: 'new',
    to: 'in_progress',
    firstContact: true,
    ...lead,
  })),
});

export const callAs = (id: number, role: Role = 'user'): Caller => {
  const actor: Actor = { id, username: `user${id}`, fullName: `User ${id}`, role };
  return { actor, requestId: `request-${id}` };
};
