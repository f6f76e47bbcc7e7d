// npm run dev [-- --empty]: reloads the server and the page after a change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import path from 'node:path';
import { findProjects, prepare, workspace } from './prepare.mjs';
import { hasEnded, onStop, startHost, stopProcess } from './processes.mjs';

process.chdir(workspace);
await prepare();

const port = process.env.PORT ?? '8080';
const api = `http://127.0.0.1:${port}`;
const changed = new Set();
let host;
let page;
let isReloading = false;
let waiting;

const end = onStop(async () => {
  clearTimeout(waiting);
  await Promise.all([page?.close(), stopProcess(host)]);
});

process.env.API_URL ??= api;
const { createServer } = await import('vite');
page = await createServer({ root: path.join(workspace, 'web'), logLevel: 'warn' });
await page.listen();
const [address] = page.resolvedUrls.local;
console.log(`The page with reload: ${address}`);

function start() {
  const settings = { PORT: port, PUBLIC_URL: process.env.PUBLIC_URL ?? new URL(address).origin };
  host = startHost({ settings, args: process.argv.slice(2) });
}

async function compile(project) {
  const script = path.join(workspace, 'scripts', 'build-project.mjs');
  const compiler = spawn(process.execPath, [script, project], { cwd: workspace, stdio: 'inherit' });
  const [code] = await once(compiler, 'exit');
  return code === 0;
}

async function reload() {
  if (isReloading) return;
  isReloading = true;
  while (changed.size > 0) {
    const projects = [...changed];
    changed.clear();
    let isCompiled = true;
    for (const project of projects) isCompiled = (await compile(project)) && isCompiled;
    if (!isCompiled) {
      console.error(`Not compiled: ${projects.join(', ')}`);
      continue;
    }
    console.log(`${projects.join(', ')} changed, starting anew ...`);
    await stopProcess(host);
    start();
  }
  isReloading = false;
}

for (const project of findProjects().filter((folder) => folder !== 'web' && folder !== 'libs/testing')) {
  watch(path.join(workspace, project, 'src'), { recursive: true }, (_, file) => {
    if (!file || file.endsWith('.spec.ts')) return;
    changed.add(project);
    clearTimeout(waiting);
    waiting = setTimeout(reload, 150);
  });
}

start();
const [code] = await once(host, 'exit');
// A change of the sources cannot fix a refused first start (a taken port, a wrong setting).
if (hasEnded(host) && code === 1 && !isReloading) await end(1);
