import { mock } from 'node:test';

/** Runs a spec with the globals of its process, and puts back the variables, methods and clock that the spec replaced. */
export default class ProcessEnvironment {
  global = globalThis;
  // Specs replace methods and the clock by Node's own `mock`. Jest calls this after a spec.
  moduleMocker = { restoreAllMocks: () => mock.reset() };
  #exit = process.exit;
  #console = console;
  #variables = { ...process.env };

  getVmContext() {
    return null;
  }

  setup() {
    // Node maps the lines of a stack by the source map in each module; Jest's own way knows only what Jest has loaded.
    delete Error.prepareStackTrace;
    process.setSourceMapsEnabled(true);
  }

  teardown() {
    process.exit = this.#exit;
    // Jest replaces it by one that collects, and with one worker its reporters share it.
    globalThis.console = this.#console;
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
  }
}
