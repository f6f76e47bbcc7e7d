import { randomUUID } from 'node:crypto';
import { scopesOf } from '@lead-finder/contracts';
import { emptyPlan, identityProvider, pushDevice, type Named, type RouteRow, type Who } from './route-table.js';
import type { System } from './start-system.js';
import { withToken, type Visitor } from './visitor.js';

export type SignedInUser = { id: number; visitor: Visitor };
const atWork = ['queued', 'processing', 'running', 'stopping', 'cancelling', 'undoing'];
type Job = { id: number; status: string };
export type Values = Record<string, string | number>;

const dayOf = (year: number, number: number) => new Date(Date.UTC(year, 0, number)).toISOString().slice(0, 10);

const token = { name: 'Script', scopes: ['leads:read'] };

const csv = () => {
  const form = new FormData();
  form.append(
    'file',
    new Blob([`Business Name,Address,User\nShop ${randomUUID()},1 Main St,other\n`], { type: 'text/csv' }),
    'leads.csv',
  );
  return form;
};

/** The object's ids under every name that routes use. */
const everyId = (value: number | string): Values =>
  Object.fromEntries(
    ['id', 'activityId', 'jobId', 'searchId', 'tokenId', 'userId', 'planId', 'leadId', 'teamId'].map((name) => [
      name,
      value,
    ]),
  );

