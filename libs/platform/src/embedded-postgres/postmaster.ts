import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { bufferMegabytes, usableMemory } from './buffers.rules.js';
import type { RunAs } from './run-as.js';
import { isRunning, worksIn } from './running-process.js';
import { StartError } from '../config/environment.js';

const timeoutMs = 30_000;

// For one laptop: six services with their own pools, durable commits, no jit for short queries.
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  `shared_buffers=${bufferMegabytes(usableMemory())}MB`,
  'maintenance_work_mem=128MB',
  'effective_cache_size=1GB',
  'max_wal_size=4GB',
  'random_page_cost=1.1',
  'synchronous_commit=on',
  'fsync=on',
  'full_page_writes=on',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  'lc_messages=C',
  'log_line_prefix=',
  'logging_collector=off',
  'log_destination=stderr',
];

export interface Postmaster {
  port: number;
  child: ChildProcess;
}

/** Stops the PostgreSQL that a killed run left on this folder, and deletes a stale pid file. */
export async function endOrphan(pgDir: string, log: (line: string) => void): Promise<void> {
  const file = path.join(pgDir, 'postmaster.pid');
  const pid = readPid(file);
  if (pid === undefined) return;
  if (isRunning(pid) && worksIn(pid, pgDir)) {
    log(`Stopping PostgreSQL ${pid}, which a killed run left`);
    // SIGINT is a fast stop. SIGQUIT aborts open transactions and needs a recovery.
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      signalIfThere(pid, signal);
      if (await waitUntil(() => !isRunning(pid))) break;
    }
    if (isRunning(pid)) throw new StartError(`PostgreSQL (process ${pid}) still uses ${pgDir} and does not stop.`);
  }
  // PostgreSQL would treat a zombie or any process of the same account as the owner of the file.
  rmSync(file, { force: true });
}

/** Starts PostgreSQL and resolves when it accepts connections. Without a port it finds a free one. */
export async function startPostmaster(
  runAs: RunAs,
  log: (line: string) => void,
  wantedPort?: number,
): Promise<Postmaster> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    const port = wantedPort ?? (await freePort());
    const child = launch(runAs, port);
    const failure = await untilReady(child, log);
    if (!failure) return { port, child };
    const portTaken = /Address already in use|could not create any TCP\/IP sockets/.test(failure);
    // The sessions of a killed postmaster end by themselves a moment later.
    const sessionsLeft = /pre-existing shared memory block/.test(failure);
    if (portTaken && wantedPort === undefined && attempt < 10) continue;
    if (portTaken) throw new StartError(`PostgreSQL could not start: port ${port} on 127.0.0.1 is taken.`);
    if (!sessionsLeft || Date.now() > deadline) {
      throw new StartError(`PostgreSQL could not start: ${/FATAL: +(.+)/.exec(failure)?.[1] ?? failure.trim()}`);
    }
    await sleep(200);
  }
}

export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  const escalation = setTimeout(() => child.kill('SIGQUIT'), timeoutMs);
  await ended;
  clearTimeout(escalation);
}

function launch(runAs: RunAs, port: number): ChildProcess {
  const [command = '', ...args] = [
    ...runAs.prefix,
    path.join(runAs.binDir, 'postgres'),
    '-D',
    path.join(runAs.dataDir, 'pg'),
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  // In its own process group, so that Ctrl-C does not stop PostgreSQL before its clients have closed.
  return spawn(command, args, { ...runAs.options, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
}

function untilReady(child: ChildProcess, log: (line: string) => void): Promise<string | undefined> {
  return new Promise((resolve) => {
    let written = '';
    let isReady = false;
    const lines = createInterface({ input: child.stderr! });
    lines.on('line', (line) => {
      log(line);
      if (isReady) return;
      written += `${line}\n`;
      isReady = /database system is ready to accept (read-only )?connections/.test(line);
      if (isReady) resolve(undefined);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(written || `it ended at once (${code ?? signal})`));
  });
}

/** Below 32768, where the range of outgoing connections begins. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 18_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    // A single-user PostgreSQL writes its process id with a minus sign.
    return Math.abs(pid) || undefined;
  } catch {
    return undefined;
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function waitUntil(isTrue: () => boolean): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(50)) if (isTrue()) return true;
  return isTrue();
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
