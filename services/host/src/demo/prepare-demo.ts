import { setTimeout as pause } from 'node:timers/promises';
import { resolveUsers } from '@lead-finder/contracts';
import { AppError, Bus, StartError, type Surroundings } from '@lead-finder/platform';
import type { HostSettings } from '../host.config.js';
import { isPrivateToThisMachine, wantsDemo, type PublicAddress } from './demo-policy.rules.js';
import { demoAccounts, demoAddress, nobody } from './demo-team.js';
import { seedDemo } from './seed-demo.js';

const patienceMs = 60_000;

/**
 * Seeds the demo team where it is wanted and nobody is there yet; refuses a start that would show the demo accounts, whose
 * password everybody knows, to other machines. Answers whether the accounts are in the data.
 */
export async function prepareDemo(address: PublicAddress, settings: HostSettings, surroundings: Surroundings): Promise<boolean> {
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

async function holdsDemoAccounts(surroundings: Surroundings): Promise<boolean> {
  const bus = new Bus(surroundings.client(), surroundings.hints, 'host');
  const { users } = await bus.call(resolveUsers, { usernames: demoAccounts.map(({ username }) => username) }, nobody());
  return users.some(({ username, email }) => email === demoAddress(username));
}

/** In several processes the others may start a moment later. */
async function whenServicesAnswer<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'timed_out');
      if (!isAway || performance.now() > giveUpAt) throw error;
      await pause(200);
    }
  }
}
