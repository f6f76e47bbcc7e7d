import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { eventually } from './eventually.js';

/** One spec of the run calls `make`, and all others copy the result, also those that come meanwhile. */
export async function copyPrepared(name: string, to: string, make: (folder: string) => Promise<void>): Promise<void> {
  const ready = path.join(process.env.TEST_RUN_FOLDER!, name);
  const making = `${ready}-making`;
  await eventually(
    async () => {
      if (existsSync(ready)) return;
      mkdirSync(making);
      try {
        await make(making);
        renameSync(making, ready);
      } finally {
        rmSync(making, { recursive: true, force: true });
      }
    },
    { within: 120_000 },
  );
  mkdirSync(path.dirname(to), { recursive: true });
  // The copy preserves the owners: PostgreSQL requires a folder of its own user.
  execFileSync('cp', ['-a', `${ready}/.`, to]);
}
