import { eventually } from '@lead-finder/testing';
import { csvOf, goodRow, startImportWorld, type ImportWorld } from '../test/import-world.js';

let world: ImportWorld;
let admins = 0;
beforeAll(async () => void (world = await startImportWorld()), 60_000);
afterAll(() => world?.stop());

const send = (method: string, path: string, body?: object) =>
  world.call(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Creates another administrator with a session. */
async function anotherAdmin() {
  const username = `boss${++admins}`;
  const id = await world.addAdmin(username);
  const cookie = await world.signIn(username);
  return {
    id,
    cookie,
    demote: () =>
      send('PUT', `/api/users/${id}`, {
        username,
        email: `${username}@example.com`,
        fullName: 'Another Boss',
        role: 'manager',
      }),
    deactivate: () => send('POST', `/api/users/${id}/set-active-status`, { active: false }),
  };
}
const comesTo = (id: number, state: object) =>
  eventually(async () => expect(await world.record(id)).toMatchObject(state), { within: 30_000 });
const leadsOf = async (id: number) =>
  (await world.leads.query('select 1 from user_businesses where import_id = $1', [id])).length;

/** Blocks changes of the lead with this name until the returned function is called. */
async function breakOffAt(change: 'insert' | 'delete', name: string) {
  const row = change === 'insert' ? 'new' : 'old';
  await world.leads.query(
    `create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
     create trigger break_off before ${change} on user_businesses for each row when (${row}.name = '${name}') execute function break_off()`,
  );
  return () => world.leads.query('drop trigger break_off on user_businesses; drop function break_off()');
}

describe('the rights of the administrator who', () => {
  it.each(['demote', 'deactivate'] as const)(
    'started an import are checked at each batch: it stops after a %s, and another one undoes it',
    async (change) => {
      const boss = await anotherAdmin();
      const rows = Array.from({ length: 4_000 }, (_, n) => goodRow(n, 'sam', `Import ${change}`));
      const goOn = await breakOffAt('insert', `Import ${change} 3999`);
      // The request ends with the import.
      const answer = world.upload(csvOf(rows), {}, { cookie: boss.cookie });
      const [{ id: importId }] = await eventually(async () => {
        const begun = await world.imports.query<{ id: number }>('select id from imports where created_by = $1', [
          boss.id,
        ]);
        expect(begun).toHaveLength(1);
        return begun as [{ id: number }];
      });
      const failedAttempts = () =>
        world.imports.query('select 1 from imports where id = $1 and stumbles > 0', [importId]);
      await eventually(async () => expect(await failedAttempts()).toHaveLength(1), { within: 30_000 });
      expect((await boss[change]()).status).toBe(200);
      await goOn();
      await comesTo(importId, { status: 'failed', message: expect.stringContaining('no longer') });
      await answer;
      const { breakdown } = await world.record(importId);
      expect(breakdown.created).toBe(await leadsOf(importId));
      expect(breakdown.created).toBeLessThan(4_000);
      expect((await send('POST', `/api/imports/${importId}/undo`)).ok).toBe(true);
      await comesTo(importId, { status: 'undone' });
      expect(await leadsOf(importId)).toBe(0);
    },
    60_000,
  );

  it('undoes an import are checked at each chunk', async () => {
    const boss = await anotherAdmin();
    const rows = Array.from({ length: 100 }, (_, n) => goodRow(n, 'sam', 'Undone'));
    const { importId } = await world.import(csvOf(rows));
    const goOn = await breakOffAt('delete', 'Undone 50');
    // The request ends with the undo.
    const answer = world.call(`/api/imports/${importId}/undo`, { method: 'POST', headers: { cookie: boss.cookie } });
    const failedAttempts = () =>
      world.imports.query(`select 1 from imports where id = $1 and state = 'undoing' and stumbles > 0`, [importId]);
    await eventually(async () => expect(await failedAttempts()).toHaveLength(1), { within: 30_000 });
    await boss.demote();
    await goOn();
    await comesTo(importId, { status: 'failed', message: expect.stringContaining('no longer') });
    await answer;
    expect(await leadsOf(importId)).toBe(100);
    await send('POST', `/api/imports/${importId}/undo`);
    await comesTo(importId, { status: 'undone' });
    expect(await leadsOf(importId)).toBe(0);
  }, 60_000);
});
