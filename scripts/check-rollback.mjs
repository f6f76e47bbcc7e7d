// npm run check:rollback [-- COMMIT]: checks that an upgrade can be undone (docs/operations.md).
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { prepare, workspace } from './prepare.mjs';
import { onStop, stopProcess } from './processes.mjs';

process.chdir(workspace);
await prepare();
const { freePort } = await import('../libs/testing/dist/index.js');

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const migrations = [
  ':(glob)services/*/src/migrations/*',
  ':(glob)libs/platform/src/database/*.migration.ts',
  ':(glob,exclude)services/*/src/migrations/migrations.ts',
];
const lastAdded = ['log', '-1', '--format=%H', '--diff-filter=A', '--find-renames', '--', ...migrations];
const asked = process.argv[2] ?? `${git(...lastAdded)}^`;
const commit = git('rev-parse', '--verify', `${asked}^{commit}`);

const folder = mkdtempSync(path.join(tmpdir(), 'lead-finder-rollback-'));
const before = path.join(folder, 'before');
const port = String(await freePort());
const running = new Set();
const timeoutMs = 60_000;

const end = onStop(async () => {
  await Promise.all([...running].map((child) => stopProcess(child, timeoutMs)));
  git('worktree', 'remove', '--force', before);
  rmSync(folder, { recursive: true, force: true });
});

function start(script, args, { from = workspace, settings = {} } = {}) {
  // A separate process group, so that Ctrl-C ends it through this process.
  const child = spawn(process.execPath, [script, ...args], {
    cwd: from,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  running.add(child);
  const lines = createInterface({ input: child.stdout }).on('line', (line) => console.log(`  ${line}`));
  const ended = new Promise((resolve) => child.once('exit', resolve)).finally(() => running.delete(child));
  return { child, lines, ended };
}

async function withProduct(from, work = async () => {}) {
  const { child, lines, ended } = start('scripts/split.mjs', [], {
    from,
    settings: { DATA_DIR: path.join(folder, 'data'), PORT: port, HOST: '127.0.0.1' },
  });
  const ready = new Promise((resolve) =>
    lines.on('line', (line) => /^Lead Finder is ready on/.test(line) && resolve()),
  );
  await Promise.race([
    ready,
    ended.then((code) => Promise.reject(new Error(`The product of ${from} ended with ${code}`))),
  ]);
  await work();
  await stopProcess(child, timeoutMs);
}

try {
  git('worktree', 'add', '--detach', before, commit);
  console.log(`${git('log', '-1', '--format=%h %s', commit)}: it makes the data`);
  await withProduct(before);
  console.log('This checkout brings the schemas up to date');
  await withProduct(workspace);
  console.log('The one before serves the main job on them');
  await withProduct(before, async () => {
    const settings = { PRODUCT_URL: `http://127.0.0.1:${port}`, CI: 'true' };
    const { ended } = start('scripts/test.mjs', ['--only', 'main-job'], { settings });
    if ((await ended) !== 0) throw new Error('The main job failed on the version before');
  });
  console.log('One can go back.');
  await end(0);
} catch (error) {
  console.error(error.message);
  await end(1);
}
