import { fileURLToPath } from 'node:url';
import base, { selection } from '../jest.config.base.mjs';

const contracts = fileURLToPath(new URL('../libs/contracts/src/index.ts', import.meta.url));
const workbooks = fileURLToPath(new URL('../libs/workbooks/src/index.ts', import.meta.url));

export default {
  ...selection,
  testEnvironment: '<rootDir>/test/browser-environment.cjs',
  runtime: '<rootDir>/../libs/testing/run/shared-runtime.cjs',
  roots: ['<rootDir>/src'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  moduleNameMapper: {
    '\\.(css|svg)$': '<rootDir>/test/asset.cjs',
    '^@lead-finder/contracts$': contracts,
    '^@lead-finder/workbooks$': workbooks,
    // The browser build is an ES module, so the specs use the same parser as CommonJS.
    '^csv-parse/browser/esm/sync$': 'csv-parse/sync',
    '^numfmt$': '<rootDir>/../node_modules/numfmt/dist/index.js',
    '^@zip\\.js/zip\\.js/lib/zip-core-native\\.js$': '@zip.js/zip.js/index-native.cjs',
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
    'node_modules/(@?react-leaflet|htmlparser2|entities|dom[a-z-]+)/.+\\.js$': [
      '@swc/jest',
      { jsc: { target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(react-leaflet|@react-leaflet|htmlparser2|entities|dom[a-z-]+)/)'],
  // Nx starts this project last, when nothing else is left for another core.
  maxWorkers: base.maxWorkers,
  testTimeout: 60_000,
};
