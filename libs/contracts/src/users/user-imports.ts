import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { defineRequest } from '../message.js';
import { done, id, moment, text, wholeNumber } from '../wire.js';

export const maxUserRows = 10_000;

/** The cells of a row as text; empty ones keep an existing user's value (docs/product/teams.md#users-by-file). */
export const userRow = z.object({
  line: wholeNumber(1, 1_000_000),
  username: text(),
  email: text().default(''),
  fullName: text().default(''),
  role: text().default(''),
  team: text(1_000).default(''),
  /** The teams that the user manages, separated by semicolons. */
  manages: text(4_000).default(''),
  timeZone: text().default(''),
  monthlyGoal: text().default(''),
});
export type UserRow = z.output<typeof userRow>;

export const userVerdict = z.enum(['create', 'update', 'unchanged', 'failed']);
export type UserVerdict = z.infer<typeof userVerdict>;

/** `counts` sums the verdicts, `done` the rows of them that were applied. `newTeams` will be or were created by the file. */
export const userImport = z.object({
  id: z.int(),
  fileName: z.string(),
  status: z.enum(['receiving', 'checked', 'running', 'completed']),
  counts: z.object({ create: z.int(), update: z.int(), unchanged: z.int(), failed: z.int() }),
  done: z.int(),
  newTeams: z.array(z.string()).max(100),
  createdAt: moment,
});
export type UserImport = z.infer<typeof userImport>;

export const openUserImport = defineRequest('users.open-user-import', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ fileName: text(255).trim().min(1, 'The file needs a name') }),
  output: userImport,
  idempotent: true,
});
export const addUserRows = defineRequest('users.add-user-rows', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id, rows: z.array(userRow).min(1).max(1_000, 'At most 1,000 rows at once') }),
  output: userImport,
  repeatable: true,
});
export const checkUserImport = defineRequest('users.check-user-import', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: userImport,
  deadlineMs: 30_000,
});
export const startUserImport = defineRequest('users.start-user-import', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: userImport,
  repeatable: true,
});
export const getUserImport = defineRequest('users.get-user-import', {
  access: adminsOnly,
  input: z.object({ id }),
  output: userImport,
});

const checkedRow = userRow.extend({ verdict: userVerdict, message: z.string(), isDone: z.boolean() });
export type CheckedUserRow = z.infer<typeof checkedRow>;
export const listUserRows = defineRequest('users.list-user-rows', {
  access: adminsOnly,
  input: z.object({ id, verdict: userVerdict.optional(), after: wholeNumber(0, 1_000_000).default(0) }),
  output: z.object({ rows: z.array(checkedRow), next: z.int().nullable() }),
});

/** Rejects with 409 `already_active` once the user has a password. */
export const inviteUser = defineRequest('users.invite-user', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: done,
  idempotent: true,
});
