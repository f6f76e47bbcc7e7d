import base from '../jest.config.base.mjs';

/** The specs expect answers within a time, and the long run measures times. A spec that starts products may take minutes. */
export default {
  ...base,
  maxWorkers: process.env.LONG === '1' ? 1 : base.maxWorkers,
  testSequencer: '../libs/testing/run/longest-first.mjs',
  globals: {
    longest: ['faults', 'people', 'kills', 'leads', 'roll-out', 'main-job', 'servers-of-roles', 'start'],
  },
  testTimeout: 300_000,
};
