import type { Fault } from './fault.js';
import { runFault, type Outcome } from './run-fault.js';
import { World } from './world.js';

/** Rows of the large import of each fault. */
export const importRows = 20_000;

const networks = ['straight', 'by proxies', 'with standbys'] as const;

/** Groups the faults by network. Proxies slow the product down, so only the faults that need them run with them. */
export const faultsOn = (faults: readonly Fault[]) =>
  networks
    .map((network) => ({
      network,
      chosen: faults.filter((fault) => network === (fault.network ?? 'straight')),
    }))
    .filter(({ chosen }) => chosen.length > 0);

/** The red outcome of a fault that could not start. */
const unfinished = ({ name }: Fault, seed: number, error: unknown): Outcome => ({
  fault: name,
  seed,
  recoveredMs: null,
  acknowledged: 0,
  unanswered: 0,
  findings: [{ by: name, harm: 'wrong', count: 1, what: `it could not be done: ${String(error)}` }],
});

/** Runs the faults one after another and calls `report` with each outcome. */
export async function runFaults(
  faults: readonly Fault[],
  seed: number,
  rows: number,
  report: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { network, chosen } of faultsOn(faults)) {
    const world = await World.open(network);
    try {
      for (const fault of chosen) {
        const outcome = await runFault(world, fault, seed, rows).catch((error: unknown) =>
          unfinished(fault, seed, error),
        );
        outcomes.push(outcome);
        report(outcome);
      }
    } finally {
      await world.close();
    }
  }
  return outcomes;
}
