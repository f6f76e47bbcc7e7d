import { Dice } from './dice.js';
import type { Fault } from './fault.js';
import { faultsNamed } from './faults.js';

/** Of each line one, by the seed: they recover within seconds. */
const lines = [
  ['kill-leads', 'kill-gateway', 'kill-users', 'kill-progress'],
  ['die-between-send-and-mark', 'die-between-commit-and-acknowledge', 'die-before-answer'],
  ['kill-nats', 'flush-redis', 'end-postgres-sessions'],
];

/** What every test run does: a killed process, a crash between two steps, and a server that goes away. */
export function shortSelection(seed: number): Fault[] {
  const dice = new Dice(seed, 'short selection');
  return faultsNamed(lines.map((line) => dice.pick(line)));
}
