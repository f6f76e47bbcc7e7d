const asyncHooks = require('node:async_hooks');

const { AsyncLocalStorage } = asyncHooks;
const context = new AsyncLocalStorage();

/**
 * Loads the module in which Jest keeps the tests of a spec. Each storage that was ever used costs time at every promise, so all
 * specs share one.
 */
module.exports = function withSharedContext(load) {
  asyncHooks.AsyncLocalStorage = function SharedStorage() {
    return context;
  };
  try {
    return load();
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
};
