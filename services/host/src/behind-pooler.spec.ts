import { eventually, startPgBouncer } from '@lead-finder/testing';
import { startApart, type Apart } from '../test/start-apart.js';

let apart: Apart;
beforeAll(async () => void (apart = await startApart(undefined, startPgBouncer)), 120_000);
afterAll(() => apart?.stop(), 120_000);

describe('behind PgBouncer in transaction pooling mode', () => {
  it('an import, bulk jobs, changes and counts work for several users at once', async () => {
    const names = ['sam', 'alex', 'kim'];
    const team = await Promise.all(names.map((name) => apart.createUser(name)));
    const lines = names.flatMap((name) => Array.from({ length: 200 }, (_, row) => `Works ${name} ${row},${name}`));
    const form = new FormData();
    form.append('file', new Blob([['Business Name,User', ...lines, ''].join('\n')]), 'leads.csv');
    const { body } = await apart.ada.send<{ importResults: object }>('POST', '/api/businesses/import', form);
    expect(body.importResults).toMatchObject({ total: 600, successful: 600, failed: 0 });

    const { userBusiness } = await apart.lead(team[0]!.id);
    const path = `/api/business-status/${userBusiness.id}`;
    expect((await team[0]!.visitor.send('PATCH', path, { status: 'in_progress' })).status).toBe(200);
    for (const { id } of team) {
      const job = { action: 'update-status', status: 'recontact', filter: { userId: id } };
      expect((await apart.ada.send('POST', '/api/bulk-jobs', job)).status).toBeLessThan(300);
    }
    const contacts = () =>
      Promise.all(
        team.map(async ({ visitor }) => (await visitor.get<{ count: number }>('/api/weekly-contacts')).body.count),
      );
    await eventually(async () => expect(await contacts()).toEqual([201, 200, 200]), { within: 30_000 });
  }, 120_000);
});
