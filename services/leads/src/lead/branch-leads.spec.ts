import * as contracts from '@lead-finder/contracts';
import type { Actor, InputOf, OutputOf, RequestContract, UserBusiness } from '@lead-finder/contracts';
import { actorOf, eventually, testActor, testUser } from '@lead-finder/testing';
import { Client } from 'pg';
import { ada, alex, assign, failure, maria, found, sam, startWorld, type World } from '../../test/world.js';

const person = (id: number, username: string, role: Actor['role']) =>
  testUser({ id, username, fullName: `${username} Surname`, role });
const others = [
  person(7, 'max', 'manager'),
  person(8, 'kim', 'user'),
  person(9, 'paula', 'manager'),
  person(10, 'olga', 'manager'),
];
const [max, kim, paula, olga] = others.map(actorOf) as [Actor, Actor, Actor, Actor];
/** Paula manages the teams above those of Maria and of Max. Olga manages none. */
const teams: [number, number[]][] = [
  [maria.id, [sam.id, alex.id]],
  [max.id, [kim.id]],
  [paula.id, [maria.id, sam.id, alex.id, max.id, kim.id]],
];

let world: World;
let ofSam: UserBusiness;
let ofKim: UserBusiness;
let ofMaria: UserBusiness;
let followUpOfKim: number;
const secret = 'Hidden Mill';

beforeAll(async () => {
  world = await startWorld();
  for (const [manager, people] of teams) world.branches.set(manager, people);
  for (const each of others) world.become(each.id, each);
  ofSam = await assign(world, sam, {
    placeId: 'place-of-sam',
    name: 'Sam Works',
    latitude: 30.2,
    longitude: -97.7,
    phone: '5125550100',
  });
  ofMaria = await assign(world, maria, { name: 'Maria Works' });
  ofKim = await assign(world, kim, {
    placeId: 'place-of-kim',
    name: secret,
    latitude: 30.3,
    longitude: -97.8,
    phone: '5125550199',
  });
  await world.call(contracts.addTag, kim, { ref: ref(ofKim), tag: 'Hidden tag' });
  const { activity } = await world.call(contracts.addActivity, kim, {
    ref: ref(ofKim),
    type: 'call',
    notes: 'Hidden note',
    scheduledOn: '2026-03-04',
  });
  followUpOfKim = activity.id;
});
afterAll(() => world.stop());

const ref = ({ id }: { id: number }) => ({ id });
const namesOf = ({ leads }: { leads: { business: { name: string } }[] }) =>
  leads.map(({ business }) => business.name).toSorted();
const listed = async (actor: Actor, filter: Partial<InputOf<typeof contracts.listLeads>> = {}) =>
  namesOf(await world.call(contracts.listLeads, actor, { scope: 'all', ...filter }));

