import { Dice } from './dice.js';
import type { Fault } from './fault.js';
import { faultsNamed } from './faults.js';

/** Of two of these lines one each, by the seed: they recover within seconds, and need no long import. */
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

/** Of a killed process, a crash between two steps, a server that goes away, provisioning and an abuse, each test run has two. */
export function shortSelection(seed: number): Fault[] {
  const dice = new Dice(seed, 'short selection');
  const chosen = dice.shuffled(lines).slice(0, 2);
  return faultsNamed(chosen.map((line) => dice.pick(line)));
}
