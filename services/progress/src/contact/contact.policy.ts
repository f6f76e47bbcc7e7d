import { leadersOnly, type Actor } from '@lead-finder/contracts';

/**
 * Returns whether the actor may read the list behind a member's number, or behind the whole team's without a `userId`
 * (docs/product/progress.md#leads-behind-a-number).
 */
export const mayReadContacts = (actor: Pick<Actor, 'id' | 'role'>, userId: number | undefined) =>
  actor.id === userId || leadersOnly.includes(actor.role);
