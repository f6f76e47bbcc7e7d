import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, freePort, longRun } from '@lead-finder/testing';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));
const isRoot = process.getuid?.() === 0;
const nobodyUid = 65_534;

interface Started {
  process: ChildProcess;
  url: string;
  seconds: number;
  said: () => string;
}

/** Runs `npm start`. Resolves when it prints that the product is ready. */
async function npmStart(
  folder: string,
  dataDir: string,
  { uid, offline = false }: { uid?: number; offline?: boolean } = {},
): Promise<Started> {
  const port = await freePort();
  const [command, ...args] = offline
    ? ['unshare', '-n', 'sh', '-c', 'ip link set lo up; exec npm start']
    : ['npm', 'start'];
  const began = performance.now();
  const child = spawn(command!, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: uid === undefined ? process.env.HOME : folder,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const url = await eventually(
    () => {
      const ready = /Lead Finder is ready on (http:\S+)/.exec(said);
      if (!ready && child.exitCode === null) throw new Error(`not ready yet:\n${said}`);
      return ready?.[1] ?? '';
    },
    { within: 600_000 },
  );
  if (!url) throw new Error(`npm start ended with ${child.exitCode}:\n${said}`);
  return { process: child, url, seconds: (performance.now() - began) / 1_000, said: () => said };
}

/** Sends SIGINT to the whole process group, as Ctrl-C in a terminal does. */
async function ctrlC({ process: child }: Started): Promise<number | null> {
  const ended = once(child, 'exit');
  process.kill(-child.pid!, 'SIGINT');
  return ((await ended) as [number | null])[0];
}

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
const postmaster = (dataDir: string) =>
  Number(readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('npm start', () => {
  const folders: string[] = [];
  const folder = () => {
    const made = mkdtempSync(path.join(os.tmpdir(), 'lead finder '));
    folders.push(made);
    return made;
  };
  afterAll(() => folders.forEach((each) => rmSync(each, { recursive: true, force: true })));

  it('prints its address and the accounts, refuses a second start on the same data, stops everything on Ctrl-C, and starts after a run that was killed', async () => {
    const dataDir = path.join(folder(), 'data');
    const first = await npmStart(checkout, dataDir);
    expect((await fetch(first.url)).headers.get('content-type')).toContain('text/html');
    expect(first.said()).toContain('admin (admin), maria (manager), sam (user), alex (user); password Demo1234');
    await expect(npmStart(checkout, dataDir)).rejects.toThrow(/npm start ended with 1/);
    const pid = postmaster(dataDir);
    expect(await ctrlC(first)).toBe(0);
    expect(isAlive(pid)).toBe(false);

    const killed = await npmStart(checkout, dataDir);
    const login = await fetch(`${killed.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'sam', password: 'Demo1234' }),
    });
    expect(login.status).toBe(200);
    const ended = once(killed.process, 'exit');
    process.kill(-killed.process.pid!, 'SIGKILL');
    await ended;
    // Its PostgreSQL may still run.
    const again = await npmStart(checkout, dataDir);
    expect(await ctrlC(again)).toBe(0);
  });

  // Each of these installs and builds for a minute, so the short run has none of them.
  const newcomers = !longRun ? [] : isRoot ? ['root', 'an ordinary user'] : ['an ordinary user'];
  for (const who of newcomers) {
    const uid = who === 'root' || !isRoot ? undefined : nobodyUid;

    it(`installs, builds and serves in a fresh clone, for ${who}, in a path with a space below a folder of mode 0700; then offline in seconds`, async () => {
      const parent = folder();
      const clone = path.join(parent, 'the clone');
      execFileSync('git', ['clone', '--quiet', checkout, clone]);
      if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${uid}`, parent]);
      chmodSync(parent, 0o700);
      const dataDir = path.join(clone, '.data');
      const first = await npmStart(clone, dataDir, { ...(uid !== undefined && { uid }) });
      expect(await ctrlC(first)).toBe(0);
      const second = await npmStart(
        clone,
        dataDir,
        uid === undefined && isRoot ? { offline: true } : { ...(uid !== undefined && { uid }) },
      );
      expect(await ctrlC(second)).toBe(0);
      expect(second.seconds).toBeLessThan(5);
    }, 900_000);
  }
});
