import { resolveUsers, type Actor } from '@lead-finder/contracts';
import { AppError, forbidden, notFound } from '../errors/app-error.js';
import { asService, type Bus } from './bus.js';

/** Returns the user of a job, or the service account, with the present role. Rejects with 404 or, if inactive, with 403. */
export async function actingUser(bus: Bus, userId: number): Promise<Actor> {
  const { users } = await bus.call(resolveUsers, { ids: [userId] }, asService());
  const user = users[0];
  if (!user) throw notFound('User');
  if (!user.active && !user.isService) throw forbidden();
  const { id, username, fullName, role } = user;
  return { id, username, fullName, role };
}

export async function requireActiveAdministrator(bus: Bus, userId: number): Promise<void> {
  const role = await actingUser(bus, userId).then(
    (user) => user.role,
    (error: unknown) => {
      if (error instanceof AppError && ['not_found', 'forbidden'].includes(error.kind)) return null;
      throw error;
    },
  );
  if (role !== 'admin')
    throw forbidden('It stopped because the person who began it is no longer an active administrator.');
}
