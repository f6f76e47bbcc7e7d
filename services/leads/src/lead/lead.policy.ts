import type { Actor, Role } from '@lead-finder/contracts';

/**
 * `know` covers owner and status, as search results and team progress show them; `dispose` covers archive, restore,
 * delete, customer mark and bulk actions.
 */
export type LeadAction = 'know' | 'see' | 'change' | 'dispose' | 'reassign';

/** docs/product/roles-and-permissions.md#rights */
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
