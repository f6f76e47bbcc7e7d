import {
  addActivity,
  addTag,
  archiveLead,
  assignBusiness,
  bulkDelete,
  deleteLead,
  getLead,
  getLeadHistory,
  getLeadTimeline,
  leadStatusChanged,
  listDeletedLeads,
  markExistingCustomer,
  markViewed,
  removeTag,
  restoreDeletedLeads,
  restoreLead,
  setContacts,
  setCustomFields,
  setLeadStatus,
  setNotes,
  unmarkExistingCustomer,
  type RequestContract,
} from '@lead-finder/contracts';
import { ada, alex, assign, failure, maria, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const unknown = 'e0e0e0e0-0000-4000-8000-000000000000';

describe('a change returns its success text and the lead', () => {
  it.each<[RequestContract, object, string, object]>([
    [markViewed, {}, 'Business marked as viewed', { viewed: true }],
    [setLeadStatus, { status: 'in_progress' }, 'Status updated', { status: 'in_progress' }],
    [setNotes, { notes: 'Call back' }, 'Notes updated', { notes: 'Call back', version: 1 }],
    [setCustomFields, { customFields: { email: 'a@b.co' } }, 'Email updated', { customFields: { email: 'a@b.co' } }],
    [
      setCustomFields,
      { customFields: { contactPerson: 'Bo' } },
      'Contact person updated',
      { customFields: { contactPerson: 'Bo' } },
    ],
    [setCustomFields, { customFields: { phoneNumber: '555 123 4567' } }, 'Phone number updated', { version: 1 }],
    [setCustomFields, { customFields: { website: 'b.co' } }, 'Website updated', { customFields: { website: 'b.co' } }],
    [addTag, { tag: ' Hot ' }, 'Tag added', { tags: ['Hot'] }],
    [archiveLead, {}, 'Business archived', { archived: true, archivedAt: expect.stringMatching(/^2026-.*Z$/) }],
    [restoreLead, {}, 'Business restored', { archived: false, archivedAt: null }],
    [markExistingCustomer, {}, 'Marked as existing customer', { existingCustomer: true }],
    [
      unmarkExistingCustomer,
      {},
      'Existing customer mark removed',
      { existingCustomer: false, existingCustomerAt: null },
    ],
  ])('$subject %j: %s', async (contract, input, message, state) => {
    const { id, uuid } = await assign(world, sam);
    const result = await world.call(contract, sam, { ref: { id }, ...input });
    expect(result).toMatchObject({ message, userBusiness: { id, uuid, userId: sam.id, ...state } });
    const byUuid = await world.call(getLead, sam, { ref: { uuid } });
    expect(byUuid.userBusiness).toMatchObject(state);
  });

  it('removes a tag in any case and returns 404 for a missing one', async () => {
    const { id } = await assign(world, sam, {}, { tags: ['Hot', 'a/b'] });
    await world.call(removeTag, sam, { ref: { id }, tag: 'a/b' });
    const { message, userBusiness } = await world.call(removeTag, sam, { ref: { id }, tag: 'hOT' });
    expect([message, userBusiness.tags]).toEqual(['Tag removed', []]);
    expect(await failure(world.call(removeTag, sam, { ref: { id }, tag: 'Hot' }))).toMatchObject({ code: 'not_found' });
  });

  it('sets several contacts, whose first one fills the contact details', async () => {
    const { id } = await assign(world, sam);
    const ref = { id };
    const [pat, lee] = [
      { name: 'Pat', role: 'Owner', phone: '555 0100', email: 'pat@b.co', note: 'Mornings' },
      { name: 'Lee' },
    ];
    const first = (await world.call(setContacts, sam, { ref, contacts: [pat, lee] })).userBusiness;
    const full = { role: '', phone: '', email: '', note: '', ...lee };
    expect(first.customFields).toEqual({
      contactPerson: 'Pat',
      phoneNumber: '555 0100',
      email: 'pat@b.co',
      contactRole: 'Owner',
      contactNote: 'Mornings',
      contacts: [full],
    });
    const edited = await world.call(setCustomFields, sam, { ref, customFields: { contactPerson: 'Patricia' } });
    expect(edited.userBusiness.customFields).toMatchObject({ contactPerson: 'Patricia', contacts: [full] });
    const stale = { ref, contacts: [lee, pat], version: first.version };
    expect(await failure(world.call(setContacts, sam, stale))).toMatchObject({ code: 'stale_version' });
    const swapped = await world.call(setContacts, sam, { ...stale, version: edited.userBusiness.version });
    expect(swapped.userBusiness.customFields).toEqual({ contactPerson: 'Lee', contacts: [pat] });
    expect((await world.call(setContacts, sam, { ref, contacts: [] })).userBusiness.customFields).toEqual({});
    const rejected = async (contacts: object[]) => failure(world.call(setContacts, sam, { ref, contacts }));
    expect(await rejected([{ role: 'Owner' }])).toMatchObject({
      details: {
        issues: [{ path: 'contacts.0.name', message: 'Please enter a name, a phone number or an e-mail address' }],
      },
    });
    expect(await rejected(Array.from({ length: 21 }, () => lee))).toMatchObject({ message: 'At most 20 contacts' });
  });

  it('deletes a lead with its history and no other', async () => {
    const [{ id, uuid }, other] = [await assign(world, sam), await assign(world, sam)];
    expect(await world.call(deleteLead, sam, { ref: { uuid } })).toEqual({ message: 'Business deleted' });
    expect(await failure(world.call(getLead, sam, { ref: { id } }))).toMatchObject({
      kind: 'not_found',
      message: 'Lead not found',
    });
    const history = 'select user_business_id as id from assignment_history where user_business_id in ($1, $2)';
    expect(await world.database.query(history, [id, other.id])).toEqual([{ id: other.id }]);
  });

  it('restores deleted leads with everything that belonged to them, and counts no contact twice', async () => {
    const [one, two] = [
      await assign(world, sam, { name: 'Gone Diner' }),
      await assign(world, sam, { name: 'Gone Bar' }),
    ];
    const ref = { id: one.id };
    await world.call(setLeadStatus, sam, { ref, status: 'in_progress' });
    await world.call(addTag, sam, { ref, tag: 'hot' });
    await world.call(addActivity, sam, { ref, type: 'call', notes: 'Spoke', scheduledAt: '2030-01-01T10:00:00Z' });
    const all = async () => ({
      profile: await world.call(getLead, sam, { ref }),
      history: await world.call(getLeadHistory, sam, { ref }),
      timeline: await world.call(getLeadTimeline, sam, { ref }),
      row: await world.database.query('select * from user_businesses where id = $1', [one.id]),
    });
    const before = await all();
    await world.call(deleteLead, sam, { ref });
    await world.call(bulkDelete, ada, { ids: [two.id] });
    const deleted = async (q: string) => (await world.call(listDeletedLeads, ada, { q })).leads;
    expect(await deleted('gone d')).toMatchObject([
      { id: one.id, name: 'Gone Diner', user: { username: 'sam' }, deletedBy: { username: 'sam' } },
    ]);
    const first = await world.call(listDeletedLeads, ada, { q: 'Gone', pageSize: 1 });
    const second = await world.call(listDeletedLeads, ada, { q: 'Gone', pageSize: 1, cursor: first.nextCursor! });
    expect([...first.leads, ...second.leads].map(({ name }) => name).sort()).toEqual(['Gone Bar', 'Gone Diner']);
    expect(second.nextCursor).toBeNull();

    const { results } = await world.call(restoreDeletedLeads, ada, { ids: [one.id, two.id, 2_147_483_647] });
    expect(results).toEqual({
      success: 2,
      failed: 1,
      errors: [{ id: 2_147_483_647, message: 'Lead not found' }],
    });
    expect(await all()).toEqual(before);
    expect(await deleted('Gone')).toEqual([]);
    await world.forgetEvents();
    await world.call(setLeadStatus, sam, { ref, status: 'new' });
    await world.call(setLeadStatus, sam, { ref, status: 'recontact' });
    const moves = (await world.emitted(leadStatusChanged, 2)).flatMap(({ leads }) => leads);
    expect(moves.map(({ firstContact }) => firstContact)).toEqual([false, false]);
  });

  it('does not restore a lead whose user has the business again or is deleted', async () => {
    const [again, orphan] = [await assign(world, sam), await assign(world, alex)];
    const { businessId } = again;
    await world.call(bulkDelete, ada, { ids: [again.id, orphan.id] });
    await world.call(assignBusiness, ada, { userId: sam.id, businessId });
    await world.database.query('update assignees set deleted_at = now() where id = $1', [alex.id]);
    const { results } = await world.call(restoreDeletedLeads, ada, { ids: [again.id, orphan.id] });
    await world.database.query('update assignees set deleted_at = null where id = $1', [alex.id]);
    expect(results.errors).toEqual([
      { id: again.id, message: 'This business is already assigned to sam' },
      { id: orphan.id, message: 'The user of this lead is deleted' },
    ]);
    expect((await world.call(restoreDeletedLeads, ada, { ids: [orphan.id] })).results.success).toBe(1);
  });
});

describe('every call about one lead', () => {
  const calls: [RequestContract, object][] = [
    [getLead, {}],
    [getLeadHistory, {}],
    [markViewed, {}],
    [setLeadStatus, { status: 'recontact' }],
    [setNotes, { notes: 'x' }],
    [setCustomFields, { customFields: {} }],
    [addTag, { tag: 'x' }],
    [removeTag, { tag: 'x' }],
    [archiveLead, {}],
    [restoreLead, {}],
    [markExistingCustomer, {}],
    [unmarkExistingCustomer, {}],
    [deleteLead, {}],
  ];
  it.each(calls)("$subject returns 403 for another user's lead and 404 for an unknown one", async (contract, input) => {
    const { id } = await assign(world, sam, {}, { tags: ['x'] });
    for (const stranger of [alex, maria]) {
      const refusal = await failure(world.call(contract, stranger, { ref: { id }, ...input }));
      expect(refusal).toMatchObject({ kind: 'forbidden', code: 'forbidden' });
    }
    for (const ref of [{ id: 2_000_000_000 }, { uuid: unknown }]) {
      expect(await failure(world.call(contract, sam, { ref, ...input }))).toMatchObject({
        kind: 'not_found',
        code: 'not_found',
      });
    }
    await expect(world.call(contract, ada, { ref: { id }, ...input })).resolves.toBeDefined();
  });
});

describe('a profile', () => {
  it('has business, lead, owner and activities', async () => {
    const { id } = await assign(world, sam, {
      name: 'Acme',
      website: 'Not provided',
      latitude: 30.25,
      longitude: -97.75,
    });
    expect(await world.call(getLead, sam, { ref: { id } })).toEqual({
      business: expect.objectContaining({
        name: 'Acme',
        website: null,
        latitude: 30.25,
        types: ['bakery'],
        provider: 'sample',
      }),
      userBusiness: expect.objectContaining({
        id,
        status: 'new',
        viewed: false,
        notes: '',
        version: 0,
        lastContactedAt: null,
      }),
      user: { id: sam.id, username: 'sam', fullName: 'Sam Seller' },
      contactActivities: [],
    });
  });

  it('is read without changing anything', async () => {
    const { id } = await assign(world, sam);
    await world.call(getLead, sam, { ref: { id } });
    expect((await world.call(getLead, sam, { ref: { id } })).userBusiness.viewed).toBe(false);
  });
});

describe('two users of one lead', () => {
  it("do not silently overwrite each other's note", async () => {
    const { id, version } = await assign(world, sam);
    await world.call(setNotes, ada, { ref: { id }, notes: 'from Ada', version });
    expect(await failure(world.call(setNotes, sam, { ref: { id }, notes: 'from Sam', version }))).toMatchObject({
      kind: 'conflict',
      code: 'stale_version',
      details: { current: { version: 1, notes: 'from Ada' } },
    });
    const fields = await world.call(setCustomFields, sam, { ref: { id }, customFields: { email: 's@b.co' }, version });
    expect(fields.userBusiness).toMatchObject({ version: 2, notes: 'from Ada', customFields: { email: 's@b.co' } });
  });

  it('both save their concurrent changes', async () => {
    const { id } = await assign(world, sam);
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((tag) => world.call(addTag, sam, { ref: { id }, tag })));
    const { userBusiness } = await world.call(getLead, sam, { ref: { id } });
    expect([...userBusiness.tags].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});

describe('a status change', () => {
  it('publishes an event, with a first contact once per lead', async () => {
    const { id } = await assign(world, sam, { name: 'Acme' });
    await world.forgetEvents();
    for (const status of ['recontact', 'new', 'closed_won', 'closed_won'] as const) {
      await world.call(setLeadStatus, ada, { ref: { id }, status });
    }
    const events = await world.emitted(leadStatusChanged, 3);
    expect(events.map(({ changedBy, leads }) => [changedBy, ...leads])).toEqual([
      [1, { leadId: id, userId: 3, businessName: 'Acme', from: 'new', to: 'recontact', firstContact: true }],
      [1, { leadId: id, userId: 3, businessName: 'Acme', from: 'recontact', to: 'new', firstContact: false }],
      [1, { leadId: id, userId: 3, businessName: 'Acme', from: 'new', to: 'closed_won', firstContact: false }],
    ]);
  });

  it("signals the owner's open pages", async () => {
    const { id } = await assign(world, sam);
    world.signals.splice(0);
    await world.call(setLeadStatus, ada, { ref: { id }, status: 'recontact' });
    expect(world.signals).toContainEqual({ subject: 'push.user.3', signal: { type: 'lead', ids: [id] } });
  });
});
