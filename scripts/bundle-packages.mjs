// Bundles the packages that the server imports into the dist/node_modules of the host (docs/decisions/0054).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(workspace, 'services/host/dist/node_modules');
const read = (file) => JSON.parse(readFileSync(path.join(workspace, file), 'utf8'));

/** They look for their native code in their own folder. */
const native = ['@node-rs/argon2', 'msgpackr-extract'];

const packageOf = (name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');
const entryOf = (name) => (name === packageOf(name) ? `${name}/index.js` : `${name.replace(/\.js$/, '')}.js`);

function importedNames() {
  const shipped = Object.keys(read('package.json').dependencies).filter((name) => !native.includes(name));
  const projects = Object.keys(read('services/host/package.json').dependencies).map((name) => `node_modules/${name}`);
  const imported = ['services/host', ...projects].flatMap((project) => {
    const dist = path.join(workspace, project, 'dist');
    const files = readdirSync(dist, { recursive: true }).filter((file) => file.endsWith('.js'));
    const codes = files.map((file) => readFileSync(path.join(dist, file), 'utf8'));
    return codes.flatMap((code) =>
      [...code.matchAll(/\b(?:from|import) ?\(?['"]([@\w][^'"]*)['"]/g)].map(([, name]) => name),
    );
  });
  return [...new Set(imported)].filter((name) => shipped.includes(packageOf(name))).sort();
}

const namesOf = (module) => Object.keys(module).filter((name) => name !== 'module.exports');

/** What Node's import offers: the names of a CommonJS module are properties of its default. */
function facadeOf(name, module) {
  const names = namesOf(module).filter((each) => each !== 'default');
  if (names.some((each) => module.default?.[each] !== module[each]))
    return `export * from '${name}';${module.default ? ` export { default } from '${name}';` : ''}`;
  const constants = names.map((each, at) => `const _${at} = all['${each}']; export { _${at} as '${each}' };`);
  return [`import all from '${name}'; export default all;`, ...constants].join('\n');
}

rmSync(folder, { recursive: true, force: true });
const modules = new Map();
for (const name of importedNames()) modules.set(name, await import(name));
const facades = new Map([...modules].map(([name, module]) => [`facade:${name}.mjs`, facadeOf(name, module)]));
const bundle = await rolldown({
  cwd: workspace,
  input: Object.fromEntries([...modules.keys()].map((name) => [entryOf(name), `facade:${name}.mjs`])),
  platform: 'node',
  external: native,
  transform: { define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
  onLog: (level, log, handle) => log.code === 'UNRESOLVED_IMPORT' || handle(level, log),
  plugins: [
    {
      name: 'facades',
      resolveId: (id) => (facades.has(id) ? path.join(workspace, id) : undefined),
      load: (id) => facades.get(path.relative(workspace, id)),
    },
  ],
});
await bundle.write({
  dir: folder,
  format: 'esm',
  keepNames: true,
  strictExecutionOrder: true,
  entryFileNames: '[name]',
  chunkFileNames: '.chunks/[name].js',
});
await bundle.close();

for (const name of new Set([...modules.keys()].map(packageOf))) {
  const entries = [...modules.keys()].filter((each) => packageOf(each) === name);
  const exports = entries.map((each) => [`.${each.slice(name.length)}`, `.${entryOf(each).slice(name.length)}`]);
  writeFileSync(
    path.join(folder, name, 'package.json'),
    JSON.stringify({ name, type: 'module', exports: Object.fromEntries(exports) }),
  );
}
const lock = createHash('sha256')
  .update(readFileSync(path.join(workspace, 'package-lock.json')))
  .digest('hex');
writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', lock }));

for (const [name, module] of modules) {
  const bundled = await import(pathToFileURL(path.join(folder, entryOf(name))).href);
  const lost = namesOf(module).filter((each) => !(each in bundled));
  if (lost.length > 0) throw new Error(`The bundle of ${name} lacks ${lost.join(', ')}.`);
}
process.exit();
