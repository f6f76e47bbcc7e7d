import { setup } from '@lead-finder/contracts';
import { Bus, type Infrastructure } from '@lead-finder/platform';
import { nobody } from './demo/demo-team.js';
import { whenServicesAnswer } from './when-services-answer.js';

/** Asks as the first visitor will, so that a set-up token that is required stands in the log before anybody comes. */
export async function prepareFirstVisit(loopbackOnly: boolean, surroundings: Infrastructure): Promise<void> {
  const bus = new Bus(surroundings.client(), surroundings.changeSignals, 'host');
  await whenServicesAnswer(() => bus.call(setup, { loopbackOnly }, nobody()));
}
