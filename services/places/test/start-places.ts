import { registerBusinesses, type Actor, type ParsedInputOf } from '@lead-finder/contracts';
import {
  bootstrapDatabase,
  Bus,
  Database,
  Handle,
  InProcessClient,
  InProcessExchange,
  InProcessHints,
  InProcessServer,
  openDatabase,
  openLogger,
  readSettings,
  ServiceModule,
  SystemClock,
  type Caller,
  type Surroundings,
} from '@lead-finder/platform';
import { freshDatabase } from '@lead-finder/testing';
import { Controller, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { places } from '../src/index.js';
import { PlacesModule } from '../src/places.module.js';
import { placesSettings } from '../src/places.config.js';
import { PlacesProvider } from '../src/provider/places-provider.js';

const ids = new Map<string, number>();

/** Stands in for the leads service: numbers businesses as they come, nobody has any. */
@Controller()
class FakeLeads {
  @Handle(registerBusinesses)
  register({ businesses }: ParsedInputOf<typeof registerBusinesses>) {
    const idOf = (placeId: string) => ids.get(placeId) ?? ids.set(placeId, ids.size + 1).get(placeId)!;
    return { businesses: businesses.map(({ placeId }) => ({ id: idOf(placeId), takenBy: [] })) };
  }
}

@Module({ imports: [PlacesModule], controllers: [FakeLeads] })
class PlacesBesideLeads {}

export interface RunningPlaces {
  bus: Bus;
  database: Database;
  stop(): Promise<void>;
}

/** The whole service on a fresh schema of real PostgreSQL, with a provider of the spec's own where one is given. */
export async function startPlaces(
  environment: Record<string, string> = {},
  provider?: PlacesProvider,
): Promise<RunningPlaces> {
  const { url, drop } = await freshDatabase();
  await bootstrapDatabase(url);
  const { name: schema, entities, migrations } = places;
  const database = await openDatabase({ url, schema, entities, migrations, poolSize: 4 });
  const [settings] = readSettings([placesSettings], environment);
  const exchange = new InProcessExchange();
  const hints = new InProcessHints();
  const client = () => new InProcessClient(exchange);
  const outside = { log: openLogger('silent'), clock: new SystemClock(), hints, client };
  const role = { ...places, module: PlacesBesideLeads };
  const service = ServiceModule.for(role, settings!, database, outside as unknown as Surroundings);
  const building = Test.createTestingModule({ imports: [service] });
  if (provider) building.overrideProvider(PlacesProvider).useValue(provider);
  const compiled = await building.compile();
  const app = compiled.createNestMicroservice({ strategy: new InProcessServer(exchange), logger: false });
  await app.listen();
  return {
    bus: new Bus(client(), hints, 'gateway'),
    database,
    stop: async () => {
      await app.close();
      await drop();
    },
  };
}

export const callAs = (id: number, role: Actor['role'] = 'user'): Caller => {
  const actor: Actor = { id, username: `user${id}`, fullName: `User ${id}`, role };
  return { actor, requestId: `request-${id}` };
};
