import {
  assignBusiness,
  listAreaResults,
  registerBusinesses,
  resolveStandsIn,
  resolveTeams,
  resolveTeamMembers,
  teamsChanged,
  type Actor,
  type FoundBusiness,
  type InputOf,
  type KnownUser,
  type Role,
  type UserBusiness,
} from '@lead-finder/contracts';
import {
  actorOf,
  fake,
  fakeUsers,
  startTestService,
  TestClock,
  testUser,
  type Branches,
  type TeamsOfPeople,
  type TestServiceOptions,
} from '@lead-finder/testing';
import { leads } from '../src/index.js';
import { UserReplica } from '../src/user-replica/user-replica.js';

const known = (id: number, username: string, fullName: string, role: Role, active = true) =>
  testUser({ id, username, fullName, email: `${username}@example.com`, role, active });
const team = [
  known(1, 'ada', 'Ada Admin', 'admin'),
  known(2, 'maria', 'Maria Manager', 'manager'),
  known(3, 'sam', 'Sam Seller', 'user'),
  known(4, 'alex', 'Alex Seller', 'user'),
  known(5, 'ivy', 'Ivy Inactive', 'user', false),
  known(6, 'ben', 'Ben Boss', 'admin'),
];
export const [ada, maria, sam, alex, ivy, ben] = team.map(actorOf) as [Actor, Actor, Actor, Actor, Actor, Actor];

/** Tables whose rows come from the migrations or from the start. */
const kept = ['migrations', 'event_store', 'push_keys', 'change_feed'];
const monday = '2026-03-02T09:00:00Z';

/** Starts the leads service with six known users. */
export async function startWorld({ providers }: Pick<TestServiceOptions, 'providers'> = {}) {
  const clock = new TestClock(monday);
  const branches: Branches = new Map();
  const standsIn = new Map<number, { id: number; since: string }[]>();
  const workingDays = new Map<number, number[]>();
  const daysOff = new Map<number, string[]>();
  const teams = [
    { id: 71, name: 'North', people: 3 },
    { id: 72, name: 'South', people: 0 },
  ];
  const teamOf = new Map<number, number>();
  const teamsOfPeople: TeamsOfPeople = new Map();
  const areaResults = new Map<number, FoundBusiness[]>();
  const users = new Map(team.map((user) => [user.id, user]));
  const service = await startTestService(leads, {
    environment: { TIME_ZONE: 'America/Chicago', PUBLIC_URL: 'https://leads.example' },
    clock,
    branches,
    workingDays,
    daysOff,
    teams: teamsOfPeople,
    fakes: [
      fakeUsers((id) => users.get(id)),
      fake(resolveTeams, ({ ids }) => ({ teams: teams.filter(({ id }) => ids.includes(id)) })),
      fake(resolveStandsIn, ({ userId }) => ({ people: standsIn.get(userId) ?? [] })),
      fake(listAreaResults, async ({ searchId, page, pageSize }) => {
        const all = areaResults.get(searchId) ?? [];
        const businesses = all.slice((page - 1) * pageSize, page * pageSize);
        const known = await service.call(registerBusinesses, ada, { provider: 'sample', businesses });
        const counts = { page, pageSize, totalPages: Math.ceil(all.length / pageSize), totalCount: all.length };
        return {
          ...counts,
          businesses: businesses.map((each, index) => ({
            ...each,
            ...known.businesses[index]!,
            provider: 'sample',
            fetchedAt: monday,
          })),
          nextPageToken: null,
          provider: 'sample',
          attribution: null,
        };
      }),
      fake(resolveTeamMembers, ({ teamIds }) => ({
        people: [...teamOf].filter(([, team]) => teamIds.includes(team)).map(([id, team]) => ({ id, teamIds: [team] })),
      })),
    ],
    ...(providers && { providers }),
  });
  const signals: { subject: string; signal: unknown }[] = [];
  service.changeSignals.subscribe('push.user.*', (signal, subject) => signals.push({ subject, signal }));
  return {
    ...service,
    clock,
    branches,
    standsIn,
    workingDays,
    daysOff,
    /** What each whole-area search found. */
    areaResults,
    /** The team of each user who is in one. */
    teamOf,
    teams: teamsOfPeople,
    /** The change signals for open pages. */
    signals,
    /** Changes what the users service returns for this user. */
    become: (id: number, change: Partial<KnownUser>) => void users.set(id, { ...users.get(id)!, ...change }),
    /** Removes all leads and what belongs to them, and puts the users, the teams and the clock back. */
    empty: async () => {
      // A transaction of before that still runs can deadlock with it. A transaction of its own is tried again then.
      // To truncate a table costs more than to find that it is empty.
      await service.database.transaction(() =>
        service.database.query(
          `do $$
           declare
             every text;
             filled text;
             each text;
             has_rows boolean;
           begin
             select string_agg(tablename, ',') into every from pg_tables
             where schemaname = current_schema() and tablename <> all ('{${kept.join()}}');
             execute 'lock ' || every;
             foreach each in array string_to_array(every, ',') loop
               execute 'select exists (select from ' || each || ')' into has_rows;
               if has_rows then filled := concat_ws(',', filled, each); end if;
             end loop;
             if filled is not null then execute 'truncate ' || filled || ' cascade'; end if;
           end $$`,
        ),
      );
      await service.get(UserReplica).upsert(team);
      await service.forgetEvents();
      signals.splice(0);
      for (const user of team) users.set(user.id, user);
      // The service caches the branch of a manager for half a second.
      service.changeSignals.publish(teamsChanged, { managerIds: [...users.keys(), ...branches.keys()] });
      branches.clear();
      teamsOfPeople.clear();
      workingDays.clear();
      daysOff.clear();
      teamOf.clear();
      areaResults.clear();
      clock.time = new Date(monday);
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
