import { execFile, spawn } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ImportRecord, Webhook } from '@lead-finder/contracts';
import { encodeCursor } from '@lead-finder/platform';
import { eventually, freePort, freshDatabase, runFolder } from '@lead-finder/testing';
import { Client } from 'pg';
import { startSystem } from '../test/start-system.js';
import { sharedSystem, type SharedSystem } from '../test/shared-system.js';

const run = promisify(execFile);
const guide = new URL('../../../docs/api.md', import.meta.url);

/** Returns the first script below a heading. */
async function scriptOf(heading: string, language = 'sh'): Promise<string> {
  const [, section = ''] = (await readFile(guide, 'utf8')).split(`${heading}\n`);
  const [, script = ''] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(section) ?? [];
  if (!script) throw new Error(`docs/api.md has no script below '${heading}'`);
  return script;
}

/** Writes the script below a heading into a folder that has the packages of this repository. Returns its path. */
async function moduleOf(heading: string, change: (script: string) => string): Promise<string> {
  const folder = runFolder('guide');
  await symlink(fileURLToPath(new URL('../../../node_modules', import.meta.url)), path.join(folder, 'node_modules'));
  const file = path.join(folder, 'script.mjs');
  await writeFile(file, change(await scriptOf(heading, 'js')));
  return file;
}

