import { readdirSync } from 'node:fs';
import path from 'node:path';

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
