import { z } from 'zod';
import { actor, adminsOnly, everyRole, role } from '../actor.js';
import { sessionsRevokedSignal } from '../change-signals.js';
import { defineEvent, defineRequest } from '../message.js';
import { newPassword, email, fullName, timeZone, username, visitorEmail } from './users-fields.js';
import { done, id, moment, nothing, text } from '../wire.js';

export const sessionUser = z.object({
  id: z.int(),
  username: z.string(),
  fullName: z.string(),
  role,
  email: z.string(),
  timeZone: z.string().nullish(),
  managesTeam: z.boolean().optional(),
  teams: z.array(z.object({ id: z.int(), name: z.string() })).optional(),
  secondFactor: z.object({ from: z.string(), isDue: z.boolean() }).optional(),
});
export type SessionUser = z.infer<typeof sessionUser>;

const whoIsMissing = 'Please enter your username or email address';
export const signInForm = z.object({
  username: z.string(whoIsMissing).pipe(text().trim().min(1, whoIsMissing)),
  password: z
    .string('Password must be at least 6 characters')
    .min(6, 'Password must be at least 6 characters')
    .max(1_000, 'Password must be at most 1,000 characters'),
});
export const registration = z.object({
  username,
  password: newPassword,
  email,
  fullName,
  setupToken: text(200).trim().optional(),
});
export const forgotPasswordForm = z.object({ email: visitorEmail });
const tokenIsMissing = 'Missing reset token. Please check your reset link or request a new one.';
export const resetPasswordForm = z.object({
  token: z.string(tokenIsMissing).min(1, tokenIsMissing).pipe(text()),
  password: newPassword,
});
export const changePasswordForm = z.object({ currentPassword: z.string().min(1).max(1_000), newPassword });

export const origin = z.object({ address: text(), userAgent: text(1_000).optional() });

/** The cookie of a known browser for one account, named `device-{userId}` (docs/product/accounts.md#known-browsers). */
export const deviceCookie = z.object({ userId: z.int(), value: text(200) });
export const maxDevices = 10;

const sessionToken = z.object({ token: z.string(), expiresAt: moment, device: deviceCookie });
export const openSession = sessionToken.extend({ user: sessionUser });

/** Rejects with 401, also `second_step_required` with a challenge, 403 `account_deactivated`, 423 or 429 (docs/product/accounts.md#sign-in). */
export const signIn = defineRequest('users.sign-in', {
  access: 'anyone',
  input: signInForm.extend({ origin, devices: z.array(deviceCookie).max(maxDevices).default([]) }),
  output: openSession,
  deadlineMs: 10_000,
});
/** `redirectTo`: where the browser signs out at its identity provider. */
export const signOut = defineRequest('users.sign-out', {
  access: 'anyone',
  input: z.object({ token: text() }),
  output: z.object({ redirectTo: z.string().optional() }),
  deadlineMs: 15_000,
});

/** Without `sessionId` all sessions of the user ended, except `keptSessionId`. */
export const sessionsEnded = defineEvent('users.sessions-ended', {
  consumers: ['leads'],
  payload: z.object({ userId: z.int(), sessionId: z.string().nullable(), keptSessionId: z.string().nullable() }),
});

/** Returns a token's owner, or rejects with 401. `used`: the user acted. */
export const checkSession = defineRequest('users.check-session', {
  access: 'anyone',
  input: z.object({ token: text(), used: z.boolean() }),
  output: z.object({ actor, user: sessionUser, expiresAt: moment }),
});
/** The content of the signal `sessions.revoked` after that id; -1 if the gateway has received none. */
export const listRevocations = defineRequest('users.list-revocations', {
  access: 'service',
  input: z.object({ after: z.int().min(-1) }),
  output: sessionsRevokedSignal,
});
/** Whether only this machine can reach the gateway, which alone knows it. Otherwise the first visitor needs a token. */
const loopbackOnly = z.boolean().default(false);
/** If a set-up token is required and none is set, the first call creates one and logs it. */
export const setup = defineRequest('users.setup', {
  access: 'anyone',
  input: z.object({ loopbackOnly }),
  output: z.object({ registrationOpen: z.boolean(), setupTokenRequired: z.boolean() }),
});
/** Creates and signs in the first admin; 403 afterwards, 400 on a wrong `setupToken`, 429 after too many. */
export const register = defineRequest('users.register', {
  access: 'anyone',
  input: registration.extend({ origin, loopbackOnly }),
  output: openSession,
  deadlineMs: 10_000,
});

/** Returns the same response after the same time, whether the account exists or not; 429 per network. */
export const forgotPassword = defineRequest('users.forgot-password', {
  access: 'anyone',
  input: forgotPasswordForm.extend({ origin }),
  output: done,
});
export const verifyResetToken = defineRequest('users.verify-reset-token', {
  access: 'anyone',
  input: z.object({ token: text() }),
  output: done.extend({ valid: z.literal(true) }),
});
export const resetForgottenPassword = defineRequest('users.reset-forgotten-password', {
  access: 'anyone',
  input: resetPasswordForm.extend({ origin }),
  output: done,
  deadlineMs: 10_000,
});

export const ownSession = z.object({
  id: z.string(),
  current: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: moment,
  lastUsedAt: moment,
});
export const listOwnSessions = defineRequest('users.list-own-sessions', {
  access: everyRole,
  sessionOnly: true,
  input: nothing,
  output: z.array(ownSession),
});
export const endOtherSessions = defineRequest('users.end-other-sessions', {
  access: everyRole,
  sessionOnly: true,
  input: nothing,
  output: done.extend({ ended: z.int() }),
});
const sessionId = z.uuid('Must be a uuid').toLowerCase();
/** Rejects with 404 if the caller has no such session. Ending the current one signs the caller out. */
export const endOwnSession = defineRequest('users.end-own-session', {
  access: everyRole,
  sessionOnly: true,
  input: z.object({ sessionId }),
  output: nothing,
});
export const listSessionsOfUser = defineRequest('users.list-sessions-of-user', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: z.array(ownSession),
});
export const endSessionOfUser = defineRequest('users.end-session-of-user', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id, sessionId }),
  output: nothing,
});
export const endAllSessionsOfUser = defineRequest('users.end-all-sessions-of-user', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: done.extend({ ended: z.int() }),
});
/** Rejects with 401 an ended session, 400 a wrong password, 423 after five wrong ones, 429 after ten attempts. */
export const changeOwnPassword = defineRequest('users.change-own-password', {
  access: everyRole,
  sessionOnly: true,
  input: changePasswordForm,
  output: done.extend(sessionToken.shape),
  deadlineMs: 10_000,
});
/** Null takes the time zone of the team, else `TIME_ZONE`. */
export const setOwnTimeZone = defineRequest('users.set-own-time-zone', {
  access: everyRole,
  input: z.object({ timeZone: timeZone.nullable() }),
  output: sessionUser,
});
