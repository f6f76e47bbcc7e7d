import { z } from 'zod';
import { defineRequest } from '../message.js';
import { id } from '../wire.js';

/** People of a manager's teams and below; null without teams (docs/product/teams.md#what-a-manager-sees). */
export const resolveBranch = defineRequest('users.resolve-branch', {
  access: 'service',
  callers: ['leads', 'progress'],
  input: z.object({ managerId: id }),
  output: z.object({ people: z.array(z.int()).nullable() }),
});
