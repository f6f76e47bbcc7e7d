import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { runFolder } from '@lead-finder/testing';
import type { ImportRecord } from '@lead-finder/contracts';
import { sharedSystem, type SharedSystem } from '../test/shared-system.js';

const run = promisify(execFile);
const guide = new URL('../../../docs/api.md', import.meta.url);

/** Returns the first script below a heading. */
async function scriptOf(heading: string): Promise<string> {
  const [, section = ''] = (await readFile(guide, 'utf8')).split(`${heading}\n`);
  const [, script = ''] = /```sh\n([^]*?)```/.exec(section) ?? [];
  if (!script) throw new Error(`docs/api.md has no script below '${heading}'`);
  return script;
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
});
