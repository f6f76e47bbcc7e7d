import { fileURLToPath } from 'node:url';
import base from '../../jest.config.base.mjs';

const longest = ['routes', 'monitoring', 'first-visit', 'import-worker', 'imports', 'one-lead', 'accounts'];

/** Its specs start whole systems, so no other project runs beside it. */
export default {
  ...base,
  maxWorkers: 4,
  testSequencer: '../../libs/testing/run/longest-first.mjs',
  globals: {
    longest,
    sharedProcess: fileURLToPath(new URL('test/shared-system-process.ts', import.meta.url)),
  },
};
