// Compiles src/**/*.ts of a project to dist/. SWC only emits; `npm run typecheck` checks the types.
import { transformFile } from '@swc/core';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiler } from './compiler.mjs';

const packages = fileURLToPath(new URL('../services/host/dist/node_modules', import.meta.url));

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
for (const file of readdirSync('src', { recursive: true })) {
  const target = path.join('dist', file.replace(/\.ts$/, '.js'));
  if (/\.(json|csv|sql|txt)$/.test(file)) {
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join('src', file), target);
  }
  if (!file.endsWith('.ts') || file.endsWith('.spec.ts') || file.endsWith('.d.ts')) continue;
  const { code, map } = await transformFile(path.join('src', file), {
    ...compiler,
    sourceFileName: path.relative(path.dirname(target), path.join('src', file)),
    sourceMaps: true,
  });
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${code}\n//# sourceMappingURL=${path.basename(target)}.map\n`);
  writeFileSync(`${target}.map`, map);
}
const own = path.resolve('dist/node_modules');
if (own !== packages) symlinkSync(path.relative('dist', packages), own, 'junction');
