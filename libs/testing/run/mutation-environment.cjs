const { TestEnvironment } = require('jest-environment-node');

let shared;

/** The globals that all runs of a worker share. Stryker names the mutant of a run in a variable, and adds to the object. */
module.exports = class MutationEnvironment {
  constructor(...options) {
    shared ??= new TestEnvironment(...options);
    const { global } = shared;
    delete global.__stryker__;
    global.process.env.__STRYKER_ACTIVE_MUTANT__ = process.env.__STRYKER_ACTIVE_MUTANT__ ?? '';
    return Object.create(shared, { teardown: { value: () => shared.fakeTimersModern.useRealTimers() } });
  }
};
