import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { versionIn, workspace, type Version } from './version.js';

const migrations = [':(glob)services/*/src/migrations/[0-9]*.ts', ':(glob)libs/platform/src/database/*.migration.ts'];

const gitIn =
  (clone: string) =>
  (...args: string[]): string =>
    execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();

export const commitOf = (name: string, clone = workspace): string =>
  gitIn(clone)('rev-parse', '--verify', `${name}^{commit}`);

/** Returns the newest release without the newest migration, or else the commit before that migration. */
export function commitBefore(clone: string, asked = process.env.VERSION_BEFORE): string {
  const git = gitIn(clone);
  if (git('rev-parse', '--is-shallow-repository') === 'true')
    throw new Error('This clone has no history, so it has no version before. Run: git fetch --unshallow --tags');
  if (asked) return commitOf(asked, clone);
  const [added] = git('log', '-1', '--format=%H', '--diff-filter=A', '--find-renames', '--', ...migrations).split('\n');
  const byVersion = ['-c', 'versionsort.suffix=-', 'tag', '--sort=-version:refname'];
  const [release] = git(...byVersion, '--list', 'v*', '--merged', `${added}^`).split('\n');
  return commitOf(release || `${added}^`, clone);
}

/** Returns that version, built. `VERSION_BEFORE` names another commit or tag. */
export const versionBefore = (): Version => versionIn(builtFolder(commitBefore(workspace)));

/** Exports the commit from the history and builds it, once. Returns its folder. */
export function builtFolder(commit: string): string {
  const versions = path.join(workspace, '.cache/versions');
  const folder = path.join(versions, commit);
  if (!existsSync(folder)) {
    rmSync(versions, { recursive: true, force: true });
    const unfinished = path.join(versions, 'unfinished');
    mkdirSync(unfinished, { recursive: true });
    build(commit, unfinished);
    renameSync(unfinished, folder);
  }
  return folder;
}

function build(commit: string, folder: string): void {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, {
      cwd: folder,
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
      stdio: 'pipe',
      maxBuffer: 2 ** 28,
    });
  const lockOf = (at: string) => readFileSync(path.join(at, 'package-lock.json'), 'utf8');
  run('sh', '-c', `git -C "${workspace}" archive ${commit} | tar -x`);
  if (lockOf(folder) === lockOf(workspace))
    cpSync(path.join(workspace, 'node_modules'), path.join(folder, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
  else run('npm', 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error');
  run('npm', 'run', 'build');
}
