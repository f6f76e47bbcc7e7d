import { demoAccounts, demoAddress, resolveUsers } from '@lead-finder/contracts';
import { Bus, StartError, type Infrastructure } from '@lead-finder/platform';
import type { HostSettings } from '../host.config.js';
import { whenServicesAnswer } from '../when-services-answer.js';
import { isPrivateToThisMachine, wantsDemo, type PublicAddress } from './demo-policy.rules.js';
import { nobody } from './demo-team.js';
import { seedDemo } from './seed-demo.js';

/**
 * Seeds the demo team where it is wanted and nobody is there yet; refuses a start that would show the demo accounts, whose
 * password everybody knows, to other machines. Answers whether the accounts are in the data.
 */
export async function prepareDemo(
  address: PublicAddress,
  settings: HostSettings,
  surroundings: Infrastructure,
): Promise<boolean> {
  const isPrivate = isPrivateToThisMachine(address, settings);
  if (wantsDemo(address, settings) && isPrivate) await whenServicesAnswer(() => seedDemo(surroundings));
  const hasDemo = await whenServicesAnswer(() => holdsDemoAccounts(surroundings));
  if (hasDemo && !isPrivate) {
    throw new StartError(
      'The data holds the demo accounts, whose password everybody knows: start on a loopback address (HOST, PUBLIC_URL), or with other data.',
    );
  }
  return hasDemo;
}

async function holdsDemoAccounts(surroundings: Infrastructure): Promise<boolean> {
  const bus = new Bus(surroundings.client(), surroundings.changeSignals, 'host');
  const { users } = await bus.call(resolveUsers, { usernames: demoAccounts.map(({ username }) => username) }, nobody());
  return users.some(({ username, email }) => email === demoAddress(username));
}
