import { randomUUID } from 'node:crypto';
import { scopesOf, type ServiceToken } from '@lead-finder/contracts';
import { sharedSystem, type SharedSystem } from '../test/shared-system.js';
import { withToken, type Visitor } from '../test/visitor.js';

interface Entry {
  actor: string;
  action: string;
  details: Record<string, unknown>;
}

describe('API tokens', () => {
  let system: SharedSystem;
  let owner: { id: number; visitor: Visitor };
  let places: { id: number }[];
  let used = 0;

  beforeAll(async () => {
    system = await sharedSystem();
    owner = await system.createUser('tokens');
    places = await system.businesses(40, 'tailor');
  });

  const lead = async () => {
    const assignment = { userId: owner.id, businessId: places[used++]!.id, uuid: randomUUID() };
    return (await system.ada.send<{ userBusiness: { id: number } }>('POST', '/api/assign-business', assignment)).body
      .userBusiness.id;
  };
  const entry = (actor: string, action: string) =>
    system.eventually(async () => {
      const { body } = await system.ada.get<Entry[]>(`/api/audit?actor=${actor}&action=${action}`);
      if (!body[0]) throw new Error(`No entry ${action} of ${actor}`);
      return body[0];
    });
  const service = async (form: object = {}) => {
    const { body } = await system.ada.send<ServiceToken & { token: string }>('POST', '/api/service-tokens', {
      name: `Robot ${++used}`,
      role: 'admin',
      scopes: scopesOf('admin'),
      ...form,
    });
    const script = system.visitor();
    script.token = body.token;
    return { ...body, script };
  };

  it('are named in the audit trail with what they do, also in other services', async () => {
    const script = await withToken(owner.visitor, scopesOf('user'), { name: 'Cleaning' });
    expect((await script.send('DELETE', `/api/business/${await lead()}/delete`)).status).toBe(200);
    expect(await entry('tokens', 'lead_deleted')).toMatchObject({ details: { token: 'Cleaning' } });
    expect((await owner.visitor.send('DELETE', `/api/business/${await lead()}/delete`)).status).toBe(200);
    await system.eventually(async () => {
      const newest = await entry('tokens', 'lead_deleted');
      expect(newest.details).not.toHaveProperty('token');
    });
  });

  it('of a service import files and change leads in jobs, under the name of the service', async () => {
    const { script, username } = await service();
    const form = new FormData();
    const row = `Business Name,User\nShop ${randomUUID()},tokens\n`;
    form.append('file', new Blob([row], { type: 'text/csv' }), 'nightly.csv');
    const { status, body } = await script.send<{ importId: number }>('POST', '/api/businesses/import', form);
    expect(status).toBe(200);
    expect((await script.get<{ createdBy: { username: string } }>(`/api/imports/${body.importId}`)).body).toMatchObject(
      {
        status: 'completed',
        successful: 1,
      },
    );
    expect(await entry(username, 'import_started')).toMatchObject({ actor: username });

    const job = await script.send<{ id: number }>('POST', '/api/bulk-jobs', {
      action: 'update-status',
      status: 'recontact',
      filter: { userId: owner.id },
    });
    expect(job.status).toBe(202);
    await system.eventually(async () => {
      const { body: jobs } = await script.get<{ id: number; status: string; done: number }[]>('/api/bulk-jobs');
      const own = jobs.find(({ id }) => id === job.body.id);
      expect(own).toMatchObject({ status: 'completed' });
      expect(own!.done).toBeGreaterThan(0);
    });
  });

  it('of a service belong to no person: nothing lists the account, and no lead can be given to it', async () => {
    const { script, username } = await service();
    const { id } = (await script.get<{ id: number }>('/api/user')).body;
    for (const list of ['/api/users', '/api/admin/users', '/api/users-for-reassignment', '/api/team-progress'])
      expect(JSON.stringify((await system.ada.get(list)).body)).not.toContain(username);
    const assignment = { userId: id, businessId: places[used++]!.id, uuid: randomUUID() };
    expect((await system.ada.send('POST', '/api/assign-business', assignment)).status).toBe(400);
    expect((await system.ada.send('POST', `/api/users/${id}/set-active-status`, { active: true })).status).toBe(404);
  });

  it('of a service end with their account, and so do its jobs', async () => {
    const { script, id } = await service();
    expect((await script.get('/api/all-tags')).status).toBe(200);
    expect((await system.ada.send('DELETE', `/api/service-tokens/${id}`)).status).toBe(204);
    await system.eventually(async () => expect((await script.get('/api/all-tags')).status).toBe(401));
  });

  it('keep the rules of browsers: a cookie beside a token is refused, and another site has no entry', async () => {
    const script = await withToken(owner.visitor, scopesOf('user'));
    const cookie = owner.visitor.cookie;
    expect(await script.send('POST', '/api/notifications/read-all', undefined, { cookie })).toMatchObject({
      status: 400,
    });
    const foreign = { origin: 'https://evil.example' };
    expect(await script.send('POST', '/api/notifications/read-all', undefined, foreign)).toMatchObject({ status: 403 });
    expect((await script.send('POST', '/api/notifications/read-all')).status).toBe(200);
  });
});
