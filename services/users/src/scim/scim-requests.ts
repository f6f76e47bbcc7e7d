import { scimResources, type OutputOf, type ParsedInputOf, type provision } from '@lead-finder/contracts';
import { AppError, Database, LOGGER, networkOf, originOf, SERVICE_SETTINGS, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Limits, type Limit } from '../limit/limits.js';
import { NetworkQueue } from '../limit/network-queue.js';
import { ProviderLog } from '../provider/provider-log.js';
import { UserRepository } from '../user/user.repository.js';
import type { UsersSettings } from '../users.config.js';
import { AdminNotices } from './admin-notices.js';
import { ScimGroups } from './scim-groups.js';
import {
  described,
  errorBody,
  isScimError,
  listBody,
  listRequest,
  writeGroup,
  writeUser,
  type ScimGroup,
  type ScimUser,
} from './scim-schemas.js';
import { ScimTokens, type ScimProvider } from './scim-tokens.js';
import type { ScimChange } from './scim-account.rules.js';
import { ScimUsers } from './scim-users.js';

type Request = ParsedInputOf<typeof provision>;
type Response = OutputOf<typeof provision>;

const wrongTokens: Limit = {
  kind: 'scim-tokens',
  max: 60,
  seconds: 300,
  message: 'Too many requests with a wrong token. Please try again in a few minutes.',
};
const methods = { Users: 'User', Groups: 'Group' } as const;
const refusals: Partial<Record<AppError['kind'], number>> = { invalid: 400, not_found: 404, conflict: 409 };
const maxAttempts = 3;

/** The queue of providers, beside that of visitors: two requests at a time, one provider after the other. */
@Injectable()
export class ProvidersQueue extends NetworkQueue {}

/**
 * Handles the requests of providers by SCIM 2.0. Each is one transaction with its entry in the log
 * (docs/product/provisioning.md#scim).
 */
@Injectable()
export class ScimRequests {
  private readonly base: string;

  constructor(
    private readonly database: Database,
    private readonly tokens: ScimTokens,
    private readonly users: ScimUsers,
    private readonly groups: ScimGroups,
    private readonly accounts: UserRepository,
    private readonly queue: ProvidersQueue,
    private readonly visitors: NetworkQueue,
    private readonly limits: Limits,
    private readonly entries: ProviderLog,
    private readonly notices: AdminNotices,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(SERVICE_SETTINGS) settings: UsersSettings,
  ) {
    this.base = new URL('/scim/v2', originOf(settings)).href;
  }

  get address(): string {
    return this.base;
  }

  /** Wrong tokens are counted per network, and the counter refuses wrong tokens alone. */
  async handle(request: Request, address: string): Promise<Response> {
    const provider = await this.tokens.providerOf(request.token);
    if (provider) return this.queue.run(`provider ${provider.id}`, () => this.respond(provider, request));
    const network = networkOf(address);
    if (request.token !== '') await this.visitors.run(network, () => this.limits.take(wrongTokens, network));
    return refusal(401, 'The bearer token is missing, wrong or was removed');
  }

  private async respond(provider: ScimProvider, request: Request): Promise<Response> {
    try {
      return await this.attempt(provider, request);
    } catch (error) {
      const refused = refusalOf(error);
      if (!refused) throw error;
      await this.database.transaction(async () => {
        if (error instanceof AppError && error.code === 'last_admin') await this.notify(provider, request);
        await this.record(provider, request, refused.body as { detail: string });
      });
      return refused;
    }
  }

  /** Two requests at the same moment can choose the same username. */
  private async attempt(provider: ScimProvider, request: Request, attempt = 1): Promise<Response> {
    try {
      return await this.database.transaction(() => this.act(provider, request));
    } catch (error) {
      const isUsername =
        error instanceof AppError && error.code === 'username_taken' && !error.details.issues?.some(isOfProvider);
      if (!isUsername || attempt === maxAttempts) throw error;
      return this.attempt(provider, request, attempt + 1);
    }
  }

