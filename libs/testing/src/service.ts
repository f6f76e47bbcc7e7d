import { randomUUID } from 'node:crypto';
import * as contracts from '@lead-finder/contracts';
import type {
  Actor,
  EventContract,
  InputOf,
  KnownUser,
  OutputOf,
  PayloadOf,
  RequestContract,
} from '@lead-finder/contracts';
import type {
  CallContext,
  Caller,
  ChangeSignals,
  Clock,
  EventMessage,
  EventTransport,
  InProcessServer,
  RequestHandler,
  ServiceRole,
} from '@lead-finder/platform';
import type { Provider, Type } from '@nestjs/common';
import { eventually } from './eventually.js';
import { setHashCost } from './hash-cost.js';
import { runFolder } from './run.js';
import { serviceDatabase } from './service-database.js';

/** A clock that stands still until the spec sets it. */
export class TestClock implements Clock {
  time: Date;

  constructor(time: Date | string = '2026-03-02T09:00:00Z') {
    this.time = new Date(time);
  }

  now(): Date {
    return this.time;
  }

  forward(ms = 1_000): Date {
    return (this.time = new Date(this.time.getTime() + ms));
  }
}

export interface Fake {
  contract: RequestContract;
  respond: (input: unknown, context: CallContext) => unknown;
}

export const fake = <C extends RequestContract>(contract: C, respond: RequestHandler<C>): Fake => ({
  contract,
  respond: respond as Fake['respond'],
});

/** Serves fakes. As in a service, the contract checks the access, the input and the output. */
export async function serveFakes(server: InProcessServer, changeSignals: ChangeSignals, fakes: Fake[]): Promise<void> {
  const { openLogger, RequestDispatcher } = await import('@lead-finder/platform');
  const dispatcher = new RequestDispatcher(openLogger('silent'), null, changeSignals);
  for (const { contract, respond } of fakes) {
    server.addHandler(contract.subject, (text) => dispatcher.dispatch(contract, text as unknown as string, respond));
  }
  server.listen(() => undefined);
}

export const testUser = (user: Partial<KnownUser> & { id: number }): KnownUser => ({
  username: `user${user.id}`,
  fullName: `User ${user.id}`,
  email: `user${user.id}@example.com`,
  role: 'user',
  monthlyGoal: 100,
  active: true,
  version: 1,
  ...user,
});

export const actorOf = ({ id, username, fullName, role }: KnownUser): Actor => ({ id, username, fullName, role });

export const testActor = (id: number, role?: Actor['role']) => actorOf(testUser({ id, ...(role && { role }) }));

/** Replaces the users service, which knows these users. */
export const fakeUsers = (find: (id: number) => KnownUser | undefined): Fake =>
  fake(contracts.resolveUsers, ({ ids }) => ({ users: ids.flatMap((id) => find(id) ?? []) }));

/** The people of each manager's branch. Without entries there are no teams. */
export type Branches = Map<number, number[]>;

/** The teams of people. */
export type TeamsOfPeople = Map<number, { id: number; name: string; path?: number[] }>;

/** The days on which people in teams work. */
export type WorkingDays = Map<number, number[]>;

/** The days off of people in teams. */
export type DaysOff = Map<number, string[]>;

/** Replaces the teams of the users service. */
const fakeTeams = (branches: Branches, workingDays: WorkingDays, daysOff: DaysOff, teams: TeamsOfPeople): Fake[] => [
  fake(contracts.resolveTeamsOfUsers, ({ userIds }) => ({
    people: [...teams].filter(([id]) => userIds.includes(id)).map(([id, team]) => ({ id, team })),
  })),
  fake(contracts.resolveBranch, ({ managerId }) => ({
    people: branches.size > 0 ? (branches.get(managerId) ?? []) : null,
  })),
  fake(contracts.resolveManagers, ({ userIds }) => ({
    managers:
      branches.size > 0
        ? [...branches].filter(([, people]) => people.some((id) => userIds.includes(id))).map(([id]) => id)
        : null,
  })),
  fake(contracts.resolveManagersOfEach, ({ userIds }) => ({
    users: userIds.map((id) => ({
      id,
      managerIds: [...branches].filter(([, people]) => people.includes(id)).map(([manager]) => manager),
    })),
  })),
  fake(contracts.resolveWorkingDays, ({ userIds, from = '', to = '', alsoWithoutTeam }) => ({
    people: userIds
      .filter((id) => alsoWithoutTeam || workingDays.has(id))
      .map((id) => {
        const off = (daysOff.get(id) ?? []).filter((day) => day >= from && day <= to);
        return { id, workingDays: workingDays.get(id) ?? [1, 2, 3, 4, 5], ...(from && { daysOff: off }) };
      }),
  })),
];

