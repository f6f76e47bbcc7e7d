import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const workspace = fileURLToPath(new URL('..', import.meta.url));

const calls = {
  database: /\b(freshDatabase|preparedDatabase|serviceDatabase|startTestService)\b/,
  postgres: /\b(freshDatabase|preparedDatabase|serviceDatabase|startTestService|startPostgres(Pair)?)\b/,
  nats: /\b(testNats|natsAccount|startNats)\b/,
  redis: /\b(testRedis|startRedis)\b/,
  s3: /\b(testS3|startS3)\b/,
  'nats-server': /\bstartNatsCluster\b/,
  'redis-server': /\b(startRedisCluster|startSentinelSet)\b/,
  promtool: /\bpromtoolPath\b/,
  pgbouncer: /\bstartPgBouncer\b/,
  simplesamlphp: /\bstartSimpleSamlPhp\b/,
  browser: /\b(openBrowser|chromiumPath)\b/,
  build: /\bdist\/main\.js\b/,
};

export const projects = [
  ...['contracts', 'workbooks', 'platform', 'testing'].map((name) => ({ name, folder: `libs/${name}` })),
  ...['users', 'places', 'leads', 'imports', 'progress', 'host'].map((name) => ({ name, folder: `services/${name}` })),
  ...['gateway', 'web', 'e2e'].map((name) => ({ name, folder: name })),
];

function sourceOf(file) {
  const candidates = [file, file.replace(/\.js$/, '.ts'), file.replace(/\.js$/, '.tsx'), `${file}.ts`, `${file}.tsx`];
  return candidates.find((candidate) => /\.tsx?$/.test(candidate) && existsSync(candidate));
}

/** Returns the servers that a file or its imports call for. The imports of an index do not count. */
function needsOf(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const own = Object.keys(calls).filter((server) => calls[server].test(text));
  const imported = [...text.matchAll(/\bfrom '(\.{1,2}\/[^']+)'/g)]
    .filter(([, source]) => !source.endsWith('/index.js'))
    .map(([, source]) => sourceOf(path.resolve(path.dirname(file), source)))
    .filter(Boolean);
  return [...new Set([...own, ...imported.flatMap((other) => needsOf(other, seen))])];
}

export function findSpecs() {
  return projects.flatMap(({ name, folder }) => {
    const roots = ['src', 'test'].map((root) => path.join(workspace, folder, root)).filter(existsSync);
    const files = roots.flatMap((root) => readdirSync(root, { recursive: true }).map((file) => path.join(root, file)));
    return files
      .filter((file) => /\.spec\.tsx?$/.test(file))
      .sort()
      .map((file) => {
        const given = path.relative(workspace, file).split(path.sep).join('/');
        return { project: name, folder, file: given, needs: needsOf(file) };
      });
  });
}

export function ofSuite(specs, suite) {
  const project = specs.filter((spec) => spec.project === suite);
  return project.length > 0 ? project : specs.filter((spec) => spec.file.includes(suite));
}
