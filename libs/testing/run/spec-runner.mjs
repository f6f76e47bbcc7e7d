import circus from 'jest-circus/runner';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import withSharedContext from './tests-context.cjs';
import './typescript.mjs';

const require = createRequire(import.meta.url);

/** Runs a spec on Node's own modules, so that a worker loads the product once and not once for each spec. */
export default function runSpec(globalConfig, projectConfig, environment, runtime, file, sendMessageToJest) {
  const native = Object.create(runtime, {
    unstable_shouldLoadAsEsm: { value: () => true },
    unstable_importModule: { value: (path) => import(pathToFileURL(path).href) },
    requireInternalModule: {
      value(path) {
        // Jest keeps the tests of a file in this module, and who listens to them in a global.
        delete require.cache[path];
        delete globalThis[Symbol.for('EVENT_HANDLERS')];
        return withSharedContext(() => require(path));
      },
    },
  });
  return circus.default(globalConfig, projectConfig, environment, native, file, sendMessageToJest);
}
