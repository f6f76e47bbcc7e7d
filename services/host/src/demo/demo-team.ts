import {
  checkSession,
  createUser,
  demoAccounts,
  demoAddress,
  demoPassword,
  register,
  setup,
  type Actor,
} from '@lead-finder/contracts';
import { AppError, type Bus, type Caller } from '@lead-finder/platform';
import { randomUUID } from 'node:crypto';

export const withoutActor = (): Caller => ({ actor: null, requestId: randomUUID() });
export const inTheNameOf = (actor: Actor): Caller => ({ actor, requestId: randomUUID() });

function nullIfClosed(error: unknown): null {
  if (error instanceof AppError && error.kind === 'forbidden') return null;
  throw error;
}

/** Where others could reach the demo accounts, none are made. */
const reach = { loopbackOnly: true };

/** Makes the accounts through the same requests that people use; answers the administrator and everybody by username. */
export async function addDemoTeam(bus: Bus): Promise<{ admin: Actor; ids: Record<string, number> } | null> {
  const { registrationOpen } = await bus.call(setup, reach, withoutActor());
  if (!registrationOpen) return null;
  const [first, ...others] = demoAccounts;
  const { username, fullName } = first!;
  const account = { username, fullName, email: demoAddress(username), password: demoPassword };
  // Another gateway that starts at the same moment was first, and brings the rest.
  const opened = await bus
    .call(register, { ...account, ...reach, origin: { address: '127.0.0.1', userAgent: 'demo data' } }, withoutActor())
    .catch(nullIfClosed);
  if (!opened) return null;
  const { actor: admin } = await bus.call(checkSession, { token: opened.token, used: false }, withoutActor());
  const ids: Record<string, number> = { [username]: admin.id };
  for (const account of others) {
    const user = await bus.call(
      createUser,
      { ...account, email: demoAddress(account.username), password: demoPassword },
      inTheNameOf(admin),
    );
    ids[account.username] = user.id;
  }
  return { admin, ids };
}
