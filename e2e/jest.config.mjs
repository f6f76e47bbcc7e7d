import base from '../jest.config.base.mjs';

const longest = ['faults', 'kill-nine', 'roll-out', 'import-kill', 'main-job', 'used-servers', 'start', 'nats-away'];

/** The long run measures times, so one spec runs at a time. A spec that starts products may take minutes. */
export default {
  ...base,
  maxWorkers: process.env.LONG === '1' ? 1 : 4,
  testTimeout: 300_000,
  testSequencer: '../libs/testing/run/longest-first.mjs',
  globals: { longest },
};
