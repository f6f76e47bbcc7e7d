import { poolOfTeam } from '@lead-finder/contracts';

/** The rows wait in the pool, where a live plan distributes them. */
export const poolOption = { id: poolOfTeam(null), username: '', fullName: 'No one: to the pool' };
