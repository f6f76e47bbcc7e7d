import base from '../jest.config.base.mjs';

/** Two files at a time start products, also on slow machines. A spec that must be fast has its own bound. */
export default { ...base, testTimeout: 300_000 };
