import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import { defineRequest } from '../message.js';
import { day, done, id, line, moment, nothing, text } from '../wire.js';
import { deviceCookie, maxDevices, openSession, origin } from './sessions.js';

const code = text(100).trim().min(1, 'Please enter a code');
const currentPassword = z.string('Please enter your password').min(1, 'Please enter your password').max(1_000);

/** The challenge of a sign-in. Rejects with 401 `invalid_code` or `second_step_expired`, and with 429. */
export const finishSignIn = defineRequest('users.finish-sign-in', {
  access: 'anyone',
  input: z.object({ code, remember: z.boolean().default(false), challenge: text(100), origin }),
  output: openSession,
});

const passkey = z.object({ id: z.int(), name: z.string(), createdAt: moment, lastUsedAt: moment.nullable() });
export type Passkey = z.infer<typeof passkey>;
export const maxPasskeys = 20;

export const secondFactor = z.object({
  authenticatorSince: moment.nullable(),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(passkey).optional(),
  remembered: z.array(z.object({ userAgent: z.string(), at: moment })).optional(),
});
export type SecondFactor = z.infer<typeof secondFactor>;
export const getSecondFactor = defineRequest('users.get-second-factor', {
  access: everyRole,
  sessionOnly: true,
  input: nothing,
  output: secondFactor,
});

/** The secret counts only after `confirmAuthenticator`. A further call replaces it. */
export const beginAuthenticator = defineRequest('users.begin-authenticator', {
  access: everyRole,
  sessionOnly: true,
  input: nothing,
  output: z.object({ secret: z.string(), uri: z.string() }),
});

const withRecoveryCodes = done.extend({ recoveryCodes: z.array(z.string()).nullable() });
const withPassword = { access: everyRole, sessionOnly: true, deadlineMs: 10_000 } as const;

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

const site = z.url({ protocol: /^https?$/ });
const encoded = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/, 'Must be base64url');
const transports = z.array(text(40)).max(10);
const credential = z.object({ id: encoded, rawId: encoded, type: z.literal('public-key') });
const signInOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type PasskeySignInOptions = z.infer<typeof signInOptions>;
const newPasskeyOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** `site` is the origin of the page. The gateway puts `challenge` into a cookie. */
export const beginPasskeySignIn = defineRequest('users.begin-passkey-sign-in', {
  access: 'anyone',
  input: z.object({ site }),
  output: z.object({ options: signInOptions, challenge: z.string() }),
});
export const passkeySignInForm = z.object({
  credential: credential.extend({
    response: z.object({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: encoded.optional(),
    }),
  }),
});
export const finishPasskeySignIn = defineRequest('users.finish-passkey-sign-in', {
  access: 'anyone',
  input: passkeySignInForm.extend({
    challenge: text(300),
    site,
    origin,
    devices: z.array(deviceCookie).max(maxDevices).default([]),
  }),
  output: openSession,
});

export const beginPasskey = defineRequest('users.begin-passkey', {
  ...withPassword,
  input: z.object({ currentPassword, site }),
  output: z.object({ options: newPasskeyOptions, challenge: z.string() }),
});
export const newPasskeyForm = z.object({
  name: line(60).min(1, 'Please enter a name'),
  credential: credential.extend({
    response: z.object({ clientDataJSON: encoded, attestationObject: encoded, transports: transports.optional() }),
  }),
});
export const addPasskey = defineRequest('users.add-passkey', {
  access: everyRole,
  sessionOnly: true,
  input: newPasskeyForm.extend({ challenge: text(300), site }),
  output: withRecoveryCodes,
});
export const removePasskey = defineRequest('users.remove-passkey', {
  ...withPassword,
  input: z.object({ passkeyId: id, currentPassword }),
  output: done,
});

export const forgetBrowsers = defineRequest('users.forget-browsers', {
  access: everyRole,
  sessionOnly: true,
  input: nothing,
  output: done,
});

export const requiredFor = z.enum(['none', 'admins', 'leaders', 'all']);
export const secondFactorRule = z.object({ requiredFor, from: z.string().nullable() });
export type SecondFactorRule = z.infer<typeof secondFactorRule>;
export const getSecondFactorRule = defineRequest('users.get-second-factor-rule', {
  access: adminsOnly,
  sessionOnly: true,
  input: nothing,
  output: secondFactorRule,
});
export const secondFactorRuleForm = z.object({ requiredFor, from: day });
export const setSecondFactorRule = defineRequest('users.set-second-factor-rule', {
  access: adminsOnly,
  sessionOnly: true,
  input: secondFactorRuleForm,
  output: secondFactorRule,
});

export const resetSecondFactor = defineRequest('users.reset-second-factor', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: done,
});
