import { demoAccounts, demoAddress, resolveUsers } from '@lead-finder/contracts';
import { asService, Bus, StartError, type Infrastructure } from '@lead-finder/platform';
import type { HostSettings } from '../host.config.js';
import { waitForServices, type ServicesWait } from '../wait-for-services.js';
import { isPrivateToThisMachine, wantsDemo, type PublicAddress } from './demo-policy.rules.js';
import { seedDemo } from './seed-demo.js';

/** Throws a StartError if other machines could reach the demo accounts, whose password is public. */
export async function prepareDemo(
  address: PublicAddress,
  settings: HostSettings,
  infrastructure: Infrastructure,
  wait: ServicesWait,
): Promise<boolean> {
  const isPrivate = isPrivateToThisMachine(address, settings);
  if (wantsDemo(address, settings)) {
    if (isPrivate) await waitForServices(() => seedDemo(infrastructure), wait);
    else wait.log.warn('The demo team was not added, because other machines can reach this address.');
  }
  const hasDemo = await waitForServices(() => holdsDemoAccounts(infrastructure), wait);
  if (hasDemo && !isPrivate) {
    throw new StartError(
      'The data holds the demo accounts, whose password everybody knows: start on a loopback address (HOST, PUBLIC_URL), or with other data.',
    );
  }
  return hasDemo;
}

async function holdsDemoAccounts(infrastructure: Infrastructure): Promise<boolean> {
  const bus = new Bus(infrastructure.client(), infrastructure.changeSignals, 'host');
  const { users } = await bus.call(
    resolveUsers,
    { usernames: demoAccounts.map(({ username }) => username) },
    asService(),
  );
  return users.some(({ username, email }) => email === demoAddress(username));
}
