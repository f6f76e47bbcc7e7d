import { transform } from '@swc/core';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compiler } from '../../../scripts/compiler.mjs';

const workspace = new URL('../../../', import.meta.url).href;
export const sources = {
  '@lead-finder/contracts': 'libs/contracts/src/index.ts',
  '@lead-finder/platform': 'libs/platform/src/index.ts',
  '@lead-finder/platform/embedded-postgres': 'libs/platform/src/embedded-postgres/embedded-postgres.ts',
  '@lead-finder/workbooks': 'libs/workbooks/src/index.ts',
  '@lead-finder/testing': 'libs/testing/src/index.ts',
  '@lead-finder/gateway': 'gateway/src/index.ts',
  ...Object.fromEntries(
    ['users', 'places', 'leads', 'imports', 'progress', 'host'].map((name) => [
      `@lead-finder/${name}`,
      `services/${name}/src/index.ts`,
    ]),
  ),
};

/** Resolves `.js` to the `.ts` beside it, and the workspace's projects to their sources. */
export async function resolve(specifier, context, next) {
  const entry = sources[specifier];
  if (entry) return { url: workspace + entry, format: 'module', shortCircuit: true };
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.startsWith(workspace) || !url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    ...compiler,
    filename,
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
