import { z } from 'zod';
import { everyRole } from '../actor.js';
import { defineRequest } from '../message.js';
import { nothing } from '../wire.js';

export const firstStep = z.enum(['organisation', 'people', 'find', 'assign', 'team', 'lead', 'day', 'queue']);
export type FirstStep = z.infer<typeof firstStep>;

export const firstSteps = z.object({ steps: z.array(z.object({ step: firstStep, isDone: z.boolean() })) });
export type FirstSteps = z.infer<typeof firstSteps>;

/** Returns no steps once all are done, or 30 days after the account was created (docs/product/accounts.md#first-steps). */
export const getFirstSteps = defineRequest('users.get-first-steps', {
  access: everyRole,
  input: nothing,
  output: firstSteps,
});
export const endFirstStep = defineRequest('users.end-first-step', {
  access: everyRole,
  input: z.object({ step: firstStep.or(z.literal('all')) }),
  output: firstSteps,
});
