import { adminsOnly, leadersOnly, type Actor, type Role } from '@lead-finder/contracts';

/**
 * `know` covers owner and status, as search results and team progress show them; `dispose` covers archive, restore,
 * delete, customer mark and bulk actions.
 */
export type LeadAction = 'know' | 'see' | 'change' | 'dispose' | 'reassign';

/** Who may do it to the leads of all users (docs/product/roles-and-permissions.md#rights). */
const rightsToAny: Record<LeadAction, readonly Role[]> = {
  know: leadersOnly,
  see: adminsOnly,
  change: adminsOnly,
  dispose: adminsOnly,
  reassign: leadersOnly,
};

export const mayAny = ({ role }: Actor, action: LeadAction): boolean => rightsToAny[action].includes(role);

export const may = (actor: Actor, action: LeadAction, lead: { userId: number }): boolean =>
  mayAny(actor, action) || lead.userId === actor.id;
