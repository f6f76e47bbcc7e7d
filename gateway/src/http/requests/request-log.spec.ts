import { LiveWorld } from '../../../test/live-world.js';
import { requestClasses, type RequestClass } from './request-class.js';

/** One world for all: each line requests other routes. */
let world: LiveWorld;
beforeAll(async () => (world = await LiveWorld.start()), 30_000);
afterAll(() => world.stop());

async function measured(labels: string): Promise<number> {
  const text = await world.metrics.registry.metrics();
  const line = text.split('\n').find((each) => each.startsWith(`http_request_duration_seconds_count{${labels}}`));
  return Number(line?.slice(line.lastIndexOf(' ')) ?? 0);
}

const request = (method: string, path: string) => fetch(`${world.gateway.url}${path}`, { method });

/** No request is signed in, so most get 401. They count all the same. */
const routes: Record<RequestClass, [method: string, path: string, route: string, status: number][]> = {
  list: [
    ['GET', '/api/my-businesses?page=1', '/api/my-businesses', 401],
    ['GET', '/api/imports', '/api/imports', 401],
    ['GET', '/api/users', '/api/users', 401],
  ],
  read: [
    ['GET', '/api/business-profile/9', '/api/business-profile/:id', 401],
    ['GET', '/api/lead-facets', '/api/lead-facets', 401],
  ],
  poll: [
    ['GET', '/api/weekly-contacts', '/api/weekly-contacts', 401],
    ['GET', '/api/imports/9', '/api/imports/:id', 401],
  ],
  write: [
    ['PATCH', '/api/business-status/9', '/api/business-status/:id', 401],
    ['DELETE', '/api/business-tag/9/Spring', '/api/business-tag/:id/:tag', 401],
  ],
  long: [
    ['POST', '/api/bulk/archive', '/api/bulk/archive', 401],
    ['GET', '/api/admin/all-assignments.csv', '/api/admin/all-assignments.csv', 401],
  ],
  import: [['POST', '/api/businesses/import', '/api/businesses/import', 401]],
  search: [['POST', '/api/search-businesses', '/api/search-businesses', 401]],
  other: [
    ['GET', '/readyz', '/readyz', 200],
    ['GET', '/api/nothing/here', 'none', 404],
  ],
};

describe('request metrics', () => {
  it.each(requestClasses)('count the requests of the class %s by route and not by path', async (name) => {
    for (const [method, path, route, status] of routes[name]) {
      const labels = `method="${method}",route="${route}",class="${name}",status="${status}"`;
      const before = await measured(labels);
      await request(method, path);
      expect([labels, await measured(labels)]).toEqual([labels, before + 1]);
    }
  });

  it('leave out the live stream, which lasts as long as its page is open', async () => {
    await request('GET', '/api/events');
    expect(await world.metrics.registry.metrics()).not.toContain('route="/api/events"');
  });
});
