import { leadersOnly, type Actor } from '@lead-finder/contracts';

/** The list behind a member's number (decisions, section 4). */
export const mayReadContacts = (actor: Pick<Actor, 'id' | 'role'>, userId: number) =>
  actor.id === userId || leadersOnly.includes(actor.role);
