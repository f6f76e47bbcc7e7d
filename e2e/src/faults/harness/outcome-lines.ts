import type { Fault } from './fault.js';
import type { Outcome } from './run-fault.js';

export const isGreen = ({ findings }: Outcome) => findings.length === 0;

const sum = ({ findings }: Outcome, harm: 'lost' | 'doubled') =>
  findings.reduce((count, finding) => count + (finding.harm === harm ? finding.count : 0), 0);

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

/** Returns the line of a fault, followed by its findings. */
export function lineOf(outcome: Outcome): string {
  const { fault, seed, recoveredMs, acknowledged, findings, p95 } = outcome;
  const recovered = recoveredMs === null ? 'did not recover   ' : `recovered in ${seconds(recoveredMs).padStart(4)} s`;
  const counts = `${String(acknowledged).padStart(5)} acknowledged  ${sum(outcome, 'lost')} lost  ${sum(outcome, 'doubled')} doubled`;
  const waits = p95 ? `  p95 ${p95.before.toFixed(0)} to ${p95.during.toFixed(0)} ms` : '';
  const problems = findings.map(({ by, harm, count, what }) => `\n    ${by}: ${count} ${harm}, ${what}`);
  return `${fault.padEnd(36)} seed ${seed}  ${recovered}  ${counts}${waits}  ${isGreen(outcome) ? 'green' : 'RED'}${problems.join('')}`;
}

/** Returns the table of docs/reliability.md: each fault with the times of its seeds, and for an abuse the p95 of the users at work. */
export function tableOf(faults: readonly Fault[], outcomes: readonly Outcome[]): string {
  const rows = faults.flatMap(({ name, what }) => {
    const ours = outcomes.filter(({ fault }) => fault === name);
    if (ours.length === 0) return [];
    const waits = ours.flatMap(({ p95 }) => (p95 ? [`${p95.before.toFixed(0)} → ${p95.during.toFixed(0)}`] : []));
    const noticed = waits.length > 0 ? ` (p95 in ms: ${waits.join(', ')})` : '';
    const times = ours.map(({ recoveredMs }) => (recoveredMs === null ? 'never' : seconds(recoveredMs))).join(', ');
    const acknowledged = ours.reduce((count, outcome) => count + outcome.acknowledged, 0);
    const harms = ours.reduce((count, outcome) => count + sum(outcome, 'lost') + sum(outcome, 'doubled'), 0);
    return [`| \`${name}\` | ${what}${noticed} | ${times} | ${acknowledged} | ${harms} |`];
  });
  return [
    '| fault | what happens | recovered in s | acknowledged | lost or doubled |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