describe('a manager of teams sees the leads of the branch and the own ones', () => {
  it.each<[string, Actor, string[]]>([
    ['the manager of the team', maria, ['Maria Works', 'Sam Works']],
    ['the manager of a team above', paula, [secret, 'Maria Works', 'Sam Works']],
    ['the manager of another team', max, [secret]],
    ['a manager without a team', olga, []],
  ])('%s', async (_, actor, names) => {
    expect(await listed(actor)).toEqual(names);
    expect(await listed(actor, { scope: 'own' })).toEqual(await listed(actor, { mine: true }));
    const { total } = await world.call(contracts.listLeads, actor, { scope: 'all' });
    const facets = await world.call(contracts.getLeadFacets, actor, { scope: 'all' });
    const map = await world.call(contracts.getLeadMap, actor, { scope: 'all' });
    const funnel = await world.call(contracts.getStatusFunnel, actor, {});
    expect(total).toBe(names.length);
    expect(facets.users.reduce((sum, { count }) => sum + count, 0)).toBe(names.length);
    expect(map.total).toBe(names.length);
    expect(funnel.reduce((sum, { leads }) => sum + leads, 0)).toBe(names.length);
    expect(namesOf(await world.call(contracts.pullLeads, actor, { scope: 'all' }))).toEqual(names);
    expect(await listed(actor, { sort: 'nearest', near: '30.2,-97.7' })).toEqual(
      names.filter((name) => name !== 'Maria Works'),
    );
  });

  it('of a chosen person, by name, by tag and by phone', async () => {
    expect(await listed(maria, { userId: sam.id })).toEqual(['Sam Works']);
    expect(await listed(maria, { userId: kim.id })).toEqual([]);
    expect(await listed(maria, { q: 'works' })).toEqual(['Maria Works', 'Sam Works']);
    expect(await listed(paula, { tag: 'hidden tag' })).toEqual([secret]);
    expect(await world.call(contracts.listTags, maria, {})).toEqual([]);
    expect(await world.call(contracts.listTags, paula, {})).toEqual(['Hidden tag']);
    const byPhone = (phone: string) => world.call(contracts.findLeadsByPhone, maria, { phone });
    expect(namesOf(await byPhone('(512) 555-0100'))).toEqual(['Sam Works']);
    expect(namesOf(await byPhone('(512) 555-0199'))).toEqual([]);
  });

  it('a branch of more people than one list merges', async () => {
    const large = person(1_000, 'large', 'manager');
    world.become(large.id, large);
    world.branches.set(
      large.id,
      Array.from({ length: 200 }, (_, n) => n + 2).filter((id) => id !== kim.id),
    );
    expect(await listed(actorOf(large))).toEqual(['Maria Works', 'Sam Works']);
    expect(await listed(actorOf(large), { pageSize: 1 })).toEqual(['Maria Works']);
    expect(await listed(actorOf(large), { page: 2, pageSize: 1 })).toEqual(['Sam Works']);
    expect(await listed(actorOf(large), { sort: 'oldest', pageSize: 1 })).toEqual(['Sam Works']);
  });

  it('one lead with its history and timeline, and the owner in search results', async () => {
    for (const contract of [contracts.getLead, contracts.getLeadHistory, contracts.getLeadTimeline]) {
      await world.call(contract, maria, { ref: ref(ofSam) });
      expect(await failure(world.call(contract, maria, { ref: ref(ofKim) }))).toMatchObject({ code: 'forbidden' });
    }
    const known = async (actor: Actor, placeId: string, name: string) => {
      const businesses = [found({ placeId, name, formattedAddress: null })];
      const { businesses: taken } = await world.call(contracts.registerBusinesses, actor, {
        provider: 'sample',
        businesses,
      });
      return taken[0]!.takenBy[0]!.user;
    };
    expect(await known(maria, 'place-of-sam', 'Sam Works')).toMatchObject({ username: 'sam' });
    expect(await known(maria, 'place-of-kim', secret)).toBeNull();
  });
});

