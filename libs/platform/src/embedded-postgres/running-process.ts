import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

interface ProcessState {
  state: string;
  started: string;
}

function readState(pid: number): ProcessState | undefined {
  try {
    // The name before the last ')' may contain anything. The state (field 3) and the start time (field 22) follow it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { state: fields[0] ?? '', started: `${boot}:${fields[19]}` };
  } catch {
    if (process.platform === 'linux') return undefined;
  }
  const ps = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [, state, started] = /^\s*(\S+)\s+(.+?)\s*$/.exec(ps.stdout ?? '') ?? [];
  return state && started ? { state, started } : undefined;
}

/** Distinguishes a process from a later one with the same id. */
export function processStart(pid: number): string | undefined {
  return readState(pid)?.started;
}

/** A zombie does not count: its parent may take long to read its exit code. */
export function isRunning(pid: number): boolean {
  const seen = readState(pid);
  return seen !== undefined && !seen.state.startsWith('Z') && !seen.state.startsWith('X');
}

export function worksIn(pid: number, folder: string): boolean {
  try {
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return theirs.dev === ours.dev && theirs.ino === ours.ino;
  } catch {
    if (process.platform === 'linux') return false;
  }
  const ps = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return (ps.stdout ?? '').includes(folder);
}
