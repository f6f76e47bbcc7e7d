import { z } from 'zod';

export const roles = ['admin', 'manager', 'user'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

export const everyRole: readonly Role[] = roles;
export const adminsOnly: readonly Role[] = ['admin'];
export const leadersOnly: readonly Role[] = ['admin', 'manager'];

export const actor = z.object({
  id: z.int(),
  username: z.string(),
  fullName: z.string(),
  role,
  sessionId: z.string().optional(),
  timeZone: z.string().nullish(),
  teams: z.array(z.int()).optional(),
  /** Set if a request came by an API token of this user. */
  token: z.object({ id: z.int(), name: z.string() }).optional(),
});
/** Set by the receiving service: `branch` of a manager while there are teams, with the pools of its teams; `standsInFor` the owner of the lead (docs/product/teams.md#leave), `claimsFrom` the pool of a claim. */
export interface Actor extends z.infer<typeof actor> {
  branch?: ReadonlySet<number> | undefined;
  standsInFor?: number;
  claimsFrom?: number;
}

/** Owns the leads of a team, or of the organisation, that have no person (docs/product/pool.md). Its id is below zero. */
export const poolOfTeam = (teamId: number | null): number => -(teamId ?? 0) - 1;
export const isPool = (ownerId: number): boolean => ownerId < 0;

export const peopleSeenBy = ({ id, branch }: Pick<Actor, 'id' | 'branch'>): number[] | undefined =>
  branch && [...[...branch].filter((each) => !isPool(each)), id];
