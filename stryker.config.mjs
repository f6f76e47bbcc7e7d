/** Mutation tests: each small change to a rule, a policy or an entity must make the spec of that file fail. */
export default {
  mutate: ['{gateway,services/*,web,libs/*}/src/**/*.{rules,policy,entity}.ts'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  jest: { configFile: 'jest.mutation.config.mjs' },
  coverageAnalysis: 'perTest',
  // Only these are copied into the sandbox.
  ignorePatterns: ['/*', '!/gateway', '!/libs', '!/scripts', '!/services', '!/web', '!/*.{mjs,json}', 'dist'],
  tempDirName: '.cache/mutation/sandbox',
  incrementalFile: '.cache/mutation/incremental.json',
  concurrency: 2,
  // Each run of a mutant leaves up to 1 MB behind.
  maxTestRunnerReuse: 1000,
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, allowEmojis: false },
  htmlReporter: { fileName: '.cache/mutation/report.html' },
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  warnings: { slow: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
