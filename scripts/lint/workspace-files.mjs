import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const workspace = fileURLToPath(new URL('../..', import.meta.url));
const generated = new Set(['node_modules', 'dist', 'coverage', '.git', '.cache', '.data', '.nx']);

export function pathsBelow(root, folder = '.') {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries
    .filter(({ name }) => !generated.has(name) && path.posix.join(folder, name) !== 'tour')
    .reduce(
      (paths, entry) => {
        const at = path.posix.join(folder, entry.name);
        return entry.isDirectory() ? [...paths, ...pathsBelow(root, at)] : [...paths, at];
      },
      [folder],
    );
}

/** Runs a check of the given folder, or of the workspace, if its script was started. */
export function runAsScript(url, check) {
  if (realpathSync(process.argv[1]) !== fileURLToPath(url)) return;
  const { problems, summary } = check(path.resolve(process.argv[2] ?? workspace));
  for (const problem of problems) console.log(problem);
  console.log(summary);
  process.exitCode = problems.length ? 1 : 0;
}
