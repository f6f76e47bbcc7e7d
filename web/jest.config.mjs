import { fileURLToPath } from 'node:url';
import { selection } from '../jest.config.base.mjs';

const contracts = fileURLToPath(new URL('../libs/contracts/src/index.ts', import.meta.url));

export default {
  ...selection,
  testEnvironment: '<rootDir>/test/browser-environment.cjs',
  roots: ['<rootDir>/src'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  moduleNameMapper: {
    '\\.(css|svg)$': '<rootDir>/test/asset.cjs',
    '^@lead-finder/contracts$': contracts,
    // The browser build is an ES module, so the specs use the same parser as CommonJS.
    '^csv-parse/browser/esm/sync$': 'csv-parse/sync',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
      },
    ],
    'node_modules/(@?react-leaflet)/.+\\.js$': [
      '@swc/jest',
      { jsc: { target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(react-leaflet|@react-leaflet)/)'],
  testTimeout: 60_000,
};
