import {
  createIdentityProvider,
  createScimToken,
  provision,
  scimResources,
  type InputOf,
  type OutputOf,
} from '@lead-finder/contracts';
import { entraPublished } from '../../test/scim/published/entra-published.js';
import { entraRecorded } from '../../test/scim/published/entra-recorded.js';
import { oktaPublished } from '../../test/scim/published/okta-published.js';
import { oktaRecorded } from '../../test/scim/published/okta-recorded.js';
import type { PublishedRequest } from '../../test/scim/published/published.js';
import { startUsers, type UsersWorld } from '../../test/start-users.js';

type Request = InputOf<typeof provision>;

let world: UsersWorld;
const tokens = new Map<string, string>();

beforeAll(async () => {
  world = await startUsers();
  world.clock.time = new Date();
});
afterAll(() => world?.stop());

/** Each source has a provider of its own. */
async function tokenOf(source: string): Promise<string> {
  if (!tokens.has(source)) {
    const form = { name: `Published ${tokens.size}`, issuer: 'https://id.northfield.example', clientId: 'lead-finder' };
    const { id } = await world.call(createIdentityProvider, world.ada, form);
    tokens.set(source, (await world.call(createScimToken, world.ada, { id })).token);
  }
  return tokens.get(source)!;
}

async function send(token: string, { request, body }: Pick<PublishedRequest, 'request' | 'body'>) {
  const [, method, path] = /^(\w+) (.*)$/.exec(request)!;
  const { pathname, searchParams } = new URL(path!, 'https://leads.example');
  const [, resource, scimId] = pathname.split('/');
  expect(scimResources).toContain(resource);
  const query = Object.fromEntries(searchParams);
  const input = { method, resource, token, query, ...(scimId && { scimId }), ...(body !== undefined && { body }) };
  return world.call(provision, null, input as Request);
}

const lists = [...entraPublished, ...entraRecorded, ...oktaPublished, ...oktaRecorded];

describe.each(lists)('the requests of $source', ({ source, requests }) => {
  const ids: Record<string, string> = {};
  const filled = <T>(value: T): T =>
    value === undefined
      ? value
      : (JSON.parse(JSON.stringify(value).replaceAll(/\{(user|other|group)\}/g, (_, name: string) => ids[name]!)) as T);

  it.each(requests)('$what: $request gets $status', async (published) => {
    const { request, body, status, answer, saves } = filled(published);
    const answered: OutputOf<typeof provision> = await send(await tokenOf(source), { request, body });
    expect(answered).toMatchObject({ status, ...(answer && { body: answer }) });
    if (saves) ids[saves] = (answered.body as { id: string }).id;
  });
});
