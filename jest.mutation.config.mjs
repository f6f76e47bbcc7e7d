import { fileURLToPath } from 'node:url';
import { selection } from './jest.config.base.mjs';
import { sources } from './libs/testing/run/typescript-hooks.mjs';
import { compiler } from './scripts/compiler.mjs';

// Every mutant runs on the same made-up data.
process.env.TEST_SEED ??= '1';

const workspace = fileURLToPath(new URL('.', import.meta.url));
const page = { ...compiler, jsc: { ...compiler.jsc, parser: { syntax: 'typescript', tsx: true } } };

/**
 * Rules, policies and entities need no server and no browser, so one configuration runs their specs of all projects.
 * Jest loads the modules of each run again, as a mutant may change what a module does when it is loaded.
 */
export default {
  ...selection,
  roots: ['gateway', 'libs', 'services', 'web'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.{rules,policy,entity}.spec.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    ...Object.fromEntries(Object.entries(sources).map(([name, file]) => [`^${name}$`, `${workspace}${file}`])),
  },
  transform: { '^.+\\.ts$': ['@swc/jest', compiler], '^.+\\.tsx$': ['@swc/jest', page] },
};
