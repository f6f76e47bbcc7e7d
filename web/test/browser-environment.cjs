const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom with the web interfaces that it lacks and that Node has: browsers have them all. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
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
    });
  }
};
