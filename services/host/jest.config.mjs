import base from '../../jest.config.base.mjs';

/** Its specs start whole systems, so no other project runs beside it. */
export default { ...base, maxWorkers: 2 };
