import { z } from 'zod';
import { adminsOnly, everyRole, role } from '../actor.js';
import { defineEvent, defineRequest } from '../message.js';
import { newPassword, email, fullName, monthlyGoal, timeZone, userRole, username } from './users-fields.js';
import { done, flag, id, moment, nothing, page, pageSize, text, wholeNumber } from '../wire.js';

export const user = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  fullName: z.string(),
  role,
  monthlyGoal: z.int(),
  teamId: z.int().nullish(),
  timeZone: z.string().nullish(),
  active: z.boolean(),
  failedLoginAttempts: z.int(),
  lockedUntil: moment.nullable(),
  invitedAt: moment.nullish(),
  secondFactorSince: moment.nullish(),
  createdAt: moment,
  updatedAt: moment,
});
export type User = z.infer<typeof user>;

export const userSummary = z.object({ id: z.int(), username: z.string(), fullName: z.string() });
export type UserSummary = z.infer<typeof userSummary>;

const place = { teamId: id.nullable().optional(), timeZone: timeZone.nullable().optional() };
const account = z.object({ username, email, fullName, role: userRole, monthlyGoal, ...place });
export const newUser = account.extend({ password: newPassword });
export const editedUser = account;

export const accountStatus = z.enum(['active', 'inactive', 'locked']);
export const userFilter = z.object({
  q: text().optional(),
  role: role.optional(),
  status: accountStatus.optional(),
  teamId: z.union([z.literal('none'), id]).optional(),
  sort: z.enum(['username', 'team']).optional(),
  page: page.optional(),
  pageSize: pageSize.optional(),
});
export const listUsers = defineRequest('users.list-users', {
  access: adminsOnly,
  input: userFilter.extend({ after: text().optional() }),
  output: z.object({ users: z.array(user), total: z.int(), next: z.string().nullable() }),
});
export const createUser = defineRequest('users.create-user', {
  access: adminsOnly,
  input: newUser,
  output: user,
  deadlineMs: 10_000,
  idempotent: true,
});
/** Rejects with 400 on `currentPassword` if the caller changes the own e-mail address and it is missing or wrong. */
export const updateUser = defineRequest('users.update-user', {
  access: adminsOnly,
  input: editedUser.extend({ id, currentPassword: z.string().max(1_000).optional() }),
  output: user,
  deadlineMs: 10_000,
});
/** Rejects with 409 `not_yourself` for the caller's own account, whose password changes only with the current one. */
export const resetUserPassword = defineRequest('users.reset-user-password', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id, newPassword }),
  output: done,
  deadlineMs: 10_000,
  idempotent: true,
});
export const unlockUser = defineRequest('users.unlock-user', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: done.extend({ user }),
  idempotent: true,
});
export const setUserActive = defineRequest('users.set-user-active', {
  access: adminsOnly,
  input: z.object({ id, active: z.boolean('Must be true or false') }),
  output: done.extend({ user }),
  idempotent: true,
});
export const removeUser = defineRequest('users.remove-user', {
  access: adminsOnly,
  input: z.object({ id }),
  output: nothing,
  deadlineMs: 10_000,
});

export const selectableUser = userSummary.extend({
  role,
  leave: z.object({ until: z.string(), standIn: userSummary.nullable() }).optional(),
});
export type SelectableUser = z.infer<typeof selectableUser>;

export const listSelectableUsers = defineRequest('users.list-people', {
  access: everyRole,
  input: z.object({
    q: text().optional(),
    limit: wholeNumber(1, 500).default(500),
    after: z.string().optional(),
    canStandIn: flag.optional(),
  }),
  output: z.object({ people: z.array(selectableUser), next: z.string().nullable() }),
});

/** `timeZone` is the user's own, the team's, or null for `TIME_ZONE`. */
export const knownUser = z.object({
  id: z.int(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  role,
  monthlyGoal: z.int(),
  active: z.boolean(),
  version: z.int(),
  timeZone: z.string().nullish(),
});
export type KnownUser = z.infer<typeof knownUser>;

/** Returns the present state of these users, before a service assigns something to them; omits unknown ones. */
export const resolveUsers = defineRequest('users.resolve-users', {
  access: 'service',
  callers: ['gateway', 'leads', 'imports', 'places', 'progress'],
  input: z.object({
    ids: z.array(z.int()).max(1_000).default([]),
    usernames: z.array(z.string()).max(1_000).default([]),
  }),
  /** The account of a service token is not active, because no person may get its leads or sign in with it. */
  output: z.object({ users: z.array(knownUser.extend({ isService: z.boolean().optional() })) }),
});

const consumers = ['leads', 'imports', 'progress'] as const;
export const userCreated = defineEvent('users.created', { consumers, payload: knownUser });
export const userChanged = defineEvent('users.changed', { consumers, payload: knownUser });
export const userDeleted = defineEvent('users.deleted', {
  consumers,
  payload: z.object({ id: z.int(), username: z.string(), version: z.int() }),
});
