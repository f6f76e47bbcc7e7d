// npm run sbom [-- FILE]: writes the shipped packages as CycloneDX, from a temporary workspace that has only those.
// `npm sbom --omit=dev` would also omit the packages that are built into the page.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const shipped = [
  'libs/contracts',
  'libs/workbooks',
  'libs/platform',
  'gateway',
  'web',
  ...readdirSync(path.join(workspace, 'services')).map((name) => `services/${name}`),
];

function importedByPage() {
  const source = path.join(workspace, 'web/src');
  const files = readdirSync(source, { recursive: true }).filter(
    (file) => /\.(tsx?|css)$/.test(file) && !/\.spec\.|^dev[\\/]/.test(file),
  );
  return new Set(
    files.flatMap((file) => {
      const text = readFileSync(path.join(source, file), 'utf8');
      return [...text.matchAll(/(?:from|import|import\(|@import) ?'((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name]) => name);
    }),
  );
}

const folder = mkdtempSync(path.join(tmpdir(), 'lead-finder-sbom-'));
try {
  // npm takes the name of the component from the folder.
  const copy = path.join(folder, 'lead-finder');
  const { devDependencies, ...manifest } = JSON.parse(readFileSync(path.join(workspace, 'package.json'), 'utf8'));
  const page = importedByPage();
  const ofPage = Object.entries(devDependencies).filter(([name]) => page.has(name));
  const dependencies = { ...manifest.dependencies, ...Object.fromEntries(ofPage) };
  for (const each of shipped) {
    mkdirSync(path.join(copy, each), { recursive: true });
    cpSync(path.join(workspace, each, 'package.json'), path.join(copy, each, 'package.json'));
  }
  writeFileSync(path.join(copy, 'package.json'), JSON.stringify({ ...manifest, workspaces: shipped, dependencies }));
  const { packages, ...lock } = JSON.parse(readFileSync(path.join(workspace, 'package-lock.json'), 'utf8'));
  const left = Object.entries(packages).filter(
    ([at, { resolved, link }]) =>
      at === '' || shipped.includes(link ? resolved : at) || (!link && at.includes('node_modules/')),
  );
  writeFileSync(path.join(copy, 'package-lock.json'), JSON.stringify({ ...lock, packages: Object.fromEntries(left) }));
  const npm = (...args) =>
    execFileSync('npm', args, {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
  npm('install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
  const bom = npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application');
  const [file] = process.argv.slice(2);
  if (file) writeFileSync(file, bom);
  else process.stdout.write(bom);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
