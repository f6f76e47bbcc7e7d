import { z } from 'zod';
import { everyRole } from '../actor.js';
import { defineRequest } from '../message.js';
import { day, done, id, moment, nothing } from '../wire.js';
import { userSummary } from './users.js';

export const maxLeaveDays = 366;
export const maxComingLeaves = 100;

/** `from` and `to` are days of the person's own clock, both within the leave. */
export const leave = z.object({
  id: z.int(),
  userId: z.int(),
  from: z.string(),
  to: z.string(),
  standIn: userSummary.nullable(),
});
export type Leave = z.infer<typeof leave>;

const lengthOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

export const leaveForm = z
  .object({ from: day, to: day, standInId: id.nullable().default(null) })
  .refine(({ from, to }) => to >= from, { path: ['to'], error: 'Must not be before the first day' })
  .refine(({ from, to }) => lengthOf(from, to) <= maxLeaveDays, {
    path: ['to'],
    error: `A leave has at most ${maxLeaveDays} days`,
  });

/** The caller's leaves, or those of `userId`, whom the caller must manage; 404 otherwise. */
export const listLeaves = defineRequest('users.list-leaves', {
  access: everyRole,
  input: z.object({ userId: id.optional() }),
  output: z.array(leave),
});
const saved = done.extend({ leave });
/** Rejects with 400 on the field that breaks a rule of docs/product/teams.md#leave. */
export const addLeave = defineRequest('users.add-leave', {
  access: everyRole,
  input: leaveForm.safeExtend({ userId: id.optional() }),
  output: saved,
  idempotent: true,
});
export const changeLeave = defineRequest('users.change-leave', {
  access: everyRole,
  input: leaveForm.safeExtend({ id }),
  output: saved,
});
export const removeLeave = defineRequest('users.remove-leave', {
  access: everyRole,
  input: z.object({ id }),
  output: nothing,
});

export const resolveStandsIn = defineRequest('users.resolve-stands-in', {
  access: 'service',
  callers: ['leads'],
  input: z.object({ userId: id }),
  output: z.object({ people: z.array(z.object({ id: z.int(), since: moment })) }),
});