/** The collections of objects that requests share which do not change them; other paths name leads. */
const shared =
  /\/(recycling-rules|teams|territories|distribution-plans|holiday-lists|tokens|service-tokens|devices|leaves|notifications|bulk-jobs|import-mappings|user-imports)\/\{/;
/** Here each request names its own object, as other requests end or change what stands. */
const apart =
  /\/(users|scim-tokens|identity-providers|webhooks|sessions|export-requests|imports|area-searches|return-to-pool)\b/;

/**
 * Creates the objects that a route's path and body name, anew for each request that changes them, so that requests do
 * not affect each other.
 */
export class RouteTargets {
  private names = 0;
  private returned = 0;
  private readonly taken = new Map<number, number>();
  private places: { id: number; placeId: string }[] = [];
  private readonly standing = new Map<string, Promise<Values>>();
  private spare: Promise<SignedInUser> | undefined;
  private colleague: Promise<SignedInUser> | undefined;
  private readonly leaving = new Set<number>();
  private finished = { 'api/imports': 0, 'api/area-searches': 0 };

  private constructor(
    private readonly system: System,
    private readonly holders: Record<Exclude<Who, 'visitor'>, SignedInUser>,
    private readonly other: SignedInUser,
  ) {}

  static async prepare(system: System): Promise<RouteTargets> {
    const [user, manager, other] = await Promise.all([
      system.createUser('user'),
      system.createUser('boss', 'manager'),
      system.createUser('other'),
    ]);
    const { body: me } = await system.ada.get<{ id: number }>('/api/user');
    const targets = new RouteTargets(system, { user, manager, admin: { id: me.id, visitor: system.ada } }, other);
    const found = await Promise.all(
      ['dentist', 'plumber', 'bakery', 'florist'].map((type) => system.businesses(60, type)),
    );
    targets.places = found.flat();
    await system.ada.send('POST', '/api/businesses/import', csv());
    await system.ada.send('POST', '/api/area-searches', { businessType: 'dentist', location: 'Atlantis', budget: 1 });
    for (const list of ['api/imports', 'api/area-searches'] as const)
      targets.finished[list] = await targets.ended(`/${list}`, system.ada);
    return targets;
  }

  visitorOf(who: Who): Visitor {
    return who === 'visitor' ? this.system.visitor() : this.holders[who].visitor;
  }

  /** Returns the same user as a script with a token of all scopes of the role. */
  async scriptOf(role: Exclude<Who, 'visitor'>): Promise<Visitor> {
    const { visitor } = this.holders[role];
    return withToken(visitor, scopesOf(role));
  }

  /** Creates a user of that role for a request that ends the session or changes the password. */
  async newUser(role: string): Promise<SignedInUser> {
    return this.system.createUser(`person${++this.names}`, role);
  }

  /** A rejected request and a read change nothing, so those share what they name. */
  async of(
    { route, body }: RouteRow,
    who: Who,
    named: Named,
    { sender, isRefused = false }: { sender?: SignedInUser; isRefused?: boolean } = {},
  ): Promise<Values> {
    const wants = (name: string) => `${route} ${JSON.stringify(body ?? '')}`.includes(`{${name}}`);
    const holder = named === "another user's" ? this.other : (sender ?? this.holders[who === 'visitor' ? 'user' : who]);
    const business = this.places[this.names % this.places.length]!;
    const isKept = isRefused || route.startsWith('GET');
    const newUser = isRefused ? (this.spare ??= this.newUser('user')) : wants('newUser') && this.newUser('user');
    return {
      email: `n${++this.names}@example.com`,
      ...(isKept && !apart.test(route)
        ? await this.standingIds(route, named, holder)
        : await this.ids(route, named, holder, !isKept)),
      tag: encodeURIComponent('a/b'),
      token: 'made-up',
      file: 'swagger-ui.css',
      business: business.id,
      place: business.placeId,
      new: `n${++this.names}`,
      newUuid: randomUUID(),
      newDay: dayOf(2030, this.names),
      ...(newUser && wants('newUser') && { newUser: (await newUser).id }),
    };
  }

  private standingIds(route: string, named: Named, holder: SignedInUser): Promise<Values> {
    const kind = shared.exec(route)?.[1] ?? (route.includes('{activityId}') ? 'activities' : 'leads');
    const key = `${kind} ${named} ${holder.id}`;
    if (!this.standing.has(key)) this.standing.set(key, this.ids(route, named, holder, false));
    return this.standing.get(key)!;
  }

  /** Resolves when no started job runs any more. */
  async settled(): Promise<void> {
    for (const list of ['/api/imports', '/api/area-searches', '/api/bulk-jobs'])
      await this.ended(list, this.system.ada);
    // No request lists them.
    const running = `select id from user_imports where status = 'running'`;
    await this.system.eventually(async () => {
      if ((await this.system.databaseOf('users').query(running)).length > 0) throw new Error('Users are still added');
    });
  }

  /** A file with one row, which another user gets. */
  readonly file = csv;

  private async ids(route: string, named: Named, holder: SignedInUser, isChanged: boolean): Promise<Values> {
    if (named === 'any') return {};
    if (named === 'none such') return { ...everyId(99_999_999), uuid: randomUUID(), sessionId: randomUUID() };
    if (named === 'malformed')
      return { ...everyId('abc'), activityId: '1e3', uuid: 'not-a-uuid', sessionId: 'not-a-uuid' };
    if (route.includes('/users/')) {
      const changesUser = holder === this.other && isChanged;
      const user = changesUser ? await this.newUser('user') : holder;
      return {
        id: user.id,
        userId: user.id,
        // No token changes it.
        email: (await user.visitor.get<{ email: string }>('/api/user')).body.email,
        ...(route.includes('{sessionId}') && { sessionId: await this.session(user) }),
      };
    }
    if (route.includes('/scim-tokens/')) return this.scimToken(named === 'own' ? 0 : 1);
    if (route.includes('/identity-providers/'))
      return { id: await this.identityProvider(route.startsWith('DELETE') && isChanged) };
    if (route.includes('/webhooks/')) return { id: await this.webhook(route.startsWith('DELETE') && isChanged) };
    if (route.includes('/recycling-rules/')) return { teamId: await this.recyclingRule() };
    if (route.includes('/teams/')) return { id: await this.made('/api/teams', { name: `t${++this.names}` }) };
    if (route.includes('/territories/'))
      return { id: await this.made('/api/territories', { name: `y${++this.names}` }) };
    if (route.includes('/distribution-plans/'))
      return {
        planId: await this.made('/api/distribution-plans', { name: `p${++this.names}`, definition: emptyPlan }),
        leadId: 1,
      };
    if (route.includes('/holiday-lists/'))
      return { id: await this.made('/api/holiday-lists', { name: `h${++this.names}`, days: [] }) };
    if (route.includes('/user/tokens/')) return { tokenId: await this.made('/api/user/tokens', token, holder.visitor) };
    if (route.includes('/service-tokens/'))
      return { tokenId: await this.made('/api/service-tokens', { ...token, role: 'user' }) };
    if (route.includes('/sessions/')) return { sessionId: await this.session(holder) };
    if (route.includes('/devices/')) return { id: await this.device(holder) };
    if (route.includes('/export-requests/')) return { id: await this.waitingExport(holder) };
    if (route.includes('/leaves/')) return { id: await this.leave(holder) };
    if (route.includes('/notifications/')) return { id: await this.notification(holder) };
    if (route.includes('/bulk-jobs/')) return { jobId: await this.bulkJob(holder) };
    if (route.includes('/import-mappings/')) return { id: await this.savedMapping() };
    if (route.includes('/user-imports/')) return { id: await this.userImport() };
    if (route.includes('/imports/')) return { id: this.finished['api/imports'] };
    if (route.includes('/area-searches/')) return { searchId: this.finished['api/area-searches'] };
    // A pool has each business once, from any owner.
    const lead = route.endsWith('/return-to-pool')
      ? await this.lead(holder.id, this.places.at(-++this.returned)!.id)
      : await this.lead(holder.id);
    return route.includes('{activityId}') ? { activityId: await this.activity(lead.id) } : lead;
  }

  private async made(path: string, form: object, by = this.system.ada): Promise<number> {
    return (await by.send<{ id: number }>('POST', path, form)).body.id;
  }

  /** A business that the user does not have yet. */
  private freeBusiness(userId: number): number {
    const at = this.taken.get(userId) ?? 0;
    this.taken.set(userId, at + 1);
    return this.places[at]!.id;
  }

  private async lead(userId: number, businessId = this.freeBusiness(userId)) {
    const uuid = randomUUID();
    const assignment = { userId, businessId, uuid, tags: ['a/b'] };
    const { body } = await this.system.ada.send<{ userBusiness: { id: number } }>(
      'POST',
      '/api/assign-business',
      assignment,
    );
    return { id: body.userBusiness.id, uuid };
  }

  /** A session of this user other than the sending one. */
  private async session({ visitor }: SignedInUser): Promise<string> {
    const elsewhere = this.system.visitor();
    await elsewhere.signIn((await visitor.get<{ username: string }>('/api/user')).body.username);
    const { body } = await elsewhere.get<{ id: string; current: boolean }[]>('/api/sessions');
    return body.find(({ current }) => current)!.id;
  }

  private async recyclingRule(): Promise<number> {
    const teamId = await this.made('/api/teams', { name: `t${++this.names}` });
    const rule = { active: false, untouchedDays: 20, remindDays: 5, coolDownDays: 30 };
    await this.system.ada.send('PUT', `/api/recycling-rules/${teamId}`, rule);
    return teamId;
  }

  /** A deployment has at most 20, so only the requests that remove one do not share it. */
  private async identityProvider(isNew: boolean): Promise<number> {
    const [known] = (await this.system.ada.get<{ id: number }[]>('/api/identity-providers')).body;
    if (known && !isNew) return known.id;
    const { body } = await this.system.ada.send<{ id: number }>('POST', '/api/identity-providers', identityProvider);
    return body.id;
  }

  /** The requests that remove one begin with those that stand, because each active one reads every change of a lead. */
  private async webhook(isLeaving: boolean): Promise<number> {
    const { webhooks } = (await this.system.ada.get<{ webhooks: { id: number }[] }>('/api/webhooks')).body;
    let id = webhooks.find((each) => !this.leaving.has(each.id))?.id;
    if (id === undefined) {
      const form = { url: 'https://hooks.invalid/routes', types: ['import.finished'] };
      const { body } = await this.system.ada.send<{ webhook: { id: number } }>('POST', '/api/webhooks', form);
      id = body.webhook.id;
      await this.system.ada.send('PATCH', `/api/webhooks/${id}`, { active: false });
    }
    if (isLeaving) this.leaving.add(id);
    return id;
  }

  /** A provider has at most two. */
  private async scimToken(at: 0 | 1): Promise<Values> {
    const id = await this.identityProvider(false);
    const path = `/api/identity-providers/${id}`;
    for (;;) {
      const { body } = await this.system.ada.get<{ tokens: { id: number }[] }>(`${path}/provisioning`);
      if (body.tokens[at]) return { id, tokenId: body.tokens[at].id };
      await this.system.ada.send('POST', `${path}/scim-tokens`);
    }
  }

  private async activity(leadId: number): Promise<number> {
    const { body } = await this.system.ada.send<{ activity: { id: number } }>(
      'POST',
      `/api/contact-activity/${leadId}`,
      { type: 'call', notes: 'Spoke' },
    );
    return body.activity.id;
  }

  /** Users get no notification of their own actions, so another administrator assigns the lead. */
  private async notification({ id, visitor }: SignedInUser): Promise<number> {
    const colleague = await (this.colleague ??= this.newUser('admin'));
    await colleague.visitor.send('POST', '/api/assign-business', {
      userId: id,
      businessId: this.freeBusiness(id),
      uuid: randomUUID(),
    });
    return this.system.eventually(async () => {
      const { body } = await visitor.get<{ id: number }[]>('/api/notifications');
      if (!body[0]) throw new Error('No notification came');
      return body[0].id;
    });
  }

  /** Written to the database, because a rule would also reject the exports of other routes. */
  private async waitingExport({ id, visitor }: SignedInUser): Promise<number> {
    const { role } = (await visitor.get<{ role: string }>('/api/user')).body;
    const [request] = await this.system.databaseOf('leads').query<{ id: number }>(
      `insert into export_requests (user_id, role, filter, leads, asked_at, expires_at)
       values ($1, $2, '{}', 5, now(), now() + interval '1 hour') returning id`,
      [id, role],
    );
    return request!.id;
  }

  /** A checked file of users whose only row fails. */
  private async savedMapping(): Promise<number> {
    const mapping = { name: `mapping ${++this.names}`, fileName: 'leads.csv', headers: ['Name'], settings: {} };
    return (await this.system.ada.send<{ id: number }>('POST', '/api/import-mappings', mapping)).body.id;
  }

  private async userImport(): Promise<number> {
    const { ada } = this.system;
    const { body } = await ada.send<{ id: number }>('POST', '/api/user-imports', { fileName: 'people.csv' });
    await ada.send('POST', `/api/user-imports/${body.id}/rows`, { rows: [{ line: 2, username: 'x' }] });
    await ada.send('POST', `/api/user-imports/${body.id}/check`);
    return body.id;
  }

  private async device({ visitor }: SignedInUser): Promise<number> {
    const device = { ...pushDevice, endpoint: `https://push.example/${randomUUID()}` };
    const { body } = await visitor.send<{ id: number }>('POST', '/api/notifications/devices', device);
    return body.id;
  }

  private async leave({ visitor }: SignedInUser): Promise<number> {
    const day = dayOf(2032, ++this.names);
    const { body } = await visitor.send<{ leave: { id: number } }>('POST', '/api/leaves', { from: day, to: day });
    return body.leave.id;
  }

  private async bulkJob({ id, visitor }: SignedInUser): Promise<number> {
    await this.lead(id);
    await visitor.send('POST', '/api/bulk-jobs', {
      action: 'update-status',
      status: 'recontact',
      filter: { userId: id },
    });
    return this.ended('/api/bulk-jobs', visitor);
  }

  /** Returns the newest entry of the list when all entries have ended. */
  private ended(list: string, visitor: Visitor): Promise<number> {
    return this.system.eventually(
      async () => {
        const { body } = await visitor.get<Job[] | { searches: Job[] }>(list);
        const jobs = 'searches' in body ? body.searches : body;
        if (jobs.length === 0 || jobs.some(({ status }) => atWork.includes(status)))
          throw new Error('Something is still at work');
        return Math.max(...jobs.map(({ id }) => id));
      },
      { within: 20_000 },
    );
  }
}
