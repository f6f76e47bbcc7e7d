const { TestEnvironment } = require('jest-environment-jsdom');

let environment;

/** Reports to the console of the spec that runs. */
const console = new Proxy(
  {},
  {
    get:
      (_, name) =>
      (...said) =>
        environment.global.console[name](...said),
  },
);

/** jsdom with the web interfaces that it lacks and that Node has: browsers have them all. The specs of a worker share it. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  #before;
  #timers = 1;
  #frames = 1;

  constructor(config, context) {
    if (environment) return environment;
    super(config, { ...context, console });
    Object.assign(this.global, {
      fetch,
      Headers,
      Request,
      Response,
      ReadableStream,
      TextDecoder,
      TextEncoder,
      structuredClone,
      TransformStream,
      WritableStream,
      CompressionStream,
      DecompressionStream,
      // React's scheduler uses it. If its work waited for a timer, the end of a spec would stop it for all others.
      setImmediate,
      clearImmediate,
    });
    environment = this;
  }

  setup() {
    const { global } = this;
    const { HTMLElement, HTMLCanvasElement, document, navigator } = global;
    this.#before = [global, navigator, document, HTMLElement.prototype, HTMLCanvasElement.prototype].map((place) => ({
      place,
      properties: Object.getOwnPropertyDescriptors(place),
    }));
  }

  /** Leaves an empty page at the first address, without timers, as the next spec expects it. */
  teardown() {
    this.fakeTimersModern.useRealTimers();
    for (const { place, properties } of this.#before) putBack(place, properties);
    this.#endTimers();
    const { document, history } = this.global;
    for (const each of [document.head, document.body]) each.replaceChildren();
    for (const each of [document.documentElement, document.body])
      for (const name of each.getAttributeNames()) each.removeAttribute(name);
    for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
    history.replaceState(null, '', '/');
  }

  #endTimers() {
    const timer = this.global.setTimeout(() => undefined);
    const frame = this.global.requestAnimationFrame(() => undefined);
    for (; this.#timers <= timer; this.#timers++) this.global.clearTimeout(this.#timers);
    for (; this.#frames <= frame; this.#frames++) this.global.cancelAnimationFrame(this.#frames);
  }
};

function putBack(place, before) {
  for (const name of Object.getOwnPropertyNames(place))
    // Packages, which stay loaded, begin their own names with these.
    if (!(name in before) && !name.startsWith('__')) delete place[name];
  for (const [name, property] of Object.entries(before)) {
    const now = Object.getOwnPropertyDescriptor(place, name);
    if (now?.value !== property.value || now?.get !== property.get) Object.defineProperty(place, name, property);
  }
}