  private async act(provider: ScimProvider, request: Request): Promise<Response> {
    const { method, scimId, query, body } = request;
    const resource = scimResources.find((each) => each === request.resource);
    if (!resource) return notOffered(request.resource);
    if (resource !== 'Users' && resource !== 'Groups') {
      if (method !== 'GET') return refusal(501, `${resource} can only be read`);
      const found = described(resource, scimId, this.base);
      return found ? { status: 200, body: found, location: null } : refusal(404, `${scimId} not found`);
    }
    const all = resource === 'Users' ? this.users : this.groups;
    if (method === 'POST' ? scimId !== undefined : method !== 'GET' && scimId === undefined)
      return refusal(501, `${method} is not possible here`);
    if (method === 'GET') return this.read(provider, resource, scimId, query);
    const change = await {
      POST: () => all.create(provider, body),
      PUT: () => all.replace(provider, scimId!, body),
      PATCH: () => all.patch(provider, scimId!, body),
      DELETE: () => all.remove(provider, scimId!),
    }[method]();
    await this.record(provider, request, null, change);
    if (!change.resource) return { status: 204, body: null, location: null };
    const location = `${this.base}/${resource}/${change.resource.id}`;
    return { status: method === 'POST' ? 201 : 200, body: this.written(resource, change), location };
  }

  private async read(
    provider: ScimProvider,
    resource: keyof typeof methods,
    scimId: string | undefined,
    query: Request['query'],
  ) {
    const asked = listRequest(query);
    if (scimId !== undefined) {
      const one =
        resource === 'Users'
          ? await this.users.get(provider, scimId)
          : await this.groups.get(provider, scimId, !asked.excludesMembers);
      return { status: 200, body: this.written(resource, one, asked.attributes), location: null };
    }
    const { total, found } = await (resource === 'Users' ? this.users : this.groups).list(provider, asked);
    const resources = found.map((each) => this.written(resource, each, asked.attributes));
    return { status: 200, body: listBody(resources, total, asked.startIndex), location: null };
  }

  private written(
    resource: keyof typeof methods,
    { resource: shown, meta }: ScimChange<ScimUser | ScimGroup>,
    attributes?: unknown,
  ) {
    return resource === 'Users'
      ? writeUser(shown as ScimUser, meta, this.base, attributes)
      : writeGroup(shown as ScimGroup, meta, this.base, attributes);
  }

  private async record(
    provider: ScimProvider,
    { method, resource, scimId }: Request,
    refused: { detail: string } | null,
    change?: ScimChange<unknown>,
  ): Promise<void> {
    const isUser = resource === 'Users';
    const id = Number(scimId);
    const known = change || !isUser || !Number.isSafeInteger(id) ? null : await this.accounts.find(id);
    await this.entries.add({
      kind: 'scim',
      provider: provider.name,
      userId: isUser ? (change?.account.id ?? known?.id ?? null) : null,
      username: change?.account.name ?? known?.username ?? '',
      outcome: refused ? 'refused' : 'done',
      problem: null,
      details: `${method} ${methods[resource as 'Users']}: ${refused?.detail ?? (change!.changes.join('; ') || 'changed nothing')}`,
    });
    if (refused) this.log.info({ provider: provider.id, method, resource }, 'Request of provisioning refused');
  }

  /** Providers repeat a refused request for days, so administrators hear of it once a day. */
  private async notify(provider: ScimProvider, { scimId }: Request): Promise<void> {
    const user = await this.accounts.get(Number(scimId));
    if (await this.entries.wasRefusedToday(user.id, lastAdminWords)) return;
    await this.notices.add('last_admin', provider.name, user);
  }
}

const lastAdminWords = 'The last active administrator';
const isOfProvider = ({ path }: { path: string }) => path === 'userName';
const refusal = (status: number, detail: string, scimType?: string): Response => ({
  status,
  body: errorBody(status, detail, scimType),
  location: null,
});

/** What RFC 7644 defines and Lead Finder does not have answers 501, as its sections 3.7 and 3.11 say. */
const notOffered = (resource: string): Response =>
  ['Me', 'Bulk', '.search'].includes(resource)
    ? refusal(501, `${resource} is not available`)
    : refusal(404, `${resource} not found`);

/** Returns null for a failure that is not the provider's, which it repeats later. */
function refusalOf(error: unknown): Response | null {
  if (isScimError(error)) return refusal(Number(error.status), error.message, error.scimType);
  const { constraint } = error as { constraint?: string };
  if (constraint?.startsWith('scim_'))
    return refusal(409, 'Another resource has this name or externalId', 'uniqueness');
  if (!(error instanceof AppError)) return null;
  const status = refusals[error.kind];
  if (status === undefined) return null;
  const path = error.details.issues?.[0]?.path;
  const detail = path && status === 400 ? `${path}: ${error.message}` : error.message;
  const type = error.kind === 'invalid' ? 'invalidValue' : error.code.endsWith('_taken') ? 'uniqueness' : undefined;
  return refusal(status, detail, type);
}
