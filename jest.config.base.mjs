import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('.', import.meta.url));
const { LONG, TEST_RUN_FOLDER, TEST_SPECS } = process.env;

export const selection = {
  ...(TEST_SPECS && { testMatch: TEST_SPECS.split(',').map((file) => `${workspace}${file}`) }),
  testPathIgnorePatterns: ['/node_modules/', ...(LONG === '1' ? [] : ['\\.whole\\.spec\\.'])],
  ...(TEST_RUN_FOLDER && { reporters: [`${workspace}libs/testing/run/jest-reporter.mjs`], silent: true }),
};

export default {
  ...selection,
  testEnvironment: `${workspace}libs/testing/run/process-environment.mjs`,
  testRunner: `${workspace}libs/testing/run/spec-runner.mjs`,
  roots: ['<rootDir>/src'],
  transform: {},
  globalSetup: `${workspace}libs/testing/run/jest-setup.mjs`,
  globalTeardown: `${workspace}libs/testing/run/jest-teardown.mjs`,
  // A spec often waits for a server.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  testTimeout: 90_000,
};
