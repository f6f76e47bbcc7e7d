import base from '../../jest.config.base.mjs';

export default {
  ...base,
  testSequencer: '../testing/run/longest-first.mjs',
  globals: { longest: ['embedded-postgres', 'jobs', 'files', 's3-file-store', 'events', 'reconciled-queue'] },
};
