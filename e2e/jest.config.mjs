import base from '../jest.config.base.mjs';

/** The long run measures times. A spec that starts products may take minutes, and waits for a third of them. */
export default {
  ...base,
  maxWorkers: process.env.LONG === '1' ? 1 : base.maxWorkers + 1,
  testSequencer: '../libs/testing/run/longest-first.mjs',
  globals: {
    longest: [
      ...['people', 'leads', 'faults', 'import-kill', 'roll-out', 'main-job', 'kill-nine', 'nats-away', 'start'],
      'used-servers',
    ],
  },
  testTimeout: 300_000,
};