describe('with a lead of the branch a manager', () => {
  it('adds a comment, of which the owner is notified', async () => {
    const before = await world.call(contracts.getLead, sam, { ref: ref(ofSam) });
    await world.call(contracts.addActivity, maria, { ref: ref(ofSam), type: 'note', notes: 'Ask for the chef' });
    const { notifications } = await world.call(contracts.listNotifications, sam, {});
    expect(notifications[0]).toMatchObject({
      type: 'comment',
      title: 'New comment',
      message: 'Maria Manager commented on Sam Works: Ask for the chef',
      relatedUserBusinessId: ofSam.id,
      sourceUserId: maria.id,
    });
    const { userBusiness } = await world.call(contracts.getLead, sam, { ref: ref(ofSam) });
    expect(userBusiness.lastContactedAt).toBe(before.userBusiness.lastContactedAt);
  });

  it('plans a follow-up, which stands on the My day of the owner and is no contact', async () => {
    const plan = { type: 'call' as const, notes: 'Offer the new menu', scheduledOn: '2026-03-02' };
    await world.call(contracts.addActivity, maria, { ref: ref(ofSam), ...plan });
    const { due } = await world.call(contracts.getMyDay, sam, {});
    expect(due).toMatchObject([{ lead: { id: ofSam.id }, activity: { description: 'Offer the new menu' } }]);
    expect((await world.call(contracts.getMyDay, maria, {})).due).toEqual([]);
    const { notifications } = await world.call(contracts.listNotifications, sam, {});
    expect(notifications[0]).toMatchObject({ type: 'comment', title: 'New follow-up' });
    const { userBusiness } = await world.call(contracts.getLead, sam, { ref: ref(ofSam) });
    expect(userBusiness.lastContactedAt).toBeNull();
  });

  it('notifies no owner of a note as before', async () => {
    await world.call(contracts.addActivity, sam, { ref: ref(ofSam), type: 'note', notes: 'Own' });
    await world.call(contracts.addActivity, ada, { ref: ref(ofSam), type: 'note', notes: 'Of an administrator' });
    const { notifications } = await world.call(contracts.listNotifications, sam, {});
    expect(notifications.filter(({ message }) => /Own|administrator/.test(message))).toEqual([]);
  });

  it('reassigns it within the branch and to themselves, in bulk too, and takes that back', async () => {
    const lead = await assign(world, sam);
    await world.call(contracts.reassignLead, maria, { ref: ref(lead), newUserId: alex.id });
    const { jobId } = await world.call(contracts.bulkReassign, maria, { ids: [lead.id], newUserId: maria.id });
    expect((await world.call(contracts.undoBulkJob, maria, { jobId: jobId! })).status).toBe('undone');
    expect((await world.call(contracts.getLead, alex, { ref: ref(lead) })).user?.id).toBe(alex.id);
  });

  it('takes back nothing that has left the branch', async () => {
    const lead = await assign(world, kim);
    const { jobId } = await world.call(contracts.bulkReassign, paula, { ids: [lead.id], newUserId: sam.id });
    world.branches.set(paula.id, [maria.id, sam.id, alex.id]);
    await eventually(async () => expect(await listed(paula, { userId: kim.id })).toEqual([]));
    await world.call(contracts.undoBulkJob, paula, { jobId: jobId! });
    expect((await world.call(contracts.getLead, sam, { ref: ref(lead) })).user?.id).toBe(sam.id);
  });

  it('selects all matching ones for a reassignment, and the own ones for other actions', async () => {
    const filter = { q: 'Harvest' };
    for (const owner of [sam, alex, kim, maria]) await assign(world, owner, { name: `Harvest ${owner.username}` });
    const ends = (id: number) =>
      eventually(async () => {
        const { jobs } = await world.call(contracts.listBulkJobs, maria, {});
        const job = jobs.find((each) => each.id === id)!;
        expect(job.status).toBe('completed');
        return job;
      });
    const archived = await world.call(contracts.startBulkJob, maria, { action: 'archive', filter });
    expect(await ends(archived.id)).toMatchObject({ total: 1, done: 1 });
    const moved = await world.call(contracts.startBulkJob, maria, { action: 'reassign', newUserId: sam.id, filter });
    expect(await ends(moved.id)).toMatchObject({ total: 2, done: 1, failed: 1 });
    const start = world.call(contracts.startBulkJob, maria, { action: 'reassign', newUserId: kim.id, filter });
    expect(await failure(start)).toMatchObject({ kind: 'not_found' });
  });

  it('works only own leads in a queue', async () => {
    const { next } = await world.call(contracts.getNextLead, maria, { from: 'list', sort: 'oldest' });
    expect(next).toMatchObject({ id: ofMaria.id });
  });
});

