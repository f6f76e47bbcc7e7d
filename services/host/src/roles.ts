import type { ServiceName } from '@lead-finder/contracts';
import type { ServiceRole } from '@lead-finder/platform';

/** Loads the services that a process can run; a process loads only those that it runs. */
export const services: Record<ServiceName, () => Promise<ServiceRole>> = {
  users: async () => (await import('@lead-finder/users')).users,
  places: async () => (await import('@lead-finder/places')).places,
  leads: async () => (await import('@lead-finder/leads')).leads,
  imports: async () => (await import('@lead-finder/imports')).imports,
  progress: async () => (await import('@lead-finder/progress')).progress,
};
