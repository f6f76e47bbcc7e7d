import base from './jest.config.base.mjs';

// Every mutant runs on the same made-up data.
process.env.TEST_SEED ??= '1';

const [[, swc]] = Object.values(base.transform);

/** Rules, policies and entities need no server and no browser, so one configuration runs their specs of all projects. */
export default {
  ...base,
  roots: ['gateway', 'libs', 'services', 'web'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.{rules,policy,entity}.spec.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    ...base.transform,
    '^.+\\.tsx$': ['@swc/jest', { ...swc, jsc: { ...swc.jsc, parser: { syntax: 'typescript', tsx: true } } }],
  },
  globalSetup: undefined,
  globalTeardown: undefined,
};
