import { fileURLToPath } from 'node:url';
import { selection } from './jest.config.base.mjs';
import { sources } from './libs/testing/run/typescript-hooks.mjs';
import { compiler } from './scripts/compiler.mjs';

// Every mutant runs on the same made-up data.
process.env.TEST_SEED ??= '1';

const workspace = fileURLToPath(new URL('.', import.meta.url));
const run = `${workspace}libs/testing/run`;
const page = { ...compiler, jsc: { ...compiler.jsc, parser: { syntax: 'typescript', tsx: true } } };

/**
 * Rules, policies and entities need no server and no browser, so one configuration runs their specs of all projects.
 * The modules of a spec's own project are loaded again for each run, as a mutant may change what a module does when it is loaded.
 */
export default {
  ...selection,
  roots: ['gateway', 'libs', 'services', 'web'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: `${run}/mutation-environment.cjs`,
  runtime: `${run}/shared-runtime.cjs`,
  dependencyExtractor: `${run}/direct-imports.cjs`,
  // Jest looks at each file that it may know before each run.
  modulePathIgnorePatterns: ['/[^/]+(?<!\\.(rules|policy|entity)(\\.spec)?)\\.[a-z]+$'],
  testMatch: ['**/*.{rules,policy,entity}.spec.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    ...Object.fromEntries(Object.entries(sources).map(([name, file]) => [`^${name}$`, `${workspace}${file}`])),
  },
  transform: { '^.+\\.ts$': ['@swc/jest', compiler], '^.+\\.tsx$': ['@swc/jest', page] },
};
