import { setup } from '@lead-finder/contracts';
import { Bus, type Infrastructure } from '@lead-finder/platform';
import { withoutActor } from './demo/demo-team.js';
import { waitForServices } from './wait-for-services.js';

/** Asks as the first visitor will, so that a set-up token that is required stands in the log before anybody comes. */
export async function prepareFirstVisit(loopbackOnly: boolean, infrastructure: Infrastructure): Promise<void> {
  const bus = new Bus(infrastructure.client(), infrastructure.changeSignals, 'host');
  await waitForServices(() => bus.call(setup, { loopbackOnly }, withoutActor()));
}
