import { randomUUID } from 'node:crypto';
import {
  assignBusiness,
  registerBusinesses,
  resolveUsers,
  type Actor,
  type EventContract,
  type FoundBusiness,
  type InputOf,
  type KnownUser,
  type OutputOf,
  type ParsedInputOf,
  type PayloadOf,
  type RequestContract,
  type Role,
  type UserBusiness,
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
  openBullQueues,
  openLogger,
  startService,
  type EventMessage,
  type Database,
  type Infrastructure,
} from '@lead-finder/platform';
import { eventually, serviceDatabase } from '@lead-finder/testing';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { leads } from '../src/index.js';

class SetClock extends Clock {
  private moment = new Date('2026-03-02T09:00:00.000Z');

  now(): Date {
    return this.moment;
  }

  forward(ms = 1_000): Date {
    return (this.moment = new Date(this.moment.getTime() + ms));
  }
}

const known = (id: number, username: string, fullName: string, role: Role, active = true): KnownUser => ({
  id,
  username,
  fullName,
  email: `${username}@example.com`,
  role,
  monthlyGoal: 100,
  active,
  version: 1,
});
const team = [
  known(1, 'ada', 'Ada Admin', 'admin'),
  known(2, 'maria', 'Maria Manager', 'manager'),
  known(3, 'sam', 'Sam Seller', 'user'),
  known(4, 'alex', 'Alex Seller', 'user'),
  known(5, 'ivy', 'Ivy Inactive', 'user', false),
  known(6, 'ben', 'Ben Boss', 'admin'),
];
const actorOf = ({ id, username, fullName, role }: KnownUser): Actor => ({ id, username, fullName, role });
export const [ada, maria, sam, alex, ivy, ben] = team.map(actorOf) as [Actor, Actor, Actor, Actor, Actor, Actor];

@Controller()
class ResolvingUsers {
  @Handle(resolveUsers)
  resolve({ ids }: ParsedInputOf<typeof resolveUsers>) {
    return { users: team.filter((user) => ids.includes(user.id)) };
  }
}

/** Starts the leads service on a database of its own, with six known users. */
export async function startWorld() {
  const database = await serviceDatabase(leads);
  const log = openLogger('silent');
  const exchange = new InProcessExchange();
  const changeSignals = new InProcessChangeSignals();
  const events = new InProcessEvents();
  const clock = new SetClock();
  const jobs = await openBullQueues({ databaseUrl: database.url }, log);
  const infrastructure = {
    databaseUrl: database.url,
    poolSize: 4,
    log,
    clock,
    changeSignals,
    events,
    jobs,
    server: () => new InProcessServer(exchange),
    client: () => new InProcessClient(exchange),
  } as unknown as Infrastructure;

  @Module({
    controllers: [ResolvingUsers],
    providers: [{ provide: RequestDispatcher, useValue: new RequestDispatcher(log, null, changeSignals) }],
  })
  class UsersModule {}
  const users = await NestFactory.createMicroservice(UsersModule, {
    strategy: new InProcessServer(exchange),
    logger: false,
  });
  await users.listen();

  const received: EventMessage[] = [];
  await events.consume('progress', async (batch) => void received.push(...batch));
  await events.consume('imports', async () => undefined);
  await events.consume('users', async () => undefined);
  const service = await startService(leads, infrastructure, leads.settings.parse({ TIME_ZONE: 'America/Chicago' }));
  const signals: { subject: string; signal: unknown }[] = [];
  changeSignals.subscribe('push.user.*', (signal, subject) => signals.push({ subject, signal }));
  const bus = new Bus(new InProcessClient(exchange), changeSignals, 'gateway');

  return {
    clock,
    database: service.database as Database,
    signals,
    call: <C extends RequestContract>(
      contract: C,
      actor: Actor | null,
      input: InputOf<C>,
      idempotencyKey?: string,
    ): Promise<OutputOf<C>> => bus.call(contract, input, { actor, requestId: randomUUID(), idempotencyKey }),
    /** Changes what the users service returns for this user, until the end of the test. */
    become: (id: number, change: Partial<KnownUser>) =>
      void Object.assign(
        team.find((user) => user.id === id)!,
        change,
      ),
    /** Publishes an event of another service and waits for its consumer. */
    happens: <E extends EventContract>({ type }: E, payload: PayloadOf<E>) =>
      events.publish({
        id: randomUUID(),
        type,
        payload,
        occurredAt: clock.now().toISOString(),
        requestId: 'spec',
        traceparent: null,
      }),
    /** Returns the payloads of the service's own events of this type, once there are `count`. */
    emitted: <E extends EventContract>({ type }: E, count: number) =>
      eventually(() => {
        const payloads = received.filter((event) => event.type === type).map((event) => event.payload as PayloadOf<E>);
        if (payloads.length < count) throw new Error(`${payloads.length} of ${count} events`);
        return payloads;
      }),
    forgetEvents: () => void received.splice(0),
    stop: async () => {
      await service.stop();
      await jobs.close();
      await users.close();
      await database.drop();
    },
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;

/** Starts a world for one test and always stops it. */
export async function inOwnWorld(test: (own: World) => Promise<void>): Promise<void> {
  const own = await startWorld();
  await test(own).finally(own.stop);
}

let places = 0;
export const found = (changes: Partial<FoundBusiness> = {}): FoundBusiness => ({
  placeId: `place-${++places}`,
  name: `Bakery ${places}`,
  formattedAddress: `${places} Main St, Austin, TX 78701, USA`,
  vicinity: null,
  phone: null,
  internationalPhone: null,
  website: null,
  googleMapsUrl: null,
  rating: null,
  userRatingsTotal: null,
  priceLevel: null,
  businessStatus: null,
  types: ['bakery'],
  openNow: null,
  latitude: null,
  longitude: null,
  photoReferences: [],
  icon: null,
  ownerName: null,
  distance: null,
  ...changes,
});

export async function register(world: World, ...businesses: FoundBusiness[]): Promise<number[]> {
  const result = await world.call(registerBusinesses, ada, { provider: 'sample', businesses });
  return result.businesses.map((each) => each.id);
}

/** Assigns a new business, one second after the previous one. */
export async function assign(
  world: World,
  to: Actor,
  business: Partial<FoundBusiness> = {},
  input: Partial<InputOf<typeof assignBusiness>> = {},
): Promise<UserBusiness> {
  const [businessId] = await register(world, found(business));
  world.clock.forward();
  const result = await world.call(assignBusiness, ada, { userId: to.id, businessId: businessId!, ...input });
  return result.userBusiness;
}

export const failure = async (
  call: Promise<unknown>,
): Promise<{ kind: string; code: string; message: string; details: unknown }> =>
  call.then(
    () => Promise.reject(new Error('It did not fail')),
    ({ kind, code, message, details }) => ({ kind, code, message, details }),
  );
