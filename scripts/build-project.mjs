// Compiles src/**/*.ts of a project to dist/. SWC only emits; `npm run typecheck` checks the types.
import { transformFile } from '@swc/core';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

rmSync('dist', { recursive: true, force: true });
for (const file of readdirSync('src', { recursive: true })) {
  const target = path.join('dist', file.replace(/\.ts$/, '.js'));
  if (/\.(json|csv|sql|txt)$/.test(file)) {
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join('src', file), target);
  }
  if (!file.endsWith('.ts') || file.endsWith('.spec.ts') || file.endsWith('.d.ts')) continue;
  const { code, map } = await transformFile(path.join('src', file), {
    swcrc: false,
    sourceFileName: path.relative(path.dirname(target), path.join('src', file)),
    sourceMaps: true,
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'es6' },
  });
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${code}\n//# sourceMappingURL=${path.basename(target)}.map\n`);
  writeFileSync(`${target}.map`, map);
}
