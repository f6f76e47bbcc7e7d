const { default: Runtime } = require('jest-runtime');
const withSharedContext = require('./tests-context.cjs');

let runtime;

/** Loads Jest's own modules and packages once for all specs of a worker, and the project's own modules again for each spec. */
module.exports = class SharedRuntime extends Runtime {
  constructor(...options) {
    if (runtime) {
      runtime._testPath = options[6];
      // Another spec may have loaded what this one changes.
      runtime.#forgetModules();
      return runtime;
    }
    super(...options);
    runtime = this;
  }

  requireInternalModule(from, to) {
    if (to) return super.requireInternalModule(from, to);
    // Jest keeps the tests of a spec in this module, and who listens to them in a global.
    this.registries.getInternalCjsRegistry().delete(from);
    delete this._environment.global[Symbol.for('EVENT_HANDLERS')];
    return withSharedContext(() => super.requireInternalModule(from, to));
  }

  teardown() {
    this.restoreAllMocks();
    this.testMainModule.reset();
    this.enterTestCode();
    this.#forgetModules();
  }

  #forgetModules() {
    const { rootDir } = this._config;
    const { registries } = this;
    for (const modules of [registries.getActiveCjsRegistry(), registries.getActiveEsmRegistry()])
      for (const path of modules.keys()) if (this.#changes(path.replace('file://', ''), rootDir)) modules.delete(path);
  }

  /** Whether a spec may leave the module changed. Specs of other projects use the libraries as they are. */
  #changes(file, rootDir) {
    // The product takes attributes out of the schemas of scimmy.
    if (file.includes('/node_modules/')) return file.includes('/node_modules/scimmy/');
    return file.startsWith(`${rootDir}/`) && (!file.includes('/libs/') || this._testPath.includes('/libs/'));
  }
};
