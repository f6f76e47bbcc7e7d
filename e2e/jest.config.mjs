import base from '../jest.config.base.mjs';

/**
 * Products are started, two files at a time, on whatever machine this is: what is slow is no failure. What must be
 * quick says so in its spec.
 */
export default { ...base, testTimeout: 300_000 };
