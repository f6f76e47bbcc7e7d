import base from '../jest.config.base.mjs';

/** The long run measures times, so one spec runs at a time. Two start products, also on slow machines. */
export default { ...base, maxWorkers: process.env.LONG === '1' ? 1 : 2, testTimeout: 300_000 };
