import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { RunAs } from './run-as.js';
import { StartError } from '../config/environment.js';

export const superuser = 'lead_finder';

export function makeDataFolder(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
}

/** Rejects data of another major version, which this one cannot read (docs/product/running.md#postgresql-versions). */
export function refuseOtherMajor(dataDir: string, major: string): void {
  const file = path.join(dataDir, 'pg', 'PG_VERSION');
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : major;
  if (found === major) return;
  throw new StartError(
    `The data folder ${dataDir} was written by PostgreSQL ${found}, this version brings PostgreSQL ${major}: ` +
      'run npm run backup with the version that wrote it, then npm run restore with this one on a new DATA_DIR.',
  );
}

/** Creates the cluster if there is none, and returns the superuser's password. */
export async function openCluster(dataDir: string, runAs: RunAs): Promise<string> {
  const [secret, ready, unready] = ['secret', 'pg', 'pg.new'].map((name) => path.join(dataDir, name)) as [
    string,
    string,
    string,
  ];
  if (existsSync(ready)) {
    if (existsSync(secret)) return readFileSync(secret, 'utf8').trim();
    throw new StartError(`The database's password is gone: put ${secret} back, or set DATA_DIR to a new folder.`);
  }
  if (!existsSync(secret)) writeFileSync(secret, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const password = readFileSync(secret, 'utf8').trim();
  // Created under another name and renamed, so an interrupted start leaves nothing like a database.
  rmSync(unready, { recursive: true, force: true });
  mkdirSync(unready, { mode: 0o700 });
  if (runAs.account) chownSync(unready, runAs.account.uid, runAs.account.gid);
  await initdb(dataDir, runAs, password);
  renameSync(unready, ready);
  return password;
}

async function initdb(dataDir: string, runAs: RunAs, password: string): Promise<void> {
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const passwordFile = unlinkedFile(dataDir, password, runAs);
  const [command = '', ...args] = [
    ...runAs.prefix,
    path.join(runAs.binDir, 'initdb'),
    '-D',
    path.join(runAs.dataDir, 'pg.new'),
    '-U',
    superuser,
    '--pwfile=/dev/fd/3',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    `--locale=${locale}`,
    '--lc-messages=C',
    '--no-instructions',
    ...(Number(runAs.major) < 17 ? [] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
  ];
  try {
    const child = spawn(command, args, {
      ...runAs.options,
      stdio: ['ignore', 'ignore', 'pipe', passwordFile],
      detached: true,
    });
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', resolve),
    );
    if (code === 0) return;
    const line = /error: (.+)/.exec(complaint)?.[1] ?? complaint.trim().split('\n').at(-1);
    throw new StartError(`PostgreSQL could not prepare its data in ${dataDir}: ${line || `initdb ended with ${code}`}`);
  } finally {
    closeSync(passwordFile);
  }
}

/** Returns a file that is unlinked before it is written: only a process with the descriptor can read it. */
function unlinkedFile(folder: string, content: string, { account }: RunAs): number {
  const name = path.join(folder, `pw.${process.pid}`);
  const file = openSync(name, 'wx+', 0o600);
  rmSync(name);
  if (account) fchownSync(file, account.uid, account.gid);
  // Writes at a position, because on macOS the child shares the offset and would start to read at the end.
  writeSync(file, content, 0);
  return file;
}