const events = (Object.values(contracts) as unknown as EventContract[]).filter(({ kind }) => kind === 'event');
const consumers = new Set(events.flatMap((event) => [...event.consumers]));

export interface TestServiceOptions {
  environment?: Record<string, string>;
  /** Default: the time of the database. */
  clock?: Clock;
  fakes?: Fake[];
  branches?: Branches;
  workingDays?: WorkingDays;
  daysOff?: DaysOff;
  teams?: TeamsOfPeople;
  /** Default: inside the process. */
  events?: EventTransport;
  hashCost?: Parameters<typeof setHashCost>[0];
  /** Replace providers of its module. */
  providers?: Provider[];
}

/** Starts one service on a database of its own. Its other servers are inside the process. */
export async function startTestService(role: ServiceRole, options: TestServiceOptions = {}) {
  const { Bus, openInfrastructure, openLogger, readSettings, startService } = await import('@lead-finder/platform');
  const { environment = {}, clock, fakes = [], providers = [], hashCost = 'next to nothing' } = options;
  const { branches = new Map(), workingDays = new Map(), daysOff = new Map(), teams = new Map() } = options;
  await setHashCost(hashCost);
  const database = await serviceDatabase(role);
  const dataDir = runFolder(role.name);
  const opened = await openInfrastructure({
    databaseUrl: database.url,
    dataDir,
    poolSize: 6,
    mailFrom: 'spec@example.com',
    log: openLogger('silent'),
    clock,
  });
  const infrastructure = { ...opened, events: options.events ?? opened.events };
  const { changeSignals } = infrastructure;

  const fakeServer = infrastructure.server(role.name) as InProcessServer;
  await serveFakes(fakeServer, changeSignals, [
    ...(role.showsBranches ? fakeTeams(branches, workingDays, daysOff, teams) : []),
    ...fakes,
  ]);
  const emitted = new Map<string, EventMessage>();
  const others = [...consumers].filter((name) => name !== role.name);
  const recorders = await Promise.all(
    others.map((name) =>
      infrastructure.events.consume(name, async (messages) => {
        for (const each of messages) if (each.type.startsWith(`${role.name}.`)) emitted.set(each.id, each);
      }),
    ),
  );
  const [settings] = readSettings([role.settings], environment);
  const module = { module: role.module as Type, providers };
  const service = await startService({ ...role, module }, infrastructure, settings!);
  const bus = new Bus(infrastructure.client(), changeSignals, 'gateway');

  return {
    database: service.database,
    databaseUrl: database.url,
    dataDir,
    changeSignals,
    get: service.get,
    call: <C extends RequestContract>(
      contract: C,
      actor: Actor | null,
      input: InputOf<C>,
      idempotencyKey?: string,
      caller: Partial<Caller> = {},
    ): Promise<OutputOf<C>> => bus.call(contract, input, { actor, requestId: randomUUID(), idempotencyKey, ...caller }),
    /** Publishes an event of another service, and resolves when the service has handled it. */
    publish: <E extends EventContract>({ type }: E, payload: PayloadOf<E>, message: Partial<EventMessage> = {}) => {
      const occurredAt = (clock?.now() ?? new Date()).toISOString();
      const about = { id: randomUUID(), requestId: 'spec', traceparent: null };
      return infrastructure.events.publish({ ...about, type, payload, occurredAt, ...message });
    },
    /** Returns the payloads of the service's own events of this type, once there are `count`. */
    emitted: <E extends EventContract>({ type }: E, count: number) =>
      eventually(() => {
        const payloads = [...emitted.values()].filter((each) => each.type === type).map(({ payload }) => payload);
        if (payloads.length < count) throw new Error(`${payloads.length} of ${count} events`);
        return payloads as PayloadOf<E>[];
      }),
    forgetEvents: () =>
      eventually(async () => {
        const [waiting] = await service.database.query('select from outbox where published_at is null limit 1');
        if (waiting) throw new Error('An event is on its way');
        emitted.clear();
      }),
    stop: async () => {
      await service.stop();
      await Promise.all(recorders.map((recorder) => recorder.stop()));
      await fakeServer.close();
      await opened.close();
      await database.drop();
    },
  };
}

export type TestService = Awaited<ReturnType<typeof startTestService>>;
