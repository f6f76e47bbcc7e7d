// npm run bench -- NAME [options]: runs e2e/bench/NAME.bench.mjs, which fails if a value misses its bound.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { prepare, workspace } from './prepare.mjs';

const folder = path.join(workspace, 'e2e', 'bench');
const names = readdirSync(folder)
  .filter((file) => /^[a-z-]+\.bench\.mjs$/.test(file))
  .map((file) => file.slice(0, -'.bench.mjs'.length));
const [name] = process.argv.splice(2, 1);
if (!names.includes(name)) {
  console.error(`npm run bench -- ${names.join(' | ')}`);
  process.exit(1);
}
await prepare({ quiet: true });
await import(`../e2e/bench/${name}.bench.mjs`);
