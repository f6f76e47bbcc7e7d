import type { Actor, Role } from '@lead-finder/contracts';

/**
 * `know`: whose it is and how it stands, as a search's results and a member's number tell it; `dispose`: archive, restore,
 * delete, customer mark and the bulk actions.
 */
export type LeadAction = 'know' | 'see' | 'change' | 'dispose' | 'reassign';

/** Decisions, section 4. */
const whose: Record<LeadAction, Record<Role, 'any' | 'own'>> = {
  know: { admin: 'any', manager: 'any', user: 'own' },
  see: { admin: 'any', manager: 'own', user: 'own' },
  change: { admin: 'any', manager: 'own', user: 'own' },
  dispose: { admin: 'any', manager: 'own', user: 'own' },
  reassign: { admin: 'any', manager: 'any', user: 'own' },
};

export const may = (actor: Actor, action: LeadAction, lead: { userId: number }): boolean =>
  whose[action][actor.role] === 'any' || lead.userId === actor.id;

export const mayAny = (actor: Actor, action: LeadAction): boolean => whose[action][actor.role] === 'any';
