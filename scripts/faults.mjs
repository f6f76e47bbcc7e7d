// npm run faults [-- --seeds N] [--seed N] [--only NAME,…] [--short] [--rows N] [--list] [--table]
import { mkdtempSync, rmSync } from 'node:fs';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepare, workspace } from './prepare.mjs';
import { onStop } from './processes.mjs';

process.chdir(workspace);
await prepare({ quiet: true });
process.env.TEST_RUN_FOLDER = mkdtempSync(path.join(tmpdir(), 'lead-finder-faults-'));
process.once('exit', () => rmSync(process.env.TEST_RUN_FOLDER, { recursive: true, force: true }));
register('../libs/testing/run/typescript-hooks.mjs', import.meta.url);
const { closeEverything, faultsCommand } = await import('../e2e/src/faults/harness/faults-command.ts');
const end = onStop(closeEverything);
try {
  await end((await faultsCommand(process.argv.slice(2))) ? 0 : 1);
} catch (error) {
  console.error(error);
  await end(1);
}
