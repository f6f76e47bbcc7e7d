import { z } from 'zod';
import { everyRole } from '../actor.js';
import { leadFilter } from './lead-list.js';
import { defineRequest } from '../message.js';
import { done, id, line, nothing, text } from '../wire.js';

const key = text(20);
const name = line(80).min(1, 'Please enter a name');

/** `query` is the list's address and `total` counts what the caller sees (docs/product/lead-list.md#saved-views). */
export const savedView = z.object({
  key: z.string(),
  name: z.string(),
  shared: z.boolean(),
  teamId: z.int().nullish(),
  query: z.string(),
  owner: z.string(),
  isMine: z.boolean(),
  isDefault: z.boolean(),
  total: z.int(),
  totalIsExact: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;

const wanted = z.object({
  name,
  shared: z.boolean('Must be true or false'),
  teamId: id.nullable().optional(),
  isDefault: z.boolean('Must be true or false'),
  query: text(2_000),
  filter: leadFilter,
});

/** Returns the caller's views and those of others for everybody and the caller's teams, by name; at most 50 of each. */
export const listSavedViews = defineRequest('leads.list-saved-views', {
  access: everyRole,
  input: nothing,
  output: z.object({ views: z.array(savedView) }),
});
/** Rejects with 403 a view for everybody of a user without that right, with 400 the 51st. */
export const saveView = defineRequest('leads.save-view', { access: everyRole, input: wanted, output: savedView });
/** Rejects with 404 another user's view. Another user's view for everybody can only become the caller's default. */
export const changeView = defineRequest('leads.change-view', {
  access: everyRole,
  input: wanted.partial().extend({ key }),
  output: savedView,
  idempotent: true,
});
/** Rejects with 404 another user's view, unless the caller is an admin and it is for everybody. */
export const removeView = defineRequest('leads.remove-view', {
  access: everyRole,
  input: z.object({ key }),
  output: done,
});
