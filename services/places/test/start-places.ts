import {
  clearOldContent,
  listStaleBusinesses,
  refreshBusiness,
  registerBusinesses,
  resolveUsers,
  type Actor,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import {
  Bus,
  Database,
  Handle,
  InProcessClient,
  InProcessExchange,
  InProcessChangeSignals,
  InProcessServer,
  openBullQueues,
  openDatabase,
  openLogger,
  readSettings,
  ServiceModule,
  type Clock,
  SystemClock,
  type Caller,
  type Infrastructure,
} from '@lead-finder/platform';
import { serviceDatabase } from '@lead-finder/testing';
import { Controller, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { places } from '../src/index.js';
import { PlacesModule } from '../src/places.module.js';
import { placesSettings } from '../src/places.config.js';
import { PlacesProvider } from '../src/provider/places-provider.js';

const ids = new Map<string, number>();

/** The requests of the places service for stored businesses. */
export const contentAtLeads = {
  /** Place ids to refresh; each is returned once. */
  stale: [] as string[],
  asked: [] as ParsedInputOf<typeof listStaleBusinesses>[],
  refreshed: [] as ParsedInputOf<typeof refreshBusiness>[],
  cleared: [] as ParsedInputOf<typeof clearOldContent>[],
  forget() {
    for (const list of [this.stale, this.asked, this.refreshed, this.cleared]) list.length = 0;
  },
};

/** Replaces the leads service: numbers businesses in their order, without owners. */
@Controller()
class FakeLeads {
  @Handle(registerBusinesses)
  register({ businesses }: ParsedInputOf<typeof registerBusinesses>) {
    const idOf = (placeId: string) => ids.get(placeId) ?? ids.set(placeId, ids.size + 1).get(placeId)!;
    return { businesses: businesses.map(({ placeId }) => ({ id: idOf(placeId), takenBy: [] })) };
  }

  @Handle(listStaleBusinesses)
  listStale(input: ParsedInputOf<typeof listStaleBusinesses>) {
    contentAtLeads.asked.push(input);
    return { placeIds: contentAtLeads.stale.splice(0) };
  }

  @Handle(refreshBusiness)
  refresh(input: ParsedInputOf<typeof refreshBusiness>) {
    contentAtLeads.refreshed.push(input);
    return {};
  }

  @Handle(clearOldContent)
  clearOld(input: ParsedInputOf<typeof clearOldContent>) {
    contentAtLeads.cleared.push(input);
    return { cleared: 0 };
  }
}

/** The current administrators at the users service; only 1 unless a spec changes it. */
export const administrators = new Set([1]);

@Controller()
class FakeUsers {
  @Handle(resolveUsers)
  resolve({ ids }: ParsedInputOf<typeof resolveUsers>) {
    const user = (id: number) => ({
      ...callAs(id).actor!,
      email: `user${id}@example.com`,
      monthlyGoal: 100,
      active: true,
      version: 1,
    });
    return {
      users: ids.map((id) => ({ ...user(id), role: administrators.has(id) ? ('admin' as const) : ('user' as const) })),
    };
  }
}

@Module({ imports: [PlacesModule], controllers: [FakeLeads, FakeUsers] })
class PlacesBesideOthers {}

export interface RunningPlaces {
  bus: Bus;
  database: Database;
  get<T>(provider: new (...args: never[]) => T): T;
  stop(): Promise<void>;
}

/** Starts the whole service on a new schema of real PostgreSQL, with the spec's own provider if there is one. */
export async function startPlaces(
  environment: Record<string, string> = {},
  provider?: PlacesProvider,
): Promise<RunningPlaces> {
  const { url, drop } = await serviceDatabase(places);
  const { name: schema, entities, migrations } = places;
  const database = await openDatabase({ url, schema, entities, migrations, poolSize: 4 });
  const [settings] = readSettings([placesSettings], environment);
  const exchange = new InProcessExchange();
  const changeSignals = new InProcessChangeSignals();
  const client = () => new InProcessClient(exchange);
  const log = openLogger('silent');
  const jobs = await openBullQueues({ databaseUrl: url }, log);
  const outside = { log, clock: new SystemClock(), changeSignals, client, jobs };
  const role = { ...places, module: PlacesBesideOthers };
  const service = ServiceModule.for(role, settings!, database, outside as unknown as Infrastructure & { clock: Clock });
  const building = Test.createTestingModule({ imports: [service] });
  if (provider) building.overrideProvider(PlacesProvider).useValue(provider);
  const compiled = await building.compile();
  const app = compiled.createNestMicroservice({ strategy: new InProcessServer(exchange), logger: false });
  await app.listen();
  return {
    bus: new Bus(client(), changeSignals, 'gateway'),
    database,
    get: (provider) => app.get(provider),
    stop: async () => {
      await app.close();
      await jobs.close();
      await drop();
    },
  };
}

export const callAs = (id: number, role: Actor['role'] = 'user'): Caller => {
  const actor: Actor = { id, username: `user${id}`, fullName: `User ${id}`, role };
  return { actor, requestId: `request-${id}` };
};
