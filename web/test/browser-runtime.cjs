const { default: Runtime } = require('jest-runtime');

let runtime;

/** Loads packages and contracts once for all specs of a worker, and the page's own modules again for each spec. */
module.exports = class BrowserRuntime extends Runtime {
  constructor(...options) {
    if (runtime) return runtime;
    super(...options);
    runtime = this;
  }

  requireInternalModule(from, to) {
    if (!to) {
      // Jest keeps the tests of a spec in this module, and who listens to them in a global.
      this.registries.getInternalCjsRegistry().delete(from);
      delete this._environment.global[Symbol.for('EVENT_HANDLERS')];
    }
    return super.requireInternalModule(from, to);
  }

  teardown() {
    this.restoreAllMocks();
    this.testMainModule.reset();
    this.enterTestCode();
    const { rootDir } = this._config;
    const modules = this.registries.getActiveCjsRegistry();
    for (const file of modules.keys()) if (file.startsWith(`${rootDir}/`)) modules.delete(file);
  }
};
