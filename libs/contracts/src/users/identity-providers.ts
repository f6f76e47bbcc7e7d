import { z } from 'zod';
import { adminsOnly, role } from '../actor.js';
import { defineRequest } from '../message.js';
import { id, moment, nothing, text } from '../wire.js';
import { openSession, origin } from './sessions.js';
import { visitorEmail } from './users-fields.js';

/** Why a sign-in by a provider was refused, and the sentence that the sign-in page shows (docs/product/sign-in.md#refusals). */
export const signInProblems = {
  provider_away: 'The identity provider did not answer. Please try again in a moment.',
  provider_refused: 'The identity provider refused the sign-in.',
  provider_error: 'The identity provider sent an answer that Lead Finder cannot trust. Ask your administrator.',
  provider_off: 'This sign-in is not in use. Ask your administrator.',
  state_unknown: 'This sign-in has ended or was used already. Please start again.',
  not_started:
    'Start the sign-in here, with the button of your company. Lead Finder accepts none that begins at the identity provider.',
  other_browser:
    'This sign-in began in another browser or under another address of Lead Finder. Please start again from this page.',
  clock:
    'The clocks of Lead Finder and of the identity provider differ by more than five minutes. Ask your administrator.',
  email_missing: 'The identity provider did not send your e-mail address. Ask your administrator.',
  email_unverified:
    'The identity provider does not vouch for your e-mail address, so your account could not be found. Ask your administrator.',
  domain: 'Your e-mail address does not belong to a domain of this sign-in. Ask your administrator.',
  email_taken:
    'An account with your e-mail address exists and is not linked to this sign-in. Sign in with your password, or ask your administrator.',
  subject_changed:
    'Your e-mail address is linked to another account of the identity provider. Ask your administrator to unlink it.',
  no_account: 'You have no account here yet. Ask your manager for one.',
  no_role: 'The identity provider gives you no role in Lead Finder. Ask your administrator.',
  account_deactivated: 'This account is deactivated. Ask your manager.',
} as const;
export type SignInProblem = keyof typeof signInProblems;
export const signInProblem = z.enum(Object.keys(signInProblems) as [SignInProblem, ...SignInProblem[]]);

const webAddress = 'Must be an address such as https://login.example.com';
const domain = text(253)
  .trim()
  .toLowerCase()
  .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'Must be a domain such as example.com');
const required = (message: string, max = 500) => text(max).trim().min(1, message);
export const providerKind = z.enum(['oidc', 'saml']);
export type ProviderKind = z.output<typeof providerKind>;
const isWebAddress = (value: unknown) => z.url({ protocol: /^https?$/ }).safeParse(value).success;

export const claimRule = z.object({
  value: required('Please enter the value of the claim', 200),
  role,
  teamId: id.nullable().default(null),
});
const fields = z.object({
  kind: providerKind.default('oidc'),
  name: required('Please enter the name of the button', 60),
  issuer: text(1_000).trim(),
  clientId: text(500).trim().default(''),
  scopes: text(300).trim().default('openid profile email'),
  signInAddress: text(1_000).trim().default(''),
  certificates: z.array(text(20_000)).max(4, 'At most 4 certificates').default([]),
  domains: z.array(domain).max(50, 'At most 50 domains').default([]),
  linkByEmail: z.boolean().default(false),
  createAccounts: z.boolean().default(false),
  signOutAtProvider: z.boolean().default(false),
  roleClaim: text(200).trim().default(''),
  claimRules: z.array(claimRule).max(100, 'At most 100 rows').default([]),
  unmatched: z.enum(['user', 'refuse']).default('user'),
});
type Fields = Partial<z.output<typeof fields>>;
const rule = (path: keyof Fields, error: string) => ({
  path: [path],
  error,
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});
const isSaml = ({ kind }: Fields) => kind === 'saml';
/** The issuer of a SAML provider is its entity ID, any URI. Such a provider can be stored with its name alone. */
export const identityProviderForm = fields
  .refine(
    (form: Fields) => isSaml(form) || form.issuer === undefined || isWebAddress(form.issuer),
    rule('issuer', webAddress),
  )
  .refine((form: Fields) => isSaml(form) || form.clientId, rule('clientId', 'Please enter the client id'))
  .refine((form: Fields) => !form.signInAddress || isWebAddress(form.signInAddress), rule('signInAddress', webAddress))
  .refine(
    ({ domains, ...form }: Fields) =>
      !isSaml(form) || !form.linkByEmail || (Array.isArray(domains) && domains.length > 0),
    rule('domains', 'Please enter the domains of your company: SAML does not say which addresses are verified'),
  );
export type IdentityProviderForm = z.input<typeof identityProviderForm>;

const clientSecret = text(1_000).optional();

