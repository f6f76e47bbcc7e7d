import type { LeadListRecord } from '@lead-finder/contracts';
import { FakeApi } from '../../../test/fake-api';
import type { LeadFacets } from './api';
import { alexandra, sam } from './leads.fixture';

export const facets: LeadFacets = {
  states: [{ value: 'AR', count: 12 }],
  counties: [{ value: 'Kent', count: 2 }],
  tags: [
    { value: 'Walk-in welcome', count: 312 },
    { value: 'Trade show 2026', count: 88 },
  ],
  users: [
    { ...alexandra, count: 214 },
    { ...sam, count: 12 },
  ],
  pools: [
    { pool: 4, name: 'Pool of Little Rock', count: 31 },
    { pool: 'organisation', name: 'Pool', count: 8 },
  ],
};

/** Serves the list as its contract says: filtered by name and closed status, paged and counted. */
export class LeadServer extends FakeApi {
  constructor(private readonly leads: LeadListRecord[]) {
    super();
    this.on('GET /api/lead-facets', facets).on('GET /api/admin/users', [sam, alexandra]).serve();
  }

  serve(): this {
    return this.on('GET /api/admin/all-assignments', ({ query }) => {
      const q = query.get('q')?.toLowerCase() ?? '';
      const matching = this.leads.filter(
        ({ business, userBusiness }) =>
          business.name.toLowerCase().includes(q) &&
          (query.get('hideClosed') !== 'true' || !userBusiness.status.startsWith('closed')),
      );
      const size = Number(query.get('pageSize'));
      const from = (Number(query.get('page')) - 1) * size;
      return Response.json(matching.slice(from, from + size), {
        headers: { 'X-Total-Count': String(matching.length) },
      });
    });
  }
}
