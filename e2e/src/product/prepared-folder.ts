import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '@lead-finder/testing';

/**
 * Puts into the folder what `make` leaves in an empty one. One spec of the run makes it, all others take copies; who comes
 * meanwhile waits, and makes it where the first one failed.
 */
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
  // The owners stay: PostgreSQL does not run on a folder of somebody else's.
  execFileSync('cp', ['-a', `${ready}/.`, to]);
}