export const testedField = z.enum([
  'issuer',
  'client id',
  'client secret',
  'redirect address',
  'audience',
  'clock',
  'claim',
  'signature',
  'provider',
  'ACS address',
  'attribute',
  'certificate',
  'NameID',
]);
export const providerTest = z.object({
  startedAt: moment,
  state: z.enum(['running', 'passed', 'failed']),
  field: testedField.nullable(),
  message: z.string(),
  effect: z.string(),
  claims: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type ProviderTest = z.output<typeof providerTest>;

export const identityProvider = identityProviderForm.extend({
  id: z.int(),
  hasSecret: z.boolean(),
  enabled: z.boolean(),
  redirectAddress: z.string(),
  backChannelAddress: z.string(),
  /** What a SAML provider calls us, and where our metadata is; empty for OpenID Connect, as the one above is for SAML. */
  entityId: z.string(),
  certificatesEnd: z.array(moment),
  isTested: z.boolean(),
  lastTest: providerTest.omit({ effect: true, claims: true }).nullable().default(null),
  linkedUsers: z.int(),
});
export type IdentityProvider = z.output<typeof identityProvider>;

export const listIdentityProviders = defineRequest('users.list-identity-providers', {
  access: adminsOnly,
  sessionOnly: true,
  input: nothing,
  output: z.array(identityProvider),
});
export const createIdentityProvider = defineRequest('users.create-identity-provider', {
  access: adminsOnly,
  sessionOnly: true,
  input: identityProviderForm.extend({ clientSecret }),
  output: identityProvider,
});
/** A change of what a test tries switches the provider off, unless only its name changes. */
export const updateIdentityProvider = defineRequest('users.update-identity-provider', {
  access: adminsOnly,
  sessionOnly: true,
  input: identityProviderForm.extend({ id, clientSecret }),
  output: identityProvider,
});
/** Rejects with 409 `not_tested` before a test of the caller passed with the present settings. */
export const setIdentityProviderEnabled = defineRequest('users.set-identity-provider-enabled', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id, enabled: z.boolean('Must be true or false') }),
  output: identityProvider,
});
export const removeIdentityProvider = defineRequest('users.remove-identity-provider', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: nothing,
});

const started = z.object({ address: z.string(), browserToken: z.string() });
export const startProviderTest = defineRequest('users.start-provider-test', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id, origin }),
  output: started,
  deadlineMs: 15_000,
});
/** The last test of the caller. Rejects with 404 if there is none. */
export const getProviderTest = defineRequest('users.get-provider-test', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: providerTest,
});

export const providerSignIn = z.object({
  id: z.int(),
  kind: z.enum(['sign-in', 'scim']).default('sign-in'),
  at: moment,
  provider: z.string(),
  username: z.string(),
  userId: z.int().nullable(),
  outcome: z.enum(['done', 'refused']),
  problem: signInProblem.nullable(),
  details: z.string(),
});
export type ProviderSignIn = z.output<typeof providerSignIn>;
/** Newest first; `before` is the id of the last entry of the page before. */
export const listProviderSignIns = defineRequest('users.list-provider-sign-ins', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ before: id.optional() }),
  output: z.object({ entries: z.array(providerSignIn), next: z.int().nullable() }),
});
export const unlinkUser = defineRequest('users.unlink-user', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: z.object({ message: z.string() }),
});

export const offeredProvider = z.object({ id: z.int(), kind: providerKind, name: z.string() });
export type OfferedProvider = z.output<typeof offeredProvider>;
export const listSignInProviders = defineRequest('users.list-sign-in-providers', {
  access: 'anyone',
  input: nothing,
  output: z.object({
    providers: z.array(offeredProvider),
    hasDomains: z.boolean(),
  }),
});
/** Rejects with 404 if no enabled provider has the domain. */
export const getProviderOfDomain = defineRequest('users.get-provider-of-domain', {
  access: 'anyone',
  input: z.object({ email: visitorEmail }),
  output: offeredProvider,
});
export const startProviderSignIn = defineRequest('users.start-provider-sign-in', {
  access: 'anyone',
  input: z.object({
    id,
    returnTo: text(1_000)
      .regex(/^\/(?![/\\])[^\s\\]*$/, 'Must be a path of this product')
      .default('/'),
    origin,
  }),
  output: started,
  deadlineMs: 15_000,
});
export const finishProviderSignIn = defineRequest('users.finish-provider-sign-in', {
  access: 'anyone',
  input: z.object({
    id,
    query: text(8_000),
    browserToken: text(100).default(''),
    origin,
  }),
  output: z.discriminatedUnion('outcome', [
    openSession.extend({ outcome: z.literal('signed in'), returnTo: z.string() }),
    z.object({ outcome: z.literal('tested'), providerId: z.int() }),
    z.object({ outcome: z.literal('refused'), problem: signInProblem }),
  ]),
  deadlineMs: 30_000,
});
/** Back-channel logout: the provider ends the sessions that it opened. Rejects with 400 a token that is not valid. */
export const endProviderSessions = defineRequest('users.end-provider-sessions', {
  access: 'anyone',
  input: z.object({ id, logout_token: text(16_000) }),
  output: z.object({ ended: z.int() }),
  deadlineMs: 15_000,
});
