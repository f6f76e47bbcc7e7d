import { z } from 'zod';
import { adminsOnly, role } from '../actor.js';
import { defineEvent, defineRequest } from '../message.js';
import { id, moment, nothing, text } from '../wire.js';
import { userSummary } from './users.js';

export const scimResources = ['Users', 'Groups', 'ServiceProviderConfig', 'ResourceTypes', 'Schemas'] as const;

/** A request of SCIM 2.0 from an identity provider; its refusals have SCIM's shape (docs/product/provisioning.md#scim). */
export const provision = defineRequest('users.provision', {
  access: 'anyone',
  input: z.object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    resource: text(100),
    scimId: text(200).optional(),
    query: z.record(text(50), z.union([text(1_000), z.array(text(1_000)).max(10)])).default({}),
    body: z.unknown().optional(),
    token: text(200),
  }),
  output: z.object({ status: z.int(), body: z.unknown().nullable(), location: z.string().nullable() }),
  deadlineMs: 20_000,
});

export const scimToken = z.object({
  id: z.int(),
  createdAt: moment,
  createdBy: z.string(),
  lastUsedAt: moment.nullable(),
});
export type ScimToken = z.output<typeof scimToken>;

export const maxGroupRules = 100;
/** Who is in the group gets the role, and the team unless it is null. The first rule that fits a user counts. */
export const groupRule = z.object({ groupId: id, role, teamId: id.nullable().default(null) });
const groupRules = z.array(groupRule).max(maxGroupRules, `At most ${maxGroupRules} groups`);

export const provisioning = z.object({
  address: z.string(),
  tokens: z.array(scimToken),
  users: z.int(),
  groups: z.array(z.object({ id: z.int(), name: z.string(), members: z.int() })),
  rules: z.array(z.object({ groupId: z.int(), role, teamId: z.int().nullable() })),
});
export type Provisioning = z.output<typeof provisioning>;

export const getProvisioning = defineRequest('users.get-provisioning', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: provisioning,
});
/** The only response that has the token. Rejects with 409 `too_many_tokens` while two are valid. */
export const createScimToken = defineRequest('users.create-scim-token', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: scimToken.extend({ token: z.string() }),
});
export const removeScimToken = defineRequest('users.remove-scim-token', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id, tokenId: id }),
  output: nothing,
});

const place = z.object({ role, team: z.string().nullable() });
export const placeChange = userSummary.extend({ before: place, after: place });
export type PlaceChange = z.output<typeof placeChange>;
/** Who would get another role or team by these rules: the first 100, by name. Changes nothing. */
export const previewGroupRules = defineRequest('users.preview-group-rules', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id, rules: groupRules }),
  output: z.object({ total: z.int(), changes: z.array(placeChange) }),
});
export const setGroupRules = defineRequest('users.set-group-rules', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id, rules: groupRules }),
  output: provisioning,
});
/** Lets the provider manage one account, or with null all that sign in by it. Returns how many are new. */
export const linkProvisionedUsers = defineRequest('users.link-provisioned-users', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id, userId: id.nullable() }),
  output: z.object({ linked: z.int() }),
});

export const handOvers = ['ask', 'person', 'team', 'pool'] as const;
const person = 'Please select a user';
export const leaverRuleForm = z
  .object({ handOver: z.enum(handOvers), userId: id.nullable().default(null) })
  .refine(({ handOver, userId }) => handOver !== 'person' || userId !== null, { path: ['userId'], error: person });
export const leaverRule = z.object({ handOver: z.enum(handOvers), user: userSummary.nullable() });
export type LeaverRule = z.output<typeof leaverRule>;
export const getLeaverRule = defineRequest('users.get-leaver-rule', {
  access: adminsOnly,
  sessionOnly: true,
  input: nothing,
  output: leaverRule,
});
export const setLeaverRule = defineRequest('users.set-leaver-rule', {
  access: adminsOnly,
  sessionOnly: true,
  input: leaverRuleForm,
  output: leaverRule,
});

/** A provider could not deactivate the last administrator, or deactivated a user whose leads must be given to others. */
export const provisioningNeedsAdmin = defineEvent('users.provisioning-needs-admin', {
  consumers: ['leads'],
  payload: z.object({
    what: z.enum(['last_admin', 'leads_left']),
    provider: z.string(),
    userId: z.int(),
    fullName: z.string(),
    adminIds: z.array(z.int()),
  }),
});
