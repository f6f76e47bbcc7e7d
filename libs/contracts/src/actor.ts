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
});
export type Actor = z.infer<typeof actor>;
