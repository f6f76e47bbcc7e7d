import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('.', import.meta.url));
const swc = (type) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type },
  },
];

const { LONG, TEST_RUN_FOLDER, TEST_SPECS } = process.env;

export const selection = {
  ...(TEST_SPECS && { testMatch: TEST_SPECS.split(',').map((file) => `${workspace}${file}`) }),
  testPathIgnorePatterns: ['/node_modules/', ...(LONG === '1' ? [] : ['\\.whole\\.spec\\.'])],
  ...(TEST_RUN_FOLDER && { reporters: [`${workspace}libs/testing/run/jest-reporter.mjs`], silent: true }),
};

/** Before Node 24.9 Jest cannot require() ES modules, so those that CommonJS packages require are compiled. */
export default {
  ...selection,
  testEnvironment: 'node',
  roots: ['<rootDir>/src'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@lead-finder/(contracts|platform|testing)$': `${workspace}libs/$1/src/index.ts`,
    '^@lead-finder/platform/embedded-postgres$': `${workspace}libs/platform/src/embedded-postgres/embedded-postgres.ts`,
    '^@lead-finder/gateway$': `${workspace}gateway/src/index.ts`,
    '^@lead-finder/(users|places|leads|imports|progress|host)$': `${workspace}services/$1/src/index.ts`,
  },
  transform: { '^.+\\.ts$': swc('es6'), 'node_modules/(content-disposition|cookie)/.+\\.js$': swc('commonjs') },
  transformIgnorePatterns: ['/node_modules/(?!(content-disposition|cookie)/)'],
  globalSetup: `${workspace}libs/testing/run/jest-setup.mjs`,
  globalTeardown: `${workspace}libs/testing/run/jest-teardown.mjs`,
  testTimeout: 90_000,
};
