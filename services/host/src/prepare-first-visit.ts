import { setup } from '@lead-finder/contracts';
import { asService, Bus, type Infrastructure } from '@lead-finder/platform';
import { waitForServices, type ServicesWait } from './wait-for-services.js';

/**
 * Calls `setup` as the first visitor's page will, so that a required set-up token is in the log before the first visit.
 */
export async function prepareFirstVisit(
  loopbackOnly: boolean,
  infrastructure: Infrastructure,
  wait: ServicesWait,
): Promise<void> {
  const bus = new Bus(infrastructure.client(), infrastructure.changeSignals, 'host');
  await waitForServices(() => bus.call(setup, { loopbackOnly }, asService()), wait);
}
