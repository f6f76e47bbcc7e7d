import type { LeadListRecord } from '@lead-finder/contracts';

/** The name of the lead's user, or of the pool that it is in. */
export const ownerName = ({ user, pool }: Pick<LeadListRecord, 'user' | 'pool'>): string =>
  user ? user.fullName || user.username : (pool?.name ?? 'Pool');
