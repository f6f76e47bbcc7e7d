import { Dice } from './dice.js';
import type { Fault } from './fault.js';
import { faultsNamed } from './faults.js';

/** Of each line one, by the seed: these recover within seconds, and need no long import. */
const lines = [
  ['kill-leads', 'kill-gateway', 'kill-users'],
  [
    ...['die-between-send-and-mark', 'die-between-commit-and-acknowledge'],
    ...faultsNamed(['update', 'undo']).map(({ name }) => name),
  ],
  ['kill-nats', 'kill-redis', 'flush-redis', 'kill-postgres', 'kill-postgres-session'],
  ['provisioning-kill-users', 'provisioning-die-before-commit', 'provisioning-die-before-answer'],
  faultsNamed(['abuse']).map(({ name }) => name),
];

/** What every test run does: a killed process, a crash between two steps, a server that goes away, and an abuse. */
export function shortSelection(seed: number): Fault[] {
  const dice = new Dice(seed, 'short selection');
  return faultsNamed(lines.map((line) => dice.pick(line)));
}
