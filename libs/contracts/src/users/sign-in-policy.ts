import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { defineEvent, defineRequest } from '../message.js';
import { id, nothing } from '../wire.js';

export const signInPolicyForm = z.object({
  localPasswords: z.boolean('Must be true or false'),
  breakGlassIds: z.array(id).max(20, 'At most 20 administrators').default([]),
});
export const signInPolicy = z.object({
  localPasswords: z.boolean(),
  breakGlass: z.array(z.object({ id: z.int(), username: z.string(), fullName: z.string() })),
});
export type SignInPolicy = z.output<typeof signInPolicy>;

export const getSignInPolicy = defineRequest('users.get-sign-in-policy', {
  access: adminsOnly,
  sessionOnly: true,
  input: nothing,
  output: signInPolicy,
});
/** Rejects with 409 `last_admin` without an enabled provider, or without an active administrator who has a password. */
export const setSignInPolicy = defineRequest('users.set-sign-in-policy', {
  access: adminsOnly,
  sessionOnly: true,
  input: signInPolicyForm,
  output: signInPolicy,
});

export const breakGlassUsed = defineEvent('users.break-glass-used', {
  consumers: ['leads'],
  payload: z.object({ userId: z.int(), fullName: z.string(), adminIds: z.array(z.int()) }),
});
