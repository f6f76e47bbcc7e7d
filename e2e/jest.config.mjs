import base from '../jest.config.base.mjs';

/**
 * The long run measures times, so one spec runs at a time. A machine of CI may be slow, and the specs expect answers within a time.
 * A spec that starts products may take minutes.
 */
const maxWorkers = process.env.CI === 'true' ? 2 : 4;

export default {
  ...base,
  maxWorkers: process.env.LONG === '1' ? 1 : maxWorkers,
  testSequencer: '../libs/testing/run/longest-first.mjs',
  globals: {
    longest: [
      ...['people', 'leads', 'faults', 'import-kill', 'roll-out', 'main-job', 'kill-nine', 'nats-away', 'start'],
      'used-servers',
    ],
  },
  testTimeout: 300_000,
};
