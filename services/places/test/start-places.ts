import {
  clearOldContent,
  listStaleBusinesses,
  refreshBusiness,
  registerBusinesses,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { USES_SERVERS } from '@lead-finder/platform';
import { fake, fakeUsers, startTestService, testUser, type TestService } from '@lead-finder/testing';
import { places } from '../src/index.js';
import { PlacesProvider } from '../src/provider/places-provider.js';

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

const ids = new Map<string, number>();
const idOf = (placeId: string) => ids.get(placeId) ?? ids.set(placeId, ids.size + 1).get(placeId)!;

/** Replaces the leads service: numbers businesses in their order, without owners. */
const fakeLeads = [
  fake(registerBusinesses, ({ businesses }) => ({
    businesses: businesses.map(({ placeId }) => ({ id: idOf(placeId), takenBy: [] })),
  })),
  fake(listStaleBusinesses, (input) => {
    contentAtLeads.asked.push(input);
    return { placeIds: contentAtLeads.stale.splice(0) };
  }),
  fake(refreshBusiness, (input) => {
    contentAtLeads.refreshed.push(input);
    return {};
  }),
  fake(clearOldContent, (input) => {
    contentAtLeads.cleared.push(input);
    return { cleared: 0 };
  }),
];

/** The current administrators at the users service; only 1 unless a spec changes it. */
export const administrators = new Set([1]);

interface PlacesOptions {
  /** The spec's own provider. */
  provider?: PlacesProvider;
  /** Starts it as one of many processes. */
  usesServers?: boolean;
}

export function startPlaces(
  environment: Record<string, string> = {},
  { provider, usesServers = false }: PlacesOptions = {},
): Promise<TestService> {
  return startTestService(places, {
    environment,
    fakes: [...fakeLeads, fakeUsers((id) => testUser({ id, role: administrators.has(id) ? 'admin' : 'user' }))],
    providers: [
      { provide: USES_SERVERS, useValue: usesServers },
      ...(provider ? [{ provide: PlacesProvider, useValue: provider }] : []),
    ],
  });
}
