import base from '../jest.config.base.mjs';

const longest = ['faults', 'accounts', 'main-job', 'import-kill', 'area-search-kill', 'roll-out', 'session'];

/** The long run measures times, so one spec runs at a time. A spec that starts products may take minutes. */
export default {
  ...base,
  maxWorkers: process.env.LONG === '1' ? 1 : 3,
  testSequencer: '../libs/testing/run/longest-first.mjs',
  globals: { longest },
  testTimeout: 300_000,
};
