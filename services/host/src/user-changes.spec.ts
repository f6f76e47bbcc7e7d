import { randomUUID } from 'node:crypto';
import { pushDevice } from '../test/route-table.js';
import { sides, startSystem, type System } from '../test/start-system.js';

describe.each(sides)('a change of a user is valid for the next call of any service, %s', (side) => {
  let system: System;
  let businesses: { id: number }[];
  const assign = (userId: number, businessId: number) =>
    system.ada.send<{ message: string; code: string; userBusiness: { id: number } }>('POST', '/api/assign-business', {
      userId,
      businessId,
      uuid: randomUUID(),
      status: 'new',
      viewed: false,
      archived: false,
      tags: [],
      createdBy: 1,
      notes: '',
      customFields: {},
    });

  beforeAll(async () => {
    system = await startSystem(side);
    businesses = await system.businesses(20);
  }, 60_000);
  afterAll(() => system.stop(), 30_000);

  it('assigns to a user created a moment ago', async () => {
    const { id, visitor } = await system.createUser('newcomer');
    expect(await assign(id, businesses[0]!.id)).toMatchObject({
      status: 201,
      body: { userBusiness: { userId: id, status: 'new' } },
    });
    expect((await visitor.get<unknown[]>('/api/my-businesses')).body).toHaveLength(1);
    expect(await assign(id, businesses[0]!.id)).toMatchObject({ status: 409, body: { code: 'already_assigned' } });
    expect((await assign(id, businesses[0]!.id)).body.message).toContain('lready assigned');
  });

  it('does not assign to a user deactivated a moment ago, whose session ends', async () => {
    const { id, visitor } = await system.createUser('leaver');
    await system.ada.send('POST', `/api/users/${id}/set-active-status`, { active: false });
    expect(await assign(id, businesses[1]!.id)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    await system.eventually(async () => expect((await visitor.get('/api/user')).status).toBe(401), { within: 1_000 });
  });

  it('returns 404 for the leads of a user deleted a moment ago', async () => {
    const { id } = await system.createUser('goner');
    const lead = (await assign(id, businesses[2]!.id)).body.userBusiness.id;
    expect((await system.ada.get(`/api/business-profile/${lead}`)).status).toBe(200);
    expect((await system.ada.send('DELETE', `/api/users/${id}`)).status).toBe(204);
    expect(await system.ada.get(`/api/business-profile/${lead}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await assign(id, businesses[3]!.id)).status).toBe(404);
  });

  it('pushes no notifications to a device after its sign-out', async () => {
    const { visitor } = await system.createUser('walker');
    const devices = async () =>
      (await visitor.get<{ devices: { name: string; current: boolean }[] }>('/api/notifications/devices')).body.devices;
    await visitor.send('POST', '/api/notifications/devices', pushDevice);
    expect(await devices()).toMatchObject([{ name: pushDevice.name, current: true }]);
    await visitor.send('POST', '/api/logout');
    await visitor.signIn('walker');
    await system.eventually(async () => expect(await devices()).toEqual([]));
  });

  it('counts a contact at the first change from New, and only once', async () => {
    const { id, visitor } = await system.createUser('worker');
    const lead = (await assign(id, businesses[4]!.id)).body.userBusiness.id;
    const count = async () => (await visitor.get<{ count: number }>('/api/weekly-contacts')).body.count;
    const set = (status: string) => visitor.send('PATCH', `/api/business-status/${lead}`, { status });
    expect(await count()).toBe(0);
    expect(await set('in_progress')).toMatchObject({ status: 200, body: { message: 'Status updated' } });
    await system.eventually(async () => expect(await count()).toBe(1));
    await set('new');
    await set('closed_won');
    const other = (await assign(id, businesses[5]!.id)).body.userBusiness.id;
    await visitor.send('PATCH', `/api/business-status/${other}`, { status: 'recontact' });
    await system.eventually(async () => expect(await count()).toBe(2));
  });
});
