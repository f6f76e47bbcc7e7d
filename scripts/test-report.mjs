import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspace } from './test-selection.mjs';

export const say = (line) => process.stdout.write(`${line}\n`);
const totals = { passed: 0, failed: 0, skipped: 0 };

export function fail(line) {
  totals.failed += 1;
  say(line);
}

export const totalsOf = ({ folder }) => path.join(workspace, folder, '.cache/test-totals.json');

export function addTotals(project) {
  if (!existsSync(totalsOf(project))) {
    fail(`${project.name}: its tests did not run`);
    return 1;
  }
  const own = JSON.parse(readFileSync(totalsOf(project), 'utf8'));
  for (const key of Object.keys(totals)) totals[key] += own[key];
  return own.failed;
}

export function reportTotals(startedAt) {
  say(`Took ${Math.round((Date.now() - startedAt) / 1_000)} s.`);
  say(`${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`);
  return totals.failed > 0 ? 1 : 0;
}
