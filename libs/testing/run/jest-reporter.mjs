import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Prints the failures and the totals of a project, and writes the totals to its `.cache/test-totals.json`. */
export default class ProjectReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_contexts, results) {
    // A spec file that cannot be loaded counts as one failed test.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const totals = { passed: results.numPassedTests, failed, skipped };
    for (const { failureMessage } of results.testResults) if (failureMessage) console.log(failureMessage.trimEnd());
    const seconds = Math.round((Date.now() - results.startTime) / 1_000);
    const more = skipped > 0 ? `, ${skipped} skipped` : '';
    console.log(`${path.basename(this.rootDir)}: ${totals.passed} passed, ${failed} failed${more} (${seconds} s)`);
    mkdirSync(path.join(this.rootDir, '.cache'), { recursive: true });
    writeFileSync(path.join(this.rootDir, '.cache/test-totals.json'), JSON.stringify(totals));
  }
}