describe('the guide of the API', () => {
  let system: SharedSystem;
  beforeAll(async () => void (system = await sharedSystem()));

  /** A folder with the header of a service token of these scopes. */
  async function folderOf(name: string, scopes: string[]) {
    const folder = runFolder(name);
    const form = { name, role: 'admin', scopes };
    const { body } = await system.ada.send<{ token: string }>('POST', '/api/service-tokens', form);
    await writeFile(path.join(folder, 'token'), `Authorization: Bearer ${body.token}\n`);
    return { folder, inFolder: (file: string) => path.join(folder, file) };
  }

  const here = (script: string) =>
    script.replaceAll('https://leads.example.com', system.url).replace('sleep 10', 'sleep 0.2');

  it('has a nightly import that runs, stores its failed rows, and imports once if it runs twice', async () => {
    await system.createUser('guide');
    const { folder, inFolder } = await folderOf('nightly', ['admin.imports:read', 'admin.imports:write']);
    const settings = { mapping: { businessName: 'Firma', user: 'Wer' } };
    const mapping = { name: 'Nightly', fileName: 'leads.csv', headers: ['Firma', 'Wer'], settings };
    expect((await system.ada.send('POST', '/api/import-mappings', mapping)).status).toBe(201);
    await writeFile(inFolder('leads.csv'), 'Firma,Wer\nGuide A,guide\nGuide B,ghost-of-guide\n');
    const script = here(await scriptOf('### A nightly import'));

    await run('sh', ['-c', script], { cwd: folder });
    const first = JSON.parse(await readFile(inFolder('import.json'), 'utf8')) as ImportRecord;
    expect(first).toMatchObject({ status: 'completed', successful: 1, failed: 1, fileName: 'leads.csv' });
    expect(await readFile(inFolder('failed.csv'), 'utf8')).toContain('"Guide B","ghost-of-guide"');

    await run('sh', ['-c', script], { cwd: folder });
    expect(JSON.parse(await readFile(inFolder('import.json'), 'utf8'))).toMatchObject({ id: first.id });

    await system.ada.send('POST', `/api/imports/${first.id}/undo`, {});
    await expect(run('sh', ['-c', script], { cwd: folder, timeout: 20_000 })).rejects.toMatchObject({ code: 1 });
  });

  it('has a nightly import that fails with the message of the product if its token lacks a scope', async () => {
    const { folder, inFolder } = await folderOf('nightly-without-scope', ['admin.imports:read']);
    await writeFile(inFolder('leads.csv'), 'Firma,Wer\nGuide C,guide\n');
    const script = here(await scriptOf('### A nightly import'));
    await expect(run('sh', ['-c', script], { cwd: folder })).rejects.toMatchObject({
      code: expect.any(Number) as number,
    });
  });

  it('has a first call and a page of a list that run', async () => {
    const { folder, inFolder } = await folderOf('first-calls', ['users:read', 'leads:read']);
    const text = await readFile(inFolder('token'), 'utf8');
    const first = here(await scriptOf('## Authentication')).replace('lf_svc_…', text.trim().split(' ').at(-1)!);
    expect(JSON.parse((await run('sh', ['-c', first], { cwd: folder })).stdout)).toMatchObject({ role: 'admin' });
    const { stdout } = await run('sh', ['-c', here(await scriptOf('## Paging'))], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([]);
    expect(await readFile(inFolder('headers'), 'utf8')).toMatch(/^x-total-count: 0/m);
  });

  it('has a mirror that ends with the leads of its reader, after any stop and with an old cursor', async () => {
    const { id } = await system.createUser('mirrored');
    const other = await system.createUser('not-mirrored');
    const reader = system.visitor();
    await reader.signIn('mirrored');
    const form = { name: 'Mirror', scopes: ['leads:read'] };
    const { body } = await reader.send<{ token: string }>('POST', '/api/user/tokens', form);
    const warehouse = await freshDatabase();
    const script = await moduleOf('### A mirror in a warehouse', here);
    const mirror = () =>
      run(process.execPath, [script], { env: { ...process.env, TOKEN: body.token, WAREHOUSE: warehouse.url } });
    const db = new Client(warehouse.url);
    await db.connect();
    const mirrored = async () => {
      const { rows } = await db.query<{ name: string; status: string; archived: string }>(
        `select lead->'business'->>'name' as name, lead->'userBusiness'->>'status' as status,
           lead->'userBusiness'->>'archived' as archived from leads order by 1`,
      );
      return rows.map(({ name, status, archived }) => [name, status, archived]);
    };
    const add = async (...names: string[]) => {
      const file = new FormData();
      const lines = names.map((businessName) => JSON.stringify({ businessName, user: 'mirrored' }));
      file.append('file', new Blob([lines.join('\n')]), 'leads.ndjson');
      expect((await system.ada.send('POST', '/api/businesses/import', file)).status).toBe(200);
    };
    const ids = async () => {
      const list = await system.ada.get<{ business: { name: string }; userBusiness: { id: number } }[]>(
        `/api/admin/all-assignments?userId=${id}`,
      );
      return new Map(list.body.map(({ business, userBusiness }) => [business.name, userBusiness.id]));
    };
    try {
      await add(...Array.from({ length: 103 }, (_, at) => `Mirror ${String(at).padStart(3, '0')}`));
      const customer = (await ids()).get('Mirror 000');
      await reader.send('POST', `/api/business/${customer}/mark-existing-customer`, {});
      await mirror();
      expect(await mirrored()).toHaveLength(103);

      const known = await ids();
      await reader.send('PATCH', `/api/business-status/${known.get('Mirror 001')}`, { status: 'recontact' });
      await system.ada.send('POST', '/api/bulk/archive', { ids: [known.get('Mirror 002')] });
      const bulk = [...known].filter(([name]) => name > 'Mirror 002').map(([, leadId]) => leadId);
      await system.ada.send('POST', '/api/bulk/delete', { ids: bulk.slice(0, 50) });
      await system.ada.send('POST', '/api/bulk/reassign', { ids: bulk.slice(50), newUserId: other.id });
      await add('Mirror new');
      const wanted = [
        ['Mirror 000', 'new', 'false'],
        ['Mirror 001', 'recontact', 'false'],
        ['Mirror 002', 'new', 'true'],
        ['Mirror new', 'new', 'false'],
      ];
      await mirror();
      expect(await mirrored()).toEqual(wanted);

      await db.query('insert into leads values (0, $1)', [{ business: { name: 'Left behind' } }]);
      await db.query('update feed set cursor = $1', [encodeCursor([4_000_000_000, 0])]);
      await mirror();
      expect(await mirrored()).toEqual(wanted);
    } finally {
      await db.end();
      await warehouse.drop();
    }
  }, 60_000);
});

describe('the web form of the guide', () => {
  it('makes one lead of a form that is sent twice, says what is wrong with one, and hears of the first contact', async () => {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const system = await startSystem('inside one process', { INTERNAL_WEBHOOKS: address });
    try {
      await system.createUser('sam');
      const { ada } = system;
      const token = { name: 'Website', role: 'admin', scopes: ['admin.imports:write', 'leads:read'] };
      const { body } = await ada.send<{ token: string }>('POST', '/api/service-tokens', token);
      const hook = { url: `${address}/webhook`, types: ['lead.status_changed'] };
      const added = await ada.send<{ webhook: Webhook; secret: string }>('POST', '/api/webhooks', hook);
      expect(added.status).toBe(201);
      const script = await moduleOf('### A lead from a web form, and a webhook back', (text) =>
        text.replaceAll('https://leads.example.com', system.url).replace('listen(3000)', `listen(${port})`),
      );
      const env = { ...process.env, TOKEN: body.token, SECRET: added.body.secret };
      const website = spawn(process.execPath, [script], { env });
      let said = '';
      for (const output of [website.stdout, website.stderr]) output.on('data', (text) => (said += String(text)));
      try {
        const send = (fields: Record<string, string>) =>
          fetch(address, { method: 'POST', body: new URLSearchParams({ name: 'Kim', ...fields }) });
        const first = { company: 'Form Shop', email: 'kim@example.com', id: 'one' };
        await eventually(async () => expect((await send(first)).status).toBe(201));
        expect((await send(first)).status).toBe(201);
        const wrong = await send({ company: 'Form Shop 2', email: 'kim@', id: 'two' });
        expect([wrong.status, await wrong.text()]).toEqual([422, 'Email Address is not a valid email address']);
        expect((await fetch(hook.url, { method: 'POST', body: '{}' })).status).toBe(401);

        const leads = (await ada.get<{ userBusiness: { id: number } }[]>('/api/admin/all-assignments')).body;
        expect(leads).toMatchObject([{ business: { name: 'Form Shop' }, user: { username: 'sam' } }]);
        await ada.send('PATCH', `/api/business-status/${leads[0]!.userBusiness.id}`, { status: 'recontact' });
        await eventually(() => expect(said).toContain('Contacted: kim@example.com'), { within: 20_000 });
      } finally {
        website.kill();
      }
    } finally {
      await system.stop();
    }
  }, 60_000);
});
