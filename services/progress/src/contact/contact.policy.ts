import { leadersOnly, type Actor } from '@lead-finder/contracts';

/** The list behind a member's number, or behind the whole team's where nobody is named (decisions, section 4). */
export const mayReadContacts = (actor: Pick<Actor, 'id' | 'role'>, userId: number | undefined) =>
  actor.id === userId || leadersOnly.includes(actor.role);
