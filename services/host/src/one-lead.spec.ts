import { randomUUID } from 'node:crypto';
import type { ContactActivity, HistoryEntry, LeadProfile, Notification, UserBusiness } from '@lead-finder/contracts';
import { sharedSystem, type SharedSystem } from '../test/shared-system.js';
import type { Visitor } from '../test/visitor.js';

type Changed = {
  message: string;
  code: string;
  userBusiness: UserBusiness;
  activity: ContactActivity;
  current: Partial<UserBusiness>;
  issues: { path: string; message: string }[];
};

describe('one lead (docs/product/one-lead.md)', () => {
  let system: SharedSystem;
  let sam: { id: number; visitor: Visitor };
  let alex: { id: number; visitor: Visitor };
  let maria: { id: number; visitor: Visitor };
  let businesses: { id: number }[];
  beforeAll(async () => {
    system = await sharedSystem();
    sam = await system.createUser('sam');
    alex = await system.createUser('alex');
    maria = await system.createUser('maria', 'manager');
    businesses = await system.businesses(60);
  });

  /** The assignment payload with all fields (docs/product/finding.md#assign-call). */
  const payload = (changes: object = {}) => ({
    userId: sam.id,
    businessId: businesses.pop()!.id,
    uuid: randomUUID(),
    status: 'new',
    viewed: false,
    archived: false,
    tags: [] as string[],
    createdBy: 1,
    notes: '',
    customFields: {},
    ...changes,
  });
  const assign = (body: object) => system.ada.send<Changed>('POST', '/api/assign-business', body);
  const lead = async (changes: object = {}) => (await assign(payload(changes))).body.userBusiness;
  const profile = async (id: number, visitor = sam.visitor) =>
    (await visitor.get<LeadProfile>(`/api/business-profile/${id}`)).body;
  const send = (method: string, at: string, body?: unknown, visitor = sam.visitor) =>
    visitor.send<Changed>(method, at, body);

  it.each(['Ignored', null])('starts as New whatever the payload says, with the notes %j', async (notes) => {
    const body = payload({
      status: 'closed_won',
      viewed: true,
      archived: true,
      notes,
      createdBy: alex.id,
      tags: ['Hot'],
    });
    const answer = await assign(body);
    expect(answer.status).toBe(201);
    expect(answer.body.userBusiness).toMatchObject({
      uuid: body.uuid,
      status: 'new',
      viewed: false,
      archived: false,
      tags: ['Hot'],
      notes: '',
    });
    const history = (await sam.visitor.get<HistoryEntry[]>(`/api/assignment-history-by-uuid/${body.uuid}`)).body;
    expect(history).toMatchObject([
      { previousUser: null, newUser: { username: 'sam' }, changedBy: { username: 'ada' } },
    ]);
    expect(Object.keys(await profile(answer.body.userBusiness.id)).sort()).toEqual([
      'business',
      'contactActivities',
      'user',
      'userBusiness',
    ]);
    const again = await assign(payload({ businessId: body.businessId }));
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'already_assigned', message: expect.stringContaining('already assigned') },
    });
    expect((await assign(payload({ uuid: body.uuid }))).status).toBe(409);
    expect((await assign(payload({ businessId: body.businessId, userId: alex.id }))).status).toBe(201);
  });

  it.each([
    [{ tags: ['imported'] }, 'tags.0', "The tag 'Imported' is reserved"],
    [{ businessId: undefined }, 'businessId', 'Business id is required'],
    [{ userId: undefined }, 'userId', 'Please select a user'],
    [{ uuid: 'no' }, 'uuid', 'Must be a uuid'],
    [{ batchId: 'no' }, 'batchId', 'Must be a uuid'],
  ])('rejects an assignment with %j', async (changes, path, message) => {
    expect(await assign(payload(changes))).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', issues: [{ path, message }] },
    });
  });

  it('is not found by a uuid of any version that no lead has', async () => {
    const path = '/api/business-profile-by-uuid/12345678-1234-1234-1234-123456789012';
    expect(await send('GET', path)).toMatchObject({ status: 404, body: { message: 'Lead not found' } });
  });

  it('is viewed only after a request says so', async () => {
    const { id, uuid } = await lead();
    expect((await profile(id)).userBusiness.viewed).toBe(false);
    expect(await send('PATCH', `/api/business-viewed-by-uuid/${uuid}`)).toMatchObject({
      status: 200,
      body: { userBusiness: { viewed: true } },
    });
    const other = await lead();
    expect(await send('POST', `/api/business-view/${other.id}`)).toMatchObject({
      status: 200,
      body: { message: 'Business marked as viewed' },
    });
  });

  it('merges and clears custom fields, and names an unknown key', async () => {
    const { id } = await lead();
    const patch = (customFields: unknown, version?: number, visitor = sam.visitor) =>
      send('PATCH', `/api/business-custom-fields/${id}`, { customFields, version }, visitor);
    await patch({ email: 'a@b.de', contactPerson: 'Pat' });
    expect((await patch({ website: 'example.com' })).body.userBusiness.customFields).toEqual({
      email: 'a@b.de',
      contactPerson: 'Pat',
      website: 'example.com',
    });
    const cleared = await patch({ email: null, website: '' });
    expect(cleared.body.userBusiness.customFields).toEqual({ contactPerson: 'Pat' });
    expect(await patch({ fax: '1' })).toMatchObject({ status: 400, body: { message: 'Unknown field: fax' } });
    for (const [key, wrong] of [
      ['email', 'nope'],
      ['phoneNumber', 'abc'],
      ['website', 'javascript:alert(1)'],
    ] as const) {
      expect(await patch({ [key]: wrong })).toMatchObject({
        status: 400,
        body: { issues: [{ path: `customFields.${key}` }] },
      });
    }
    const { version } = cleared.body.userBusiness;
    await patch({ contactPerson: 'Kim' });
    expect(await patch({ contactPerson: 'Lee' }, version, system.ada)).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { customFields: { contactPerson: 'Kim' } } },
    });
    expect((await patch({ email: 'c@d.de' }, version)).status).toBe(200);
  });

  it('overwrites no note that was saved meanwhile, unless the client sends no version', async () => {
    const { id, uuid } = await lead();
    const save = (notes: string, version?: number) =>
      send('PATCH', `/api/business-notes-by-uuid/${uuid}`, { notes, version });
    const { version } = (await save('First')).body.userBusiness;
    expect((await save('Second', version)).status).toBe(200);
    expect(await save('Third', version)).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { notes: 'Second' } },
    });
    expect(await save('Fourth')).toMatchObject({
      status: 200,
      body: { message: 'Notes updated', userBusiness: { notes: 'Fourth' } },
    });
    expect((await save('x'.repeat(20_000))).status).toBe(200);
    expect(await save('x'.repeat(20_001))).toMatchObject({ status: 400, body: { issues: [{ path: 'notes' }] } });
    expect(await send('PATCH', `/api/business-notes/${id}`, {})).toMatchObject({
      status: 400,
      body: { message: 'Notes is required' },
    });
  });

  it('accepts tags of any character, each once regardless of case, at most fifty', async () => {
    const { id, uuid } = await lead();
    const add = (tag: unknown) => send('POST', `/api/business-tag/${id}`, { tag });
    const remove = (tag: string) => send('DELETE', `/api/business-tag-by-uuid/${uuid}/${encodeURIComponent(tag)}`);
    expect(await add('  Spring ')).toMatchObject({
      status: 200,
      body: { message: 'Tag added', userBusiness: { tags: ['Spring'] } },
    });
    expect(await add('SPRING')).toMatchObject({ status: 200, body: { userBusiness: { tags: ['Spring'] } } });
    for (const tag of ['a/b', '100%', 'q?x#y', '%2F', '\\', '…', '😀'.repeat(25)]) {
      expect((await add(tag)).body.userBusiness.tags).toContain(tag);
      expect((await remove(tag)).body.userBusiness.tags).toEqual(['Spring']);
    }
    for (const tag of ['', ' ', '.', '..', 'Imported', 'imported', 'x'.repeat(51), null, 5]) {
      expect(await add(tag)).toMatchObject({ status: 400, body: { issues: [{ path: 'tag' }] } });
    }
    expect((await remove('spring')).status).toBe(200);
    expect(await remove('spring')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await remove('Imported')).status).toBe(400);
    for (let number = 1; number <= 50; number++) await add(`t${number}`);
    expect(await add('One more')).toMatchObject({ status: 400, body: { message: 'At most 50 tags' } });
    expect((await add('T7')).status).toBe(200);
    expect((await sam.visitor.get<string[]>('/api/all-tags')).body).toContain('t7');
    for (const { visitor } of [alex, maria])
      expect((await visitor.get<string[]>('/api/all-tags')).body).not.toContain('t7');
  });

  it('sets lastContactedAt by calls, e-mails and meetings, not by notes', async () => {
    const { id } = await lead();
    const add = (type: string, notes: unknown) => send('POST', `/api/contact-activity/${id}`, { type, notes });
    await add('note', 'Thinking');
    expect((await profile(id)).userBusiness.lastContactedAt).toBeNull();
    const { activity } = (await add('call', 'Spoke')).body;
    expect(activity).toMatchObject({
      userBusinessId: id,
      type: 'call',
      description: 'Spoke',
      createdBy: { username: 'sam' },
    });
    expect((await profile(id)).userBusiness.lastContactedAt).not.toBeNull();
    for (const notes of ['', '  ', undefined]) {
      expect(await add('call', notes)).toMatchObject({
        status: 400,
        body: { message: 'Please enter notes for the activity' },
      });
    }
    expect(await add('fax', 'Sent')).toMatchObject({ status: 400, body: { issues: [{ path: 'type' }] } });
    const remove = (visitor: Visitor) => visitor.send('DELETE', `/api/contact-activity/${activity.id}`);
    for (const { visitor } of [alex, maria]) expect((await remove(visitor)).status).toBe(403);
    expect((await remove(sam.visitor)).status).toBe(200);
    expect((await remove(sam.visitor)).status).toBe(404);
  });

  it('is archived, restored and marked as a customer, by number and by uuid', async () => {
    const { id, uuid } = await lead();
    for (const at of [`/api/business/${id}`, `/api/business-by-uuid/${uuid}`]) {
      expect((await send('POST', `${at}/archive`)).body).toMatchObject({
        message: 'Business archived',
        userBusiness: { archived: true, archivedAt: expect.any(String) },
      });
      expect((await send('POST', `${at}/restore`)).body).toMatchObject({
        message: 'Business restored',
        userBusiness: { archived: false, archivedAt: null },
      });
      const marked = (await send('POST', `${at}/mark-existing-customer`)).body;
      expect(marked).toMatchObject({
        message: 'Marked as existing customer',
        userBusiness: { existingCustomer: true, existingCustomerAt: expect.any(String) },
      });
      const unmarked = (await send('POST', `${at}/unmark-existing-customer`)).body;
      expect(unmarked).toMatchObject({
        message: 'Existing customer mark removed',
        userBusiness: { existingCustomer: false, existingCustomerAt: null },
      });
    }
  });

  it('moves to another user with all its data, unviewed, and notifies both users', async () => {
    const { id, uuid } = await lead();
    await send('PATCH', `/api/business-status/${id}`, { status: 'recontact' });
    const before = (await send('POST', `/api/business-view/${id}`)).body.userBusiness;
    const move = (newUserId: unknown, visitor = sam.visitor, notes?: string) =>
      send('POST', `/api/reassign-business-by-uuid/${uuid}`, { newUserId, notes }, visitor);
    expect(await move(undefined)).toMatchObject({
      status: 400,
      body: { message: 'Please select a user to reassign to' },
    });
    expect(await move(sam.id)).toMatchObject({ status: 409, body: { code: 'already_assigned' } });
    expect(await move(alex.id, sam.visitor, ' Holiday ')).toMatchObject({
      status: 200,
      body: { message: 'Business reassigned' },
    });
    expect((await send('GET', `/api/business-profile/${id}`)).status).toBe(403);
    const after = (await profile(id, alex.visitor)).userBusiness;
    expect(after).toMatchObject({ status: 'recontact', viewed: false, userId: alex.id });
    expect(after.assignedAt > before.assignedAt).toBe(true);
    expect((await move(sam.id, maria.visitor)).status).toBe(200);
    const history = (await sam.visitor.get<HistoryEntry[]>(`/api/assignment-history/${id}`)).body;
    expect(
      history.map((each) => [
        each.previousUser?.username,
        each.newUser.username,
        each.changedBy.username,
        each.history.notes,
      ]),
    ).toEqual([
      [undefined, 'sam', 'ada', null],
      ['sam', 'alex', 'sam', 'Holiday'],
      ['alex', 'sam', 'maria', null],
    ]);
  });

  it('notifies once for all assignments of one batch, and not of own actions', async () => {
    const listNotifications = (visitor: Visitor) => visitor.get<Notification[]>('/api/notifications');
    const total = async () => Number((await listNotifications(sam.visitor)).headers.get('x-total-count'));
    const before = await total();
    const batchId = randomUUID();
    for (let each = 0; each < 3; each++) await lead({ batchId });
    expect(await total()).toBe(before + 1);
    expect((await listNotifications(sam.visitor)).body[0]!.message).toContain('3 businesses');
    await lead();
    expect(await total()).toBe(before + 2);
    const boss = await system.createUser('bess', 'admin');
    const assignment = payload({ userId: boss.id });
    expect((await send('POST', '/api/assign-business', assignment, boss.visitor)).status).toBe(201);
    expect((await listNotifications(boss.visitor)).body.filter(({ type }) => type === 'assigned')).toEqual([]);
    await sam.visitor.send('POST', '/api/notifications/read-all');
    expect((await listNotifications(sam.visitor)).headers.get('x-unread-count')).toBe('0');
  });

  it('runs a call with a key once, and rejects the key for another body', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = payload();
    const post = (sent: object) => system.ada.send<Changed>('POST', '/api/assign-business', sent, headers);
    const first = await post(body);
    const again = await post(body);
    expect([again.status, JSON.stringify(again.body)]).toEqual([201, JSON.stringify(first.body)]);
    expect((await post(payload())).status).toBe(409);
  });

  it('rejects an invalid key with the rule for keys', async () => {
    const leads = async () =>
      (await sam.visitor.get('/api/my-businesses?page=1&pageSize=1')).headers.get('x-total-count');
    const before = await leads();
    for (const key of ['', 'k'.repeat(201)]) {
      const answer = await system.ada.send('POST', '/api/assign-business', payload(), { 'idempotency-key': key });
      const rule = 'Idempotency-Key must be 1 to 200 characters';
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { code: 'validation_failed', message: rule, issues: [{ path: 'Idempotency-Key', message: rule }] },
      ]);
    }
    expect(await leads()).toBe(before);
    expect(
      (await system.ada.send('POST', '/api/assign-business', payload(), { 'idempotency-key': 'k'.repeat(200) })).status,
    ).toBe(201);
  });

  it('shows the name of a deleted user on their actions', async () => {
    const goner = await system.createUser('goner');
    const { id } = await lead({ userId: goner.id });
    await send('POST', `/api/contact-activity/${id}`, { type: 'call', notes: 'Spoke' }, goner.visitor);
    await send('POST', `/api/reassign-business/${id}`, { newUserId: sam.id }, goner.visitor);
    expect((await system.ada.send('DELETE', `/api/users/${goner.id}`)).status).toBe(204);
    const history = (await sam.visitor.get<HistoryEntry[]>(`/api/assignment-history/${id}`)).body;
    expect(history[1]).toMatchObject({
      previousUser: { username: 'goner' },
      newUser: { username: 'sam' },
      changedBy: { username: 'goner' },
    });
    expect((await profile(id)).contactActivities).toMatchObject([{ createdBy: { username: 'goner' } }]);
  });

  it('shows its follow-ups in the calendar of its user, to any client that knows the address', async () => {
    const { id, uuid } = await lead();
    const plan = { type: 'call', notes: 'Ask again; say hello', scheduledOn: '2199-03-02', scheduledTime: '14:15' };
    await send('POST', `/api/contact-activity/${id}`, plan);
    const { token } = (await sam.visitor.send<{ token: string }>('POST', '/api/calendar')).body;
    const { status, headers, body } = await system.visitor().get<string>(`/api/calendar/${token}.ics`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const lines = body.replaceAll('\r\n ', '').split('\r\n');
    expect(lines).toContain('DTSTART:21990302T141500Z');
    expect(lines).toContain('DESCRIPTION:Ask again\\; say hello');
    expect(lines.find((line) => line.startsWith('URL'))).toMatch(new RegExp(`/business/uuid/${uuid}$`));
  });
});
