import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

interface Sighting {
  state: string;
  started: string;
}

/** What Linux (/proc) or else ps says of a process, undefined where neither knows it. */
function sight(pid: number): Sighting | undefined {
  try {
    // The name before the last ')' may hold anything; after it come the state (field 3) and the start time (field 22).
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

/** Tells one process from another that got the same number later. */
export function processStart(pid: number): string | undefined {
  return sight(pid)?.started;
}

/** A zombie does not run: nobody has asked for its exit code yet, which may take its parent long. */
export function isRunning(pid: number): boolean {
  const seen = sight(pid);
  return seen !== undefined && !seen.state.startsWith('Z') && !seen.state.startsWith('X');
}

/** Whether the process works in this folder, whatever name the folder has in its mount namespace. */
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
