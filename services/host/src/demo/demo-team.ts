import {
  checkSession,
  createUser,
  demoAccounts,
  demoAddress,
  demoPassword,
  endFirstStep,
  register,
  setup,
  type Actor,
} from '@lead-finder/contracts';
import { AppError, asService, type Bus, type Caller } from '@lead-finder/platform';
import { randomUUID } from 'node:crypto';

export const inTheNameOf = (actor: Actor): Caller => ({ actor, requestId: randomUUID() });

function nullIfClosed(error: unknown): null {
  if (error instanceof AppError && error.kind === 'forbidden') return null;
  throw error;
}

/** Demo accounts are only created if no other machine can reach them. */
const reach = { loopbackOnly: true };

/**
 * Creates the accounts through the same requests as the page. Returns the administrator and all ids by username, or
 * null if accounts exist.
 */
export async function addDemoTeam(bus: Bus): Promise<{ admin: Actor; ids: Record<string, number> } | null> {
  const { registrationOpen } = await bus.call(setup, reach, asService());
  if (!registrationOpen) return null;
  const [first, ...others] = demoAccounts;
  const { username, fullName } = first!;
  const account = { username, fullName, email: demoAddress(username), password: demoPassword };
  // Another gateway that started at the same moment has registered first and creates the other accounts.
  const opened = await bus
    .call(register, { ...account, ...reach, origin: { address: '127.0.0.1', userAgent: 'demo data' } }, asService())
    .catch(nullIfClosed);
  if (!opened) return null;
  const { actor: admin } = await bus.call(checkSession, { token: opened.token, used: false }, asService());
  const ids: Record<string, number> = { [username]: admin.id };
  for (const account of others) {
    const user = await bus.call(
      createUser,
      { ...account, email: demoAddress(account.username), password: demoPassword },
      inTheNameOf(admin),
    );
    ids[account.username] = user.id;
    await bus.call(endFirstStep, { step: 'all' }, inTheNameOf(user));
  }
  await bus.call(endFirstStep, { step: 'all' }, inTheNameOf(admin));
  return { admin, ids };
}
