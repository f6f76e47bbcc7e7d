import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRunning, processStart } from './running-process.js';
import { StartError } from '../config/environment.js';

interface Holder {
  pid: number;
  started?: string;
}

export function lockDataFolder(dataDir: string): { release(): void } {
  const file = path.join(dataDir, 'lock');
  const own = `${file}.${process.pid}`;
  const content = JSON.stringify({ pid: process.pid, started: processStart(process.pid) });
  writeFileSync(own, content);
  try {
    // A link appears with its content or not at all, and only if none exists.
    while (!tryLink(own, file)) takeOverStale(dataDir, file);
  } finally {
    rmSync(own, { force: true });
  }
  return {
    release() {
      if (read(file) === content) rmSync(file, { force: true });
    },
  };
}

function takeOverStale(dataDir: string, file: string): void {
  const found = read(file);
  if (found === undefined) return;
  const holder = parse(found);
  if (holder && isRunning(holder.pid) && processStart(holder.pid) === holder.started) {
    throw new StartError(
      `The data folder ${dataDir} is in use by another Lead Finder (process ${holder.pid}); ` +
        'stop that one, or set DATA_DIR to another folder.',
    );
  }
  // Two processes may find the same stale lock: a process that moves away a newer lock than it read restores it.
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (read(aside) !== found) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function parse(content: string): Holder | undefined {
  try {
    const holder = JSON.parse(content) as Holder;
    return Number.isInteger(holder?.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
