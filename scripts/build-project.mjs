// build-project.mjs PROJECT: compiles src/**/*.ts to dist/. SWC only emits; `npm run typecheck` checks the types. What the index
// imports goes into bundle.js, and each file exports its names from there (docs/decisions/0065).
import { transformFile } from '@swc/core';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { compiler } from './compiler.mjs';

const packages = fileURLToPath(new URL('../services/host/dist/node_modules', import.meta.url));
process.chdir(process.argv[2]);
const dist = path.resolve('dist');
const modules = new Map();

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const file of readdirSync('src', { recursive: true })) {
  const target = path.join(dist, file.replace(/\.ts$/, '.js'));
  if (/\.(json|csv|sql|txt)$/.test(file)) {
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join('src', file), target);
  }
  if (!file.endsWith('.ts') || file.endsWith('.spec.ts') || file.endsWith('.d.ts')) continue;
  const sourceFileName = path.relative(path.dirname(target), path.resolve('src', file));
  modules.set(target, await transformFile(path.join('src', file), { ...compiler, sourceFileName, sourceMaps: true }));
}

const importsOf = (id) =>
  [...modules.get(id).code.matchAll(/\b(?:from|import) '(\.[^']*)'/g)].map(([, name]) =>
    path.resolve(path.dirname(id), name),
  );

const index = path.join(dist, 'index.js');
const bundled = new Set(modules.has(index) ? [index] : []);
for (const id of bundled) for (const each of importsOf(id)) bundled.add(each);

// The index waits for the migrations of its service, which would wait for the bundle with the index.
for (const id of modules.keys())
  if (path.dirname(id) === path.join(dist, 'migrations') && importsOf(id).some((each) => bundled.has(each)))
    throw new Error(`${path.relative(dist, id)} imports a file of its service`);

/** Paths that a module builds from its own stay what they are. */
const inBundle = (id, code) =>
  code.replaceAll(
    'import.meta.url',
    `new URL('./${path.relative(dist, id).replaceAll('\\', '/')}', import.meta.url).href`,
  );

const bundle = await rolldown({
  input: Object.fromEntries([...modules.keys()].map((id) => [path.relative(dist, id).replace(/\.js$/, ''), id])),
  platform: 'node',
  preserveEntrySignatures: 'strict',
  treeshake: false,
  plugins: [
    {
      name: 'compiled',
      resolveId: (name, from) => {
        const id = path.isAbsolute(name) ? name : path.resolve(path.dirname(from), name);
        return modules.has(id) ? id : { id: name, external: true };
      },
      load: (id) => {
        const { code, map } = modules.get(id);
        return { code: bundled.has(id) ? inBundle(id, code) : code, map };
      },
    },
  ],
});
await bundle.write({
  dir: dist,
  format: 'esm',
  keepNames: true,
  sourcemap: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  codeSplitting: { groups: [{ name: 'bundle', test: (id) => bundled.has(id) }] },
});
await bundle.close();

const own = path.join(dist, 'node_modules');
if (own !== packages) symlinkSync(path.relative(dist, packages), own, 'junction');
