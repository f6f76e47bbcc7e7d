import type { Fault } from './fault.js';
import type { Outcome } from './run-fault.js';

export const isGreen = ({ findings }: Outcome) => findings.length === 0;

const sum = ({ findings }: Outcome, harm: 'lost' | 'doubled') =>
  findings.reduce((count, finding) => count + (finding.harm === harm ? finding.count : 0), 0);

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

/** One line of a fault; what is red is told below it. */
export function lineOf(outcome: Outcome): string {
  const { fault, seed, recoveredMs, acknowledged, findings } = outcome;
  const recovered = recoveredMs === null ? 'did not recover   ' : `recovered in ${seconds(recoveredMs).padStart(4)} s`;
  const counts = `${String(acknowledged).padStart(5)} acknowledged  ${sum(outcome, 'lost')} lost  ${sum(outcome, 'doubled')} doubled`;
  const problems = findings.map(({ by, harm, count, what }) => `\n    ${by}: ${count} ${harm}, ${what}`);
  return `${fault.padEnd(36)} seed ${seed}  ${recovered}  ${counts}  ${isGreen(outcome) ? 'green' : 'RED'}${problems.join('')}`;
}

/** The table of docs/reliability.md: each fault with the times of its seeds. */
export function tableOf(faults: readonly Fault[], outcomes: readonly Outcome[]): string {
  const rows = faults.flatMap(({ name, what }) => {
    const ours = outcomes.filter(({ fault }) => fault === name);
    if (ours.length === 0) return [];
    const times = ours.map(({ recoveredMs }) => (recoveredMs === null ? 'never' : seconds(recoveredMs))).join(', ');
    const acknowledged = ours.reduce((count, outcome) => count + outcome.acknowledged, 0);
    const harms = ours.reduce((count, outcome) => count + sum(outcome, 'lost') + sum(outcome, 'doubled'), 0);
    return [`| \`${name}\` | ${what} | ${times} | ${acknowledged} | ${harms} |`];
  });
  return ['| fault | what happens | recovered in s | acknowledged | lost or doubled |', '|---|---|---|---|---|', ...rows].join('\n');
}
