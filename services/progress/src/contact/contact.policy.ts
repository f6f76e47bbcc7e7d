import { leadersOnly, type Actor } from '@lead-finder/contracts';

/** The list behind a number, without `userId` the team's (docs/product/progress.md#leads-behind-a-number). */
export const mayReadContacts = (actor: Pick<Actor, 'id' | 'role'>, userId: number | undefined) =>
  actor.id === userId || leadersOnly.includes(actor.role);
