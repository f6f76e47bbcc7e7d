import { fileURLToPath } from 'node:url';
import base from '../../jest.config.base.mjs';

const longest = [
  'routes',
  'backup',
  'import-corpus',
  'import-worker',
  'monitoring',
  'k8s',
  'first-visit',
  'user-changes',
];

/** Its specs start whole systems and wait for them, so one more of them runs at a time than of other projects. */
export default {
  ...base,
  maxWorkers: base.maxWorkers + 1,
  testSequencer: '../../libs/testing/run/longest-first.mjs',
  globals: {
    longest,
    sharedProcess: fileURLToPath(new URL('test/shared-system-process.ts', import.meta.url)),
  },
};
