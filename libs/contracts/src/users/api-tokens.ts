import { z } from 'zod';
import { actor, adminsOnly, everyRole, role, type Role } from '../actor.js';
import { defineRequest, type RequestContract } from '../message.js';
import { id, line, moment, nothing, text, wholeNumber } from '../wire.js';
import { sessionUser } from './sessions.js';
import { userRole } from './users-fields.js';

/** What a token may do. The beginning names who may: `team.` leaders, `admin.` administrators, otherwise every role. */
export const apiScopes = {
  'leads:read': 'Read and export leads, and the feed of changes; read saved views, bulk jobs and notifications',
  'leads:write': 'Change leads, also in bulk; change saved views and notification settings',
  'team.leads:read': 'Read the funnel of the team',
  'admin.leads:read': 'Read territories, distribution plans, deleted leads, counts and rules',
  'admin.leads:write':
    'Assign businesses; restore deleted leads; change custom fields, territories, distribution plans and rules',
  'admin.imports:read': 'Read imports, their failed rows and saved mappings',
  'admin.imports:write': 'Import files, cancel and undo imports, change saved mappings',
  'places:read': 'Read whether businesses can be searched',
  'places:write': 'Search businesses',
  'admin.places:read': 'Read area searches',
  'admin.places:write': 'Start and stop area searches',
  'progress:read': 'Read progress and the leads behind a number',
  'team.progress:read': 'Read the progress of the team',
  'users:read': 'Read the own account, names of users, leaves and the organisation',
  'users:write': 'Change the own time zone, leaves and first steps',
  'team.users:read': 'Read the goals of teams',
  'admin.users:read': 'Read users, teams, holidays and the audit trail',
  'admin.users:write':
    'Create, change and delete users, but no administrators; change teams, holidays and the organisation',
} as const;
export type ApiScope = keyof typeof apiScopes;
export const apiScope = z.enum(Object.keys(apiScopes) as [ApiScope, ...ApiScope[]], {
  error: 'There is no such scope',
});

export const scopesOf = (of: Role): ApiScope[] =>
  apiScope.options.filter((scope) => {
    if (scope.startsWith('admin.')) return of === 'admin';
    return !scope.startsWith('team.') || of !== 'user';
  });

/** The scope that a token needs for the request, or null if no token may send it. */
export function scopeOf({ access, service, reads, sessionOnly }: RequestContract): string | null {
  if (typeof access === 'string' || sessionOnly) return null;
  const audience = access.includes('user') ? '' : access.includes('manager') ? 'team.' : 'admin.';
  return `${audience}${service}:${reads ? 'read' : 'write'}`;
}

export const maxTokenDays = 365;
export const maxTokens = 20;
export const maxServiceTokens = 100;

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'Must be an address, or a range such as 203.0.113.0/24',
});
export const apiTokenForm = z.object({
  name: line(100).min(1, 'Please enter a name'),
  scopes: z.array(apiScope).min(1, 'Please select at least one scope').max(apiScope.options.length),
  days: wholeNumber(1, maxTokenDays, `Days must be from 1 to ${maxTokenDays}`).default(90),
  networks: z.array(network).max(20, 'At most 20 addresses and ranges').default([]),
});
const noTeam = 'An administrator sees every team. Please select none';
export const serviceTokenForm = apiTokenForm
  .extend({ role: userRole, teamId: id.nullable().default(null) })
  .refine((form) => form.role !== 'admin' || form.teamId === null, { path: ['teamId'], error: noTeam });

export const apiToken = z.object({
  id: z.int(),
  name: z.string(),
  beginsWith: z.string(),
  scopes: z.array(z.string()),
  networks: z.array(z.string()),
  createdAt: moment,
  expiresAt: moment,
  lastUsedAt: moment.nullable(),
});
export type ApiToken = z.output<typeof apiToken>;
/** `username` is the name in the audit trail and in the history of leads. */
export const serviceToken = apiToken.extend({
  role,
  team: z.object({ id: z.int(), name: z.string() }).nullable(),
  username: z.string(),
  createdBy: z.string(),
});
export type ServiceToken = z.output<typeof serviceToken>;

export const listOwnTokens = defineRequest('users.list-own-tokens', {
  access: everyRole,
  sessionOnly: true,
  input: nothing,
  output: z.array(apiToken),
});
/** The only response that has the token. Rejects with 400 on a scope that the role lacks, with 409 `too_many_tokens`. */
export const createOwnToken = defineRequest('users.create-own-token', {
  access: everyRole,
  sessionOnly: true,
  input: apiTokenForm,
  output: apiToken.extend({ token: z.string() }),
});
export const revokeOwnToken = defineRequest('users.revoke-own-token', {
  access: everyRole,
  sessionOnly: true,
  input: z.object({ tokenId: id }),
  output: nothing,
});

export const listServiceTokens = defineRequest('users.list-service-tokens', {
  access: adminsOnly,
  sessionOnly: true,
  input: nothing,
  output: z.array(serviceToken),
});
/** Creates an account that only this token uses, and that ends with it. Rejects as `createOwnToken`. */
export const createServiceToken = defineRequest('users.create-service-token', {
  access: adminsOnly,
  sessionOnly: true,
  input: serviceTokenForm,
  output: serviceToken.extend({ token: z.string() }),
});
export const revokeServiceToken = defineRequest('users.revoke-service-token', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ tokenId: id }),
  output: nothing,
});

/** Returns a token's user with the present role, or rejects with 401; 429 after many wrong tokens of one network. */
export const checkApiToken = defineRequest('users.check-api-token', {
  access: 'anyone',
  input: z.object({ token: text(200) }),
  output: z.object({
    actor,
    user: sessionUser,
    expiresAt: moment,
    scopes: z.array(z.string()),
    networks: z.array(z.string()),
  }),
});
