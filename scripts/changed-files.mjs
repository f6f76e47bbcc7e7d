import { execFileSync, spawnSync } from 'node:child_process';
import { workspace } from './test-selection.mjs';

const list = (...args) =>
  execFileSync('git', args, { cwd: workspace, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter(Boolean);

/** Returns the files that differ from `ref` (default: the merge base with origin/main), with new and deleted ones. */
export function changedFiles(ref) {
  const fork = spawnSync('git', ['merge-base', 'HEAD', 'origin/main'], { cwd: workspace, encoding: 'utf8' });
  const base = ref || (fork.status === 0 ? fork.stdout.trim() : 'HEAD');
  const tracked = list('diff', '--name-only', '--no-renames', '-z', base, '--');
  const untracked = list('ls-files', '--others', '--exclude-standard', '-z');
  return { base, files: [...new Set([...tracked, ...untracked])].sort() };
}
