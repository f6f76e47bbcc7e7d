import { adminsOnly, isPool, leadersOnly, type Actor, type Role } from '@lead-finder/contracts';

/**
 * `know` covers owner and status, as search results and team progress show them; `comment` covers notes and follow-ups
 * for the owner; `complete` covers the end of follow-ups; `dispose` covers archive, restore, delete, customer mark and bulk
 * actions; `retag` removes and replaces tags of many leads.
 */
export type LeadAction =
  'know' | 'see' | 'comment' | 'complete' | 'change' | 'retag' | 'dispose' | 'reassign' | 'claim';

/** A lead in a pool waits for a user (docs/product/pool.md#leads-in-a-pool). */
const possibleInPool: readonly LeadAction[] = ['know', 'see', 'retag', 'dispose', 'reassign', 'claim'];

/** Who may do it to the leads of all users (docs/product/roles-and-permissions.md#rights). */
const rightsToAny: Record<LeadAction, readonly Role[]> = {
  know: leadersOnly,
  see: adminsOnly,
  comment: adminsOnly,
  complete: adminsOnly,
  change: adminsOnly,
  retag: adminsOnly,
  dispose: adminsOnly,
  reassign: leadersOnly,
  claim: [],
};

/** What a manager may do to the leads of the branch (docs/product/teams.md#what-a-manager-sees). */
const rightsToBranch: readonly LeadAction[] = ['know', 'see', 'comment', 'reassign'];

/** What a stand-in may do to leads with due follow-ups (docs/product/teams.md#leave). */
const rightsOfStandIn: readonly LeadAction[] = ['know', 'see', 'comment', 'complete'];

export const mayAny = ({ role, branch }: Actor, action: LeadAction): boolean =>
  !branch && rightsToAny[action].includes(role);

/** Whether the actor may do it to leads of others, of all or of the branch. */
export const mayToOthers = (actor: Actor, action: LeadAction): boolean =>
  actor.branch ? rightsToBranch.includes(action) : mayAny(actor, action);

export const may = (actor: Actor, action: LeadAction, { userId }: { userId: number }): boolean =>
  (!isPool(userId) || possibleInPool.includes(action)) &&
  (mayAny(actor, action) ||
    userId === actor.id ||
    (mayToOthers(actor, action) && actor.branch!.has(userId)) ||
    (rightsOfStandIn.includes(action) && actor.standsInFor === userId) ||
    (action === 'claim' && actor.claimsFrom === userId));

/** Whether only the pool, which the actor sees, stands in the way. */
export const isHeldByPool = (actor: Actor, lead: { userId: number }): boolean =>
  isPool(lead.userId) && may(actor, 'see', lead);

/** Whether the actor's notes and follow-ups are for the owner. */
export const writesForOwner = ({ branch, standsInFor }: Actor, { userId }: { userId: number }): boolean =>
  standsInFor === userId || Boolean(branch?.has(userId));

export const mayGiveTo = ({ id, branch }: Actor, userId: number): boolean =>
  !branch || userId === id || branch.has(userId);

export type Owners = 'all' | readonly number[];

/** The users to whose leads the actor may do it. */
export const ownersFor = (actor: Actor, action: LeadAction): Owners => {
  if (mayAny(actor, action)) return 'all';
  return mayToOthers(actor, action) ? [actor.id, ...actor.branch!] : [actor.id];
};
