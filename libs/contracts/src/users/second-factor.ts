import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import { defineRequest } from '../message.js';
import { done, id, moment, nothing, text } from '../wire.js';
import { openSession, origin } from './sessions.js';

const code = text(100).trim().min(1, 'Please enter a code');
const currentPassword = z.string('Please enter your password').min(1, 'Please enter your password').max(1_000);

/** The challenge of a sign-in. Rejects with 401 `invalid_code` or `second_step_expired`, and with 429. */
export const finishSignIn = defineRequest('users.finish-sign-in', {
  access: 'anyone',
  input: z.object({ code, challenge: text(100), origin }),
  output: openSession,
});

export const secondFactor = z.object({ authenticatorSince: moment.nullable(), recoveryCodesLeft: z.int() });
export type SecondFactor = z.infer<typeof secondFactor>;
export const getSecondFactor = defineRequest('users.get-second-factor', {
  access: everyRole,
  input: nothing,
  output: secondFactor,
});

/** The secret counts only after `confirmAuthenticator`. A further call replaces it. */
export const beginAuthenticator = defineRequest('users.begin-authenticator', {
  access: everyRole,
  input: nothing,
  output: z.object({ secret: z.string(), uri: z.string() }),
});

const withRecoveryCodes = done.extend({ recoveryCodes: z.array(z.string()).nullable() });
const withPassword = { access: everyRole, deadlineMs: 10_000 } as const;

export const confirmAuthenticator = defineRequest('users.confirm-authenticator', {
  ...withPassword,
  input: z.object({ code, currentPassword }),
  output: withRecoveryCodes,
});
export const removeAuthenticator = defineRequest('users.remove-authenticator', {
  ...withPassword,
  input: z.object({ currentPassword }),
  output: done,
});
export const renewRecoveryCodes = defineRequest('users.renew-recovery-codes', {
  ...withPassword,
  input: z.object({ currentPassword }),
  output: withRecoveryCodes,
});

export const resetSecondFactor = defineRequest('users.reset-second-factor', {
  access: adminsOnly,
  input: z.object({ id }),
  output: done,
});
