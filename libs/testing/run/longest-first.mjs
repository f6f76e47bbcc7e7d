import Sequencer from '@jest/test-sequencer';

/** Starts the specs that the configuration calls long before the others, as one that starts last runs alone. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path, context }) => {
      const at = context.config.globals.longest.findIndex((name) => path.endsWith(`/${name}.spec.ts`));
      return at < 0 ? tests.length : at;
    };
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
}
