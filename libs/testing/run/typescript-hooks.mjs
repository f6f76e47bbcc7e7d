import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiler } from '../../../scripts/compiler.mjs';

const workspace = new URL('../../../', import.meta.url).href;
const read = (file) => readFileSync(new URL(file, workspace));
const host = new URL('services/host/dist/', workspace);
const bundle = new URL('node_modules/package.json', host);
/** Whether the last build bundled these versions of the packages (docs/decisions/0054). */
const isBundled =
  existsSync(bundle) &&
  JSON.parse(read(bundle)).lock === createHash('sha256').update(read('package-lock.json')).digest('hex');
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

/** Resolves `.js` to the `.ts` beside it, projects to their sources, and packages to their bundle if it has the path. */
export async function resolve(specifier, context, next) {
  const entry = sources[specifier];
  if (entry) return { url: workspace + entry, format: 'module', shortCircuit: true };
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
  }
  const { parentURL } = context;
  if (isBundled && /^[@a-z][^:]*$/.test(specifier) && parentURL?.endsWith('.ts')) {
    const bundled = await next(specifier, { ...context, parentURL: host.href }).catch(() => undefined);
    if (bundled) return bundled;
  }
  return next(specifier, { ...context, parentURL });
}

const options = { ...compiler, sourceMaps: 'inline', inlineSourcesContent: false };
const settings = JSON.stringify([JSON.parse(read('node_modules/@swc/core/package.json')).version, options]);
const root = fileURLToPath(workspace);
const compiled = path.join(root, '.cache/compiled');
mkdirSync(compiled, { recursive: true });

/** Of the many processes of a test run, the first that loads a file compiles it. A changed file replaces its entry. */
export async function load(url, context, next) {
  if (!url.startsWith(workspace) || !url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const text = readFileSync(filename, 'utf8');
  const key = createHash('sha256').update(settings).update(text).digest('base64url');
  const entry = path.join(compiled, path.relative(root, filename).replaceAll(path.sep, '+'));
  const stored = existsSync(entry) ? readFileSync(entry, 'utf8') : '';
  if (stored.startsWith(key)) return { format: 'module', source: stored.slice(key.length), shortCircuit: true };
  const { transform } = await import('@swc/core');
  const { code } = await transform(text, { ...options, filename });
  const unfinished = `${entry}.${process.pid}`;
  writeFileSync(unfinished, key + code);
  renameSync(unfinished, entry);
  return { format: 'module', source: code, shortCircuit: true };
}
