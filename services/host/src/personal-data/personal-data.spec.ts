import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runFolder } from '@lead-finder/testing';
import { Client } from 'pg';
import { sharedSystem, type SharedSystem } from '../../test/shared-system.js';
import { erasePersonalData, exportPersonalData } from './personal-data.js';

let system: SharedSystem;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  system = await sharedSystem();
  folder = runFolder('personal-data');
  environment = { DATABASE_URL: system.databaseUrl, LOG_LEVEL: 'silent' };
});

const file = (name: string) => path.join(folder, name);
const exported = async (username: string): Promise<Record<string, Record<string, unknown>[]>> => {
  const target = file(`${username}-${Math.random()}.json`);
  await exportPersonalData([username, target], environment);
  return JSON.parse(await readFile(target, 'utf8'));
};

/** Returns the tables that hold the text, without the audit trail and without data that is retained for a week. */
async function placesWith(text: string): Promise<string[]> {
  const client = new Client({ connectionString: system.databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('users', 'places', 'leads', 'imports', 'progress')
         and tablename not in ('outbox', 'inbox', 'parked_events', 'idempotent_answers')`,
    );
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query(
        `select 1 from ${name} as held where held::text ilike '%' || $1 || '%' limit 1`,
        [text],
      );
      if (rows.length > 0) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}

/** Creates a user with data in every service who has reassigned a lead. */
async function busy(username: string) {
  const user = await system.createUser(username, 'admin');
  const friend = await system.createUser(`friend${user.id}`);
  const [business] = await system.businesses(1, username === 'quillon' ? 'plumber' : 'dentist');
  const assigned = await user.visitor.send<{ userBusiness: { id: number } }>('POST', '/api/assign-business', {
    userId: user.id,
    businessId: business!.id,
    uuid: randomUUID(),
  });
  const leadId = assigned.body.userBusiness.id;
  await user.visitor.send('PATCH', `/api/business-status/${leadId}`, { status: 'in_progress' });
  await user.visitor.send('POST', `/api/reassign-business/${leadId}`, { newUserId: friend.id, notes: 'yours now' });
  // The user undoes what ada did, and ada what the user did.
  for (const [one, other] of [
    [user.visitor, system.ada],
    [system.ada, user.visitor],
  ] as const) {
    const { headers } = await one.send('POST', '/api/bulk/archive', { ids: [leadId] });
    await other.send('POST', `/api/bulk-jobs/${headers.get('x-bulk-job')}/undo`);
  }
  const form = new FormData();
  form.append('assignTo', username);
  form.append('file', new Blob(['Business Name\nAcme\n']), 'one.csv');
  await user.visitor.send('POST', '/api/businesses/import', form);
  return { ...user, leadId, friend };
}

describe('the data of one user', () => {
  it('is exported from each service into a file, without secrets', async () => {
    const { id, leadId } = await busy('quillon');
    const exportedData = await exported('Quillon');
    expect(exportedData['users: account']).toMatchObject([{ id, username: 'quillon', email: 'quillon@example.com' }]);
    expect(exportedData['leads: leads']).toMatchObject([{ user_id: id, name: 'Acme' }]);
    expect(exportedData['leads: assignments']!.map((each) => each.user_business_id)).toContain(leadId);
    expect(exportedData['imports: imports for this person']).toMatchObject([{ file_name: 'one.csv' }]);
    expect(exportedData['leads: bulk jobs']).toHaveLength(2);
    await system.eventually(async () => expect((await exported('quillon'))['progress: contacts']).toHaveLength(1));
    expect(JSON.stringify(exportedData)).not.toMatch(/\$argon2|token_hash/);
    const trail = await system.ada.get<{ subject: string; details: object }[]>('/api/audit?action=person_exported');
    const ofQuillon = trail.body.find(({ subject }) => subject === 'Quillon');
    expect(ofQuillon!.details).toEqual({ userId: id, count: Object.values(exportedData).flat().length });
  });

  it('is not exported over an existing file or for an unknown user', async () => {
    await exportPersonalData(['ada', file('ada.json')], environment);
    await expect(exportPersonalData(['ada', file('ada.json')], environment)).rejects.toThrow('it is there already');
    await expect(exportPersonalData(['unknown', file('unknown.json')], environment)).rejects.toThrow(
      'No user has or had the username unknown',
    );
    await expect(exportPersonalData([], environment)).rejects.toThrow('Name a person');
  });

  it('is erased after the account is deleted, and other users see a neutral name', async () => {
    const { id, friend, leadId } = await busy('xanthippe');
    await expect(erasePersonalData(['xanthippe'], environment)).rejects.toThrow('Delete it in User Management first');
    expect((await system.ada.send('DELETE', `/api/users/${id}`)).status).toBeLessThan(300);
    await system.eventually(() => erasePersonalData(['xanthippe'], environment));
    expect(await placesWith('xanthippe')).toEqual([]);
    const printed = await friend.visitor.get(`/api/assignment-history/${leadId}`);
    expect(JSON.stringify(printed.body)).toMatch(/erased-\d+|Erased person/);
    await expect(erasePersonalData(['xanthippe'], environment)).rejects.toThrow('No user has or had');
  });
});
