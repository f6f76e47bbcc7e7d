import { randomUUID } from 'node:crypto';
import {
  getTeamWork,
  leadStatusChanged,
  listTeamWork,
  mailsComposed,
  resolveUsers,
  userChanged,
  type Actor,
  type EventContract,
  type KnownUser,
  type MemberWork,
  type OutputOf,
  type ParsedInputOf,
  type PayloadOf,
  type Role,
} from '@lead-finder/contracts';
import {
  RequestDispatcher,
  Bus,
  Clock,
  Handle,
  InProcessClient,
  InProcessEvents,
  InProcessExchange,
  InProcessChangeSignals,
  InProcessServer,
  openLogger,
  Outbox,
  startService,
  unavailable,
  type Caller,
  type EventMessage,
  type Database,
  type EventTransport,
  type Infrastructure,
} from '@lead-finder/platform';
import { serviceDatabase } from '@lead-finder/testing';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { ComposeBrief } from '../src/brief/compose-brief.js';
import { Calendar } from '../src/calendar/calendar.js';
import { progress } from '../src/index.js';
import { ScheduledMails } from '../src/schedule/scheduled-mails.js';
import { Schedules } from '../src/schedule/schedule.repository.js';
import { TeamViews } from '../src/team/team.views.js';

export class SetClock extends Clock {
  constructor(public time: Date) {
    super();
  }

  now(): Date {
    return this.time;
  }
}

/** Replaces the users service: knows the users whom the spec registers. */
class KnownUsers extends Map<number, KnownUser> {}

@Controller()
class FakeUsers {
  constructor(private readonly users: KnownUsers) {}

  @Handle(resolveUsers)
  resolve({ ids }: ParsedInputOf<typeof resolveUsers>) {
    return { users: ids.flatMap((id) => this.users.get(id) ?? []) };
  }
}

/** Replaces the leads service: the work of each user, and the requests for it. */
export class KnownWork {
  readonly of = new Map<number, Partial<MemberWork>>();
  readonly asked: ParsedInputOf<typeof getTeamWork>[] = [];
  readonly listed: ParsedInputOf<typeof listTeamWork>[] = [];
  list: OutputOf<typeof listTeamWork> = { leads: [], total: 0 };
  isAway = false;
}

const noWork = {
  newLeads: 0,
  overdue: 0,
  dueToday: 0,
  attempts: 0,
  won: 0,
  lost: 0,
  unread: 0,
  wantsSummary: true,
  wantsBrief: true,
};

@Controller()
class FakeLeads {
  constructor(private readonly work: KnownWork) {}

  @Handle(getTeamWork)
  figures(asked: ParsedInputOf<typeof getTeamWork>) {
    if (this.work.isAway) throw unavailable('The leads service');
    this.work.asked.push(asked);
    return asked.userIds.map((userId) => ({ userId, ...noWork, ...this.work.of.get(userId) }));
  }

  @Handle(listTeamWork)
  list(asked: ParsedInputOf<typeof listTeamWork>) {
    this.work.listed.push(asked);
    return this.work.list;
  }
}

@Module({ controllers: [FakeUsers, FakeLeads], providers: [KnownUsers, KnownWork] })
class FakeServicesModule {}

export type Mail = PayloadOf<typeof mailsComposed>['mails'][number];

export type StatusChanged = PayloadOf<typeof leadStatusChanged>;
export type MovedLead = StatusChanged['leads'][number];

