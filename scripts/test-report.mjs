import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspace } from './test-selection.mjs';

export const say = (line) => process.stdout.write(`${line}\n`);
const totals = { passed: 0, failed: 0, skipped: 0 };

export function fail(line, output = '') {
  totals.failed += 1;
  if (output) say(output.trimEnd());
  say(line);
}

export const resultsOf = ({ folder }) => path.join(workspace, folder, '.cache/jest-results.json');

export function reportTests(project, { ok, output }) {
  const file = resultsOf(project);
  if (!existsSync(file)) return fail(`${project.name}: its tests did not run`, output);
  const results = JSON.parse(readFileSync(file, 'utf8'));
  // A spec file that cannot be loaded counts as one failed test.
  const broken = results.numRuntimeErrorTestSuites;
  const [passed, failed] = [results.numPassedTests, results.numFailedTests + broken];
  const skipped = results.numPendingTests + results.numTodoTests;
  for (const { message } of results.testResults) if (message) say(message.trimEnd());
  const seconds = Math.round(
    (Math.max(...results.testResults.map(({ endTime }) => endTime)) - results.startTime) / 1_000,
  );
  say(`${project.name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''} (${seconds} s)`);
  if (!ok && failed === 0) fail(`${project.name}: its tests passed, and then Jest failed`, output);
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}

export function reportTotals(startedAt) {
  say(`Took ${Math.round((Date.now() - startedAt) / 1_000)} s.`);
  say(`${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`);
  return totals.failed > 0 ? 1 : 0;
}
