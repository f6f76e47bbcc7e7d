import { fileURLToPath } from 'node:url';
import base from '../../jest.config.base.mjs';

/** Its specs start whole systems, so no other project runs beside it. */
export default {
  ...base,
  // A spec waits a fifth of its time.
  maxWorkers: 3,
  globals: { sharedProcess: fileURLToPath(new URL('test/shared-system-process.ts', import.meta.url)) },
};