/** The whole service on a new schema of real PostgreSQL, with a clock that the spec sets. */
export class RunningProgress {
  private constructor(
    readonly bus: Bus,
    readonly database: Database,
    readonly clock: SetClock,
    readonly users: Map<number, KnownUser>,
    readonly work: KnownWork,
    /** The mails for the users service, in the order of the events. */
    readonly mails: Mail[],
    /** The ids of the users whose pages got a change signal. */
    readonly signalled: number[],
    private readonly events: EventTransport,
    private readonly timeZone: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(
    now: string,
    timeZone = 'UTC',
    events: EventTransport = new InProcessEvents(),
  ): Promise<RunningProgress> {
    const { url, drop } = await serviceDatabase(progress);
    const exchange = new InProcessExchange();
    const changeSignals = new InProcessChangeSignals();
    const clock = new SetClock(new Date(now));
    const log = openLogger('silent');
    const client = () => new InProcessClient(exchange);
    const server = () => new InProcessServer(exchange);
    const outside = { databaseUrl: url, poolSize: 6, log, clock, changeSignals, events, client, server };
    const users = new KnownUsers();
    const work = new KnownWork();
    const mails: Mail[] = [];
    const post = await events.consume('users', async (messages) => {
      for (const { type, payload } of messages) {
        if (type === mailsComposed.type) mails.push(...(payload as PayloadOf<typeof mailsComposed>).mails);
      }
    });
    const fakes = await NestFactory.createMicroservice<MicroserviceOptions>(
      {
        module: FakeServicesModule,
        providers: [
          { provide: KnownUsers, useValue: users },
          { provide: KnownWork, useValue: work },
          { provide: RequestDispatcher, useValue: new RequestDispatcher(log, null, changeSignals) },
        ],
      },
      { strategy: server(), logger: false },
    );
    await fakes.listen();
    const running = await startService(progress, outside as unknown as Infrastructure, { TIME_ZONE: timeZone });
    const signalled: number[] = [];
    changeSignals.subscribe('push.user.*', (_, subject) => signalled.push(Number(subject.split('.').at(-1))));
    const stop = async () => {
      await running.stop();
      await post.stop();
      await fakes.close();
      await drop();
    };
    return new RunningProgress(
      new Bus(client(), changeSignals, 'gateway'),
      running.database!,
      clock,
      users,
      work,
      mails,
      signalled,
      events,
      timeZone,
      stop,
    );
  }

  /** Sends due mails, as each replica does twice a minute. */
  async mailWhatIsDue(): Promise<void> {
    const { database, clock, bus } = this;
    const settings = { TIME_ZONE: this.timeZone, PUBLIC_URL: 'https://leads.example', HOST: '127.0.0.1', PORT: 8080 };
    const calendar = new Calendar(clock, settings);
    const views = new TeamViews(database);
    const schedules = new Schedules(database, new Outbox(database));
    const brief = new ComposeBrief(calendar, views, bus);
    await new ScheduledMails(schedules, brief, calendar, views, bus, clock, settings).run();
  }

  /** Publishes an event as the relay does; resolves when its consumers have handled it. */
  async consume<E extends EventContract>(
    event: E,
    payload: PayloadOf<E>,
    message: Partial<EventMessage> = {},
  ): Promise<void> {
    const occurredAt = this.clock.now().toISOString();
    await this.events.publish({
      id: randomUUID(),
      type: event.type,
      payload,
      occurredAt,
      requestId: 'spec',
      traceparent: null,
      ...message,
    });
  }

  /** Publishes a change of a user to this service alone; other consumers do not run here. */
  async member(user: Partial<KnownUser> & { id: number }, at = this.clock.now()): Promise<void> {
    await this.consumeAlone(userChanged, knownUser(user), at);
  }

  async consumeAlone<E extends EventContract>(event: E, payload: PayloadOf<E>, at = this.clock.now()): Promise<void> {
    // The other consumers of the contract do not run, so the transport asks for a repeat; this service has handled the
    // event.
    await this.consume(event, payload, { occurredAt: at.toISOString() }).catch(() => undefined);
  }

  async contact(
    leads: (Partial<MovedLead> & { leadId: number })[],
    change: Partial<Omit<StatusChanged, 'leads'>> = {},
  ): Promise<void> {
    await this.consume(leadStatusChanged, statusChanged(leads, { at: this.clock.now().toISOString(), ...change }));
  }
}

export const knownUser = (user: Partial<KnownUser> & { id: number }): KnownUser => ({
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
