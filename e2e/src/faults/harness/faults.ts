import { floodFaults } from './abuse/flood.faults.js';
import { slowFaults } from './abuse/slow.faults.js';
import { distributionFaults } from './distribution.faults.js';
import { eventFaults } from './event.faults.js';
import type { Fault } from './fault.js';
import { limitFaults } from './limit.faults.js';
import { processFaults } from './process.faults.js';
import { provisioningFaults } from './provisioning.faults.js';
import { redundancyFaults } from './redundancy.faults.js';
import { serverFaults } from './server.faults.js';
import { updateFaults } from './update.faults.js';
import { webhookFaults } from './webhook.faults.js';

/** Everything that is done to the product, in the order in which it is done. */
export const faults: readonly Fault[] = [
  ...processFaults,
  ...updateFaults,
  ...serverFaults,
  ...redundancyFaults,
  ...eventFaults,
  ...limitFaults,
  ...provisioningFaults,
  ...webhookFaults,
  ...distributionFaults,
  ...slowFaults,
  ...floodFaults,
];

/** These by their names, or by what the names of a family begin with up to a dash; throws where there is none of a name. */
export function faultsNamed(names: readonly string[]): Fault[] {
  return names.flatMap((name) => {
    const fault = faults.find((each) => each.name === name);
    const family = fault ? [fault] : faults.filter((each) => each.name.startsWith(`${name}-`));
    if (family.length === 0)
      throw new Error(`There is no fault ${name}: ${faults.map((each) => each.name).join(', ')}`);
    return family;
  });
}
