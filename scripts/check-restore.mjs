// npm run check:restore [-- --leads N]: tries a restore and compares everything with what was there (docs/operations.md).
import { mkdtempSync, rmSync } from 'node:fs';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepare, workspace } from './prepare.mjs';
import { onStop } from './processes.mjs';

process.chdir(workspace);
await prepare({ quiet: true });
process.env.TEST_RUN_FOLDER = mkdtempSync(path.join(tmpdir(), 'lead-finder-restore-'));
process.once('exit', () => rmSync(process.env.TEST_RUN_FOLDER, { recursive: true, force: true }));
register('../libs/testing/run/typescript-hooks.mjs', import.meta.url);
const { closeDrill } = await import('../e2e/src/restore/restore-drill.ts');
const { restoreCommand } = await import('../e2e/src/restore/restore-command.ts');
const end = onStop(closeDrill);
try {
  await end((await restoreCommand(process.argv.slice(2))) ? 0 : 1);
} catch (error) {
  console.error(error);
  await end(1);
}
