import { leadersOnly, type Actor } from '@lead-finder/contracts';

/** The list behind a number, without `userId` the team's (docs/product/progress.md#leads-behind-a-number). */
export const mayReadContacts = ({ id, role, branch }: Pick<Actor, 'id' | 'role' | 'branch'>, userId?: number) =>
  id === userId || (leadersOnly.includes(role) && (userId === undefined || (branch?.has(userId) ?? true)));