describe('a manager gets nothing of another branch', () => {
  const forbidden = 'This customer is assigned to another user';
  const lead = () => ({ ref: ref(ofKim) });
  const ids = () => ({ ids: [ofKim.id] });
  const call = (contract: RequestContract, input: () => object, rejected?: string) => ({ contract, input, rejected });
  const calls = [
    call(contracts.getLead, lead, forbidden),
    call(contracts.getLeadHistory, lead, forbidden),
    call(contracts.getLeadTimeline, lead, forbidden),
    call(contracts.markViewed, lead, forbidden),
    call(contracts.setLeadStatus, () => ({ ...lead(), status: 'recontact' }), forbidden),
    call(contracts.setNotes, () => ({ ...lead(), notes: 'x' }), forbidden),
    call(contracts.setCustomFields, () => ({ ...lead(), customFields: { contactPerson: 'x' } }), forbidden),
    call(contracts.setContacts, () => ({ ...lead(), contacts: [] }), forbidden),
    call(contracts.addTag, () => ({ ...lead(), tag: 'x' }), forbidden),
    call(contracts.removeTag, () => ({ ...lead(), tag: 'Hidden tag' }), forbidden),
    call(contracts.reassignLead, () => ({ ...lead(), newUserId: sam.id }), forbidden),
    call(contracts.reassignLead, () => ({ ref: ref(ofSam), newUserId: kim.id }), 'User not found'),
    call(contracts.reassignLead, () => ({ ref: ref(ofSam), newUserId: 4_000 }), 'User not found'),
    call(contracts.returnLead, () => ({ ...lead(), reason: 'no_time' }), forbidden),
    call(contracts.claimLead, () => ({ id: ofKim.id }), 'Lead not found'),
    call(contracts.listPool, () => ({})),
    call(contracts.archiveLead, lead, forbidden),
    call(contracts.restoreLead, lead, forbidden),
    call(contracts.markExistingCustomer, lead, forbidden),
    call(contracts.unmarkExistingCustomer, lead, forbidden),
    call(contracts.deleteLead, lead, forbidden),
    call(contracts.addActivity, () => ({ ...lead(), type: 'note', notes: 'x' }), forbidden),
    call(contracts.addActivity, () => ({ ...lead(), type: 'call', notes: 'x', scheduledOn: '2026-03-05' }), forbidden),
    call(contracts.changeActivity, () => ({ activityId: followUpOfKim, outcome: 'x' }), forbidden),
    call(contracts.removeActivity, () => ({ activityId: followUpOfKim }), forbidden),
    call(contracts.recordOutcome, () => ({ ...lead(), notes: 'x', status: 'recontact' }), forbidden),
    call(contracts.undoOutcome, lead, forbidden),
    call(contracts.bulkDelete, ids),
    call(contracts.bulkArchive, ids),
    call(contracts.bulkRestore, ids),
    call(contracts.bulkSetStatus, () => ({ ...ids(), status: 'recontact' })),
    call(contracts.bulkAddTags, () => ({ ...ids(), tags: ['x'] })),
    call(contracts.bulkRemoveTags, () => ({ ...ids(), tags: ['Hidden tag'] })),
    call(contracts.bulkReturn, () => ({ ...ids(), reason: 'no_time' })),
    call(contracts.bulkReassign, () => ({ ...ids(), newUserId: sam.id })),
    call(contracts.bulkReassign, () => ({ ids: [ofSam.id], newUserId: kim.id }), 'User not found'),
    call(contracts.listLeads, () => ({ scope: 'all', userId: kim.id })),
    call(contracts.listLeads, () => ({ scope: 'all', q: secret, archived: 'any' })),
    call(contracts.listLeads, () => ({ scope: 'all', sort: 'nearest', near: '30.3,-97.8' })),
    call(contracts.pullLeads, () => ({ scope: 'all', userId: kim.id })),
    call(contracts.checkExport, () => ({ userId: kim.id })),
    call(contracts.openExport, () => ({ scope: 'all', userId: kim.id })),
    call(contracts.requestExport, () => ({ filter: { userId: kim.id } }), 'This export need not wait'),
    call(contracts.findLeads, () => ({ q: secret })),
    call(contracts.findLeadsByPhone, () => ({ phone: '5125550199' })),
    call(contracts.getLeadFacets, () => ({ scope: 'all', userId: kim.id })),
    call(contracts.getLeadMap, () => ({ scope: 'all', userId: kim.id })),
    call(contracts.listTags, () => ({ q: 'hidden' })),
    call(contracts.getNextLead, () => ({ from: 'list', userId: kim.id })),
    call(contracts.startBulkJob, () => ({ action: 'archive', filter: { userId: kim.id } }), 'No lead matches'),
    call(contracts.getMyDay, () => ({})),
    call(contracts.getStatusFunnel, () => ({})),
    call(contracts.listSavedViews, () => ({})),
    call(contracts.listNotifications, () => ({})),
    call(contracts.listChanges, () => ({})),
    call(contracts.listRecycling, () => ({})),
    call(contracts.vetoRecycling, () => ({ id: ofKim.id }), 'This lead does not move tonight'),
  ];

  it.each(calls.map((each) => [each.contract.subject, each] as const))('by %s', async (_, { contract, ...each }) => {
    const before = await stateOfKim();
    const reply = await world
      .call(contract, maria, each.input())
      .then(JSON.stringify, ({ message }) => String(message));
    if (each.rejected) expect(reply).toContain(each.rejected);
    expect(reply).not.toMatch(/Hidden (?!tag not found)|kim/);
    expect(await stateOfKim()).toEqual(before);
  });

  it('by any other call: the rest names neither a lead nor a user', () => {
    const tried = new Set(calls.map(({ contract }) => contract.subject));
    const callable = Object.values(contracts as unknown as Record<string, RequestContract>).filter(
      ({ kind, service, access }) =>
        kind === 'request' && service === 'leads' && typeof access !== 'string' && access.includes('manager'),
    );
    expect(
      callable
        .filter(({ subject }) => !tried.has(subject))
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual([
      'leads.add-push-device',
      'leads.cancel-bulk-job',
      'leads.change-view',
      'leads.end-calendar',
      'leads.get-businesses',
      'leads.get-calendar-state',
      'leads.get-notification-settings',
      'leads.list-bulk-jobs',
      'leads.list-custom-fields',
      'leads.list-export-requests',
      'leads.list-push-devices',
      'leads.list-territory-names',
      'leads.open-allowed-export',
      'leads.read-all-notifications',
      'leads.read-notification',
      'leads.register-businesses',
      'leads.remove-push-device',
      'leads.remove-view',
      'leads.renew-calendar',
      'leads.report-export',
      'leads.save-view',
      'leads.set-notification-settings',
      'leads.undo-bulk-job',
      'leads.withdraw-export',
    ]);
  });

  const stateOfKim = () =>
    world.database.query(
      `select u.*, (select json_agg(c.* order by c.id) from contact_activities c where user_business_id = u.id) as done,
         (select count(*) from assignment_history h where h.user_business_id = u.id) as moves
       from user_businesses u where user_id = $1 order by id`,
      [kim.id],
    );
});

describe('a person who leaves the branch while their leads are reassigned in bulk', () => {
  it('keeps the leads that were not yet moved, and each lead is moved once and counted once', async () => {
    const [chief, mover, ...heirs] = [60, 61, 62, 63].map((id) =>
      person(id, `transit${id}`, id === 60 ? 'manager' : 'user'),
    );
    for (const each of [chief!, mover!, ...heirs]) world.become(each.id, each);
    const heirIds = heirs.map(({ id }) => id);
    world.branches.set(chief!.id, [mover!.id, ...heirIds]);
    for (const n of [1, 2, 3, 4]) await assign(world, actorOf(mover!), { name: `Transit ${n}` });
    const other = new Client({ connectionString: world.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query('select from leads.user_businesses where user_id = $1 for update', [mover!.id]);
    const request = { action: 'reassign', newUserIds: heirIds, filter: { q: 'Transit' } } as const;
    const { id } = await world.call(contracts.startBulkJob, actorOf(chief!), request);
    await eventually(async () => {
      const waiting = await world.database.query(
        'select 1 from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted',
      );
      expect(waiting).toHaveLength(1);
    });
    world.branches.set(chief!.id, heirIds);
    world.changeSignals.publish(contracts.teamsChanged, { managerIds: [chief!.id] });
    await other.query('commit');
    await other.end();
    await eventually(async () => {
      const { jobs } = await world.call(contracts.listBulkJobs, actorOf(chief!), {});
      expect(jobs[0]).toMatchObject({ id, status: 'completed', total: 4, done: 2, failed: 2 });
    });
    const owners = await world.database.query(
      `select user_id as "userId", count(*)::int as leads, sum((select count(*) from assignment_history h where h.user_business_id = u.id))::int as moves
       from user_businesses u where user_id = any($1) group by 1 order by 1`,
      [[mover!.id, ...heirIds]],
    );
    expect(owners).toEqual([
      { userId: mover!.id, leads: 2, moves: 2 },
      { userId: heirIds[0], leads: 2, moves: 4 },
    ]);
  });
});

describe('one request keeps one branch', () => {
  it('and the next one after a report of a change has the new branch', async () => {
    const chief = person(1_002, 'chief', 'manager');
    world.become(chief.id, chief);
    for (const [people, names] of [
      [[kim.id], [secret]],
      [[], []],
    ] as const) {
      world.branches.set(chief.id, [...people]);
      world.changeSignals.publish(contracts.teamsChanged, { managerIds: [chief.id] });
      expect(await listed(actorOf(chief), { q: secret })).toEqual(names);
    }
  });

  it('while people move every 10 ms and their leads change: each answer is that of before or of after', async () => {
    const boss = person(1_001, 'boss', 'manager');
    world.become(boss.id, boss);
    const halves = [50, 51].map((first) => [first, first + 2, first + 4]);
    for (const id of halves.flat()) world.become(id, person(id, `mover${id}`, 'user'));
    world.branches.set(boss.id, halves[0]!);
    const leads = await Promise.all(halves.flat().map((id) => assign(world, testActor(id), { name: `Mover ${id}` })));
    let moves = 0;
    const timer = setInterval(() => {
      world.branches.set(boss.id, halves[++moves % 2]!);
      world.changeSignals.publish(contracts.teamsChanged, { managerIds: [boss.id] });
    }, 10);
    let isReading = true;
    const changing = (async () => {
      for (let n = 0; isReading; n++) {
        const lead = leads[n % leads.length]!;
        const status = n % 2 ? 'recontact' : 'in_progress';
        await world.call(contracts.setLeadStatus, testActor(lead.userId!), { ref: ref(lead), status });
      }
    })();
    const read = async <C extends RequestContract>(contract: C) =>
      (await world.call(contract, actorOf(boss), { scope: 'all' } as InputOf<C>)) as OutputOf<C>;
    const seen = new Set<string>();
    for (let round = 0; round < 20 || seen.size < 2; round++) {
      const list = await read(contracts.listLeads);
      const pulled = await read(contracts.pullLeads);
      const facets = await read(contracts.getLeadFacets);
      expect([list.total, (await read(contracts.getLeadMap)).total]).toEqual([3, 3]);
      for (const ids of [list, pulled].map((page) => page.leads.map(({ user }) => user!.id)))
        seen.add(ids.toSorted().join());
      seen.add(
        facets.users
          .map(({ id }) => id)
          .toSorted()
          .join(),
      );
    }
    clearInterval(timer);
    isReading = false;
    await changing;
    expect([...seen].toSorted()).toEqual(halves.map((team) => team.join()));
  });
});
