import { eventFaults } from './event.faults.js';
import type { Fault } from './fault.js';
import { limitFaults } from './limit.faults.js';
import { processFaults } from './process.faults.js';
import { serverFaults } from './server.faults.js';

/** Everything that is done to the product, in the order in which it is done. */
export const faults: readonly Fault[] = [...processFaults, ...serverFaults, ...eventFaults, ...limitFaults];

/** These by their names; throws where there is none of a name. */
export function faultsNamed(names: readonly string[]): Fault[] {
  return names.map((name) => {
    const fault = faults.find((each) => each.name === name);
    if (!fault) throw new Error(`There is no fault ${name}: ${faults.map((each) => each.name).join(', ')}`);
    return fault;
  });
}
