import { randomUUID } from 'node:crypto';
import { leadStatusChanged, type WeeklyContacts } from '@lead-finder/contracts';
import { startSystem, type System } from '../test/start-system.js';

const waiting = 10_000;

describe('while the progress service is stopped', () => {
  let system: System;
  let sam: Awaited<ReturnType<System['person']>>;
  beforeAll(async () => {
    system = await startSystem('over NATS and Redis');
    sam = await system.person('sam');
    const count = () => sam.visitor.get<WeeklyContacts>('/api/weekly-contacts');
    await system.eventually(async () => expect(await count()).toMatchObject({ status: 200, body: { count: 0 } }));
    await system.stopService('progress');
  }, 60_000);
  afterAll(() => system?.stop());

  it('the meters say that they are unavailable, and everything else works', async () => {
    for (const path of ['/api/weekly-contacts', '/api/today-contacts', '/api/progress/leads?kind=overdue&userId=' + sam.id]) {
      expect(await sam.visitor.get(path)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    }
    const [business] = await system.businesses(1);
    const body = { userId: sam.id, businessId: business!.id };
    const assigned = await system.ada.send<{ userBusiness: { id: number } }>('POST', '/api/assign-business', body);
    expect(assigned.status).toBe(201);
    const { id } = assigned.body.userBusiness;
    expect(await sam.visitor.send('PATCH', `/api/business-status/${id}`, { status: 'in_progress' })).toMatchObject({ status: 200 });
    expect(await sam.visitor.get('/api/my-businesses')).toMatchObject({ status: 200, body: [{ userBusiness: { status: 'in_progress' } }] });
    expect(await sam.visitor.get('/api/notifications')).toMatchObject({ status: 200 });
  });

  it(`started again it has the exact count of ${waiting} events within 10 seconds`, async () => {
    const leads = system.databaseOf('leads');
    // As the leads service's own transactions leave them, one contact each.
    await leads.query(
      `insert into outbox (id, type, payload, request_id)
       select gen_random_uuid(), $1, jsonb_set(jsonb_set($2::jsonb, '{leads,0,leadId}', to_jsonb(1000000 + n)), '{job}', 'null'), $3
       from generate_series(1, $4::int) as n`,
      [
        leadStatusChanged.type,
        JSON.stringify({
          changedBy: sam.id,
          at: new Date().toISOString(),
          job: null,
          leads: [{ leadId: 0, userId: sam.id, businessName: 'Acme', from: 'new', to: 'in_progress', firstContact: true }],
        }),
        randomUUID(),
        waiting,
      ],
    );
    const sent = 'select 1 from outbox where published_at is null limit 1';
    await system.eventually(async () => expect(await leads.query(sent)).toEqual([]), { within: 120_000 });

    const startedAt = performance.now();
    await system.startService('progress');
    const week = () => sam.visitor.get<WeeklyContacts>('/api/weekly-contacts');
    // The lead of before is among them.
    await system.eventually(async () => expect((await week()).body.count).toBe(waiting + 1), { within: 60_000 });
    const seconds = (performance.now() - startedAt) / 1_000;
    process.stdout.write(`${waiting} events were counted ${seconds.toFixed(1)} s after the start\n`);
    expect(seconds).toBeLessThan(10);
    expect((await week()).body.count).toBe(waiting + 1);
  }, 240_000);
});
