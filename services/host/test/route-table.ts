import { createECDH } from 'node:crypto';
/**
 * The rights of each role (docs/product/roles-and-permissions.md#rights) as data: every route of the gateway × the
 * sender × the object that the path names. routes.spec.ts tries each cell and fails for a route without a row.
 */
export const callers = ['visitor', 'user', 'manager', 'admin'] as const;
export type Who = (typeof callers)[number];

/**
 * The object belongs to the sender, to another user, does not exist, or its id is malformed; `any` if the route names
 * none.
 */
export type Named = 'own' | "another user's" | 'none such' | 'malformed' | 'any';

/** The bulk action returns 200 and counts each id as failed (docs/product/lead-list.md#bulk-results). */
export const leftOut = 'left out';
export type Status = number | typeof leftOut;
type ByCaller = readonly [visitor: Status, user: Status, manager: Status, admin: Status];
export type Expected = Partial<Record<Named, ByCaller>>;

export interface RouteRow {
  /** The path as in the description of the API. */
  route: string;
  expected: Expected;
  body?: object;
  query?: string;
  /** Special conditions of the request. */
  special?: 'stream' | 'file' | 'starts work' | 'ends the session' | 'counts a failure' | 'is recorded';
}

const unlessSignedIn = (...others: [Status, Status, Status]): ByCaller => [401, ...others];
const all = (status: Status) => unlessSignedIn(status, status, status);
const open = (status: Status): Expected => ({ any: [status, status, status, status] });
const everyRole = (status: Status): Expected => ({ any: all(status) });
const leaders = (status: Status): Expected => ({ any: unlessSignedIn(403, status, status) });
const admins = (status: Status): Expected => ({ any: unlessSignedIn(403, 403, status) });

/** A plan without leads. */
export const emptyPlan = {
  source: { kind: 'import', importId: 99_999_999 },
  rules: [{ conditions: [], share: 'round-robin' }],
  rest: { kind: 'stay' },
};
const recyclingRule = { active: false, untouchedDays: 20, remindDays: 5, coolDownDays: 30 };
const noGround = { definition: 'none', runs: 0, leads: 0, leadsHash: '', people: [] };

/** Read and change a lead: users their own, administrators any. */
const lead = (status: number): Expected => ({
  own: all(status),
  "another user's": unlessSignedIn(403, 403, status),
  'none such': all(404),
  malformed: all(400),
});
/** Managers may reassign too. */
const handedOver = (status: number): Expected => ({
  ...lead(status),
  "another user's": unlessSignedIn(403, status, status),
});
const bulk = (byManager: Status): Expected => ({
  own: all(200),
  "another user's": unlessSignedIn(leftOut, byManager, 200),
  'none such': all(leftOut),
  malformed: all(400),
});
/** Only its owner sees it; others get 404, except roles that see the objects of every user. */
const ones = (status: number, forAdmin: number): Expected => ({
  own: all(status),
  "another user's": unlessSignedIn(404, 404, forAdmin),
  'none such': all(404),
  malformed: all(400),
});
/** Objects that all administrators share. */
const adminsThing = (status: number, own: number = status): Expected => ({
  own: unlessSignedIn(403, 403, own),
  "another user's": unlessSignedIn(403, 403, status),
  'none such': unlessSignedIn(403, 403, 404),
  malformed: unlessSignedIn(403, 403, 400),
});

const view = { name: 'To call', shared: false, isDefault: false, query: '', filter: {} };

export const identityProvider = { name: 'Company', issuer: 'http://127.0.0.1:9', clientId: 'lead-finder' };

export const pushDevice = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'a'.repeat(22) },
  name: 'Firefox on Linux',
};

const madeUp = (response: object) => ({
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  response: { clientDataJSON: 'a', ...response },
});

const row = (route: string, expected: Expected, body?: object, rest: Partial<RouteRow> = {}): RouteRow => ({
  route,
  expected,
  ...(body && { body }),
  ...rest,
});

/**
 * Returns both forms of a lead's route, with `{ref}` as id or uuid
 * (docs/product/errors-and-http.md#lead-ids-and-uuids).
 */
const bothForms = (route: string, expected: Expected, body?: object): RouteRow[] => {
  const [method, path] = route.split(' ') as [string, string];
  const [, api, name, ...rest] = path.split('/');
  return ['{id}', '{uuid}'].map((ref) =>
    row(
      `${method} /${api}/${name}${ref === '{uuid}' ? '-by-uuid' : ''}/${ref}${rest
        .slice(1)
        .map((part) => `/${part}`)
        .join('')}`,
      expected,
      body,
    ),
  );
};

// In a body and a path {id}, {uuid} and parameters that end in Id are the object of the cell. {newUser} is an active
// user, {business} and {place} are a business, {new} is an unused name, {newUuid} an unused uuid and {newDay} an unused day.
const day = '2026-11-01';
export const routeTable: RouteRow[] = [
  ...bothForms('GET /api/business-profile/{ref}', lead(200)),
  ...bothForms('GET /api/assignment-history/{ref}', lead(200)),
  ...bothForms('GET /api/lead-timeline/{ref}', lead(200)),
  ...bothForms('PATCH /api/business-viewed/{ref}', lead(200), {}),
  row('POST /api/business-view/{id}', lead(200)),
  ...bothForms('PATCH /api/business-status/{ref}', lead(200), { status: 'recontact' }),
  ...bothForms('PATCH /api/business-custom-fields/{ref}', lead(200), { customFields: { contactPerson: 'Pat' } }),
  ...bothForms('PUT /api/business-contacts/{ref}', lead(200), { contacts: [{ name: 'Pat' }] }),
  ...bothForms('PATCH /api/business-notes/{ref}', lead(200), { notes: 'Call in May' }),
  ...bothForms('POST /api/contact-activity/{ref}', lead(201), { type: 'call', notes: 'Spoke' }),
  row('PATCH /api/contact-activity/{activityId}', lead(200), { outcome: 'Done' }),
  row('DELETE /api/contact-activity/{activityId}', lead(200)),
  ...bothForms('POST /api/business-tag/{ref}', lead(200), { tag: 'Spring' }),
  ...bothForms('DELETE /api/business-tag/{ref}/{tag}', lead(200)),
  ...bothForms('POST /api/reassign-business/{ref}', handedOver(200), { newUserId: '{newUser}' }),
  ...bothForms('POST /api/business/{ref}/return-to-pool', handedOver(200), { reason: 'no_time' }),
  ...['archive', 'restore', 'mark-existing-customer', 'unmark-existing-customer'].flatMap((action) =>
    bothForms(`POST /api/business/{ref}/${action}`, lead(200)),
  ),
  ...bothForms('DELETE /api/business/{ref}/delete', lead(200)),
  ...bothForms('POST /api/lead-outcome/{ref}', lead(200), { notes: 'No answer', status: 'recontact' }),
  // There is no outcome to undo.
  ...bothForms('POST /api/lead-outcome/{ref}/undo', lead(409)),
  row('GET /api/my-day', everyRole(200)),
  row('GET /api/calendar', everyRole(200)),
  row('GET /api/leads/by-phone', everyRole(200), undefined, { query: 'phone=5015550199' }),
  row('GET /api/leads/find', everyRole(200), undefined, { query: 'q=dental' }),
  row('GET /api/saved-views', everyRole(200)),
  row('POST /api/saved-views', everyRole(201), view),
  row('PATCH /api/saved-views/{key}', everyRole(404), { name: 'Later' }),
  row('DELETE /api/saved-views/{key}', everyRole(404)),
  row('GET /api/custom-fields', everyRole(200)),
  row('POST /api/custom-fields', admins(201), { name: '{new}', type: 'text' }),
  row('POST /api/custom-fields/order', admins(400), { keys: ['none'] }),
  row('PATCH /api/custom-fields/{key}', admins(404), { required: true }),
  row('GET /api/custom-fields/{key}/values/count', admins(404)),
  row('DELETE /api/custom-fields/{key}', admins(404)),
  row('POST /api/custom-fields/{key}/restore', admins(404)),
  row('POST /api/calendar', everyRole(201)),
  row('DELETE /api/calendar', everyRole(200)),
  row('GET /api/calendar/{token}', open(404)),
  row('GET /api/next-lead', everyRole(200), undefined, { query: 'from=my-day' }),
  row('GET /api/admin/all-assignments', everyRole(200)),
  row('GET /api/admin/all-assignments/archived', everyRole(200)),
  row('GET /api/admin/all-assignments.csv', everyRole(200), undefined, { special: 'is recorded' }),
  row('GET /api/admin/all-assignments.ndjson', everyRole(200), undefined, { special: 'is recorded' }),
  row('GET /api/my-businesses', everyRole(200)),
  row('GET /api/my-businesses/archived', everyRole(200)),
  row('GET /api/user-businesses', everyRole(200)),
  row('GET /api/lead-facets', everyRole(200)),
  row('GET /api/leads/map', everyRole(200)),
  row('GET /api/all-tags', everyRole(200)),
  row('GET /api/admin/tags', admins(200)),
  row('GET /api/leaves', everyRole(200)),
  row('POST /api/leaves', everyRole(201), { from: '{newDay}', to: '{newDay}' }),
  row('PUT /api/leaves/{id}', ones(200, 200), { from: '{newDay}', to: '{newDay}' }),
  row('DELETE /api/leaves/{id}', ones(204, 204)),
  row('GET /api/changes', everyRole(200)),
  row('GET /api/webhooks', admins(200)),
  row('POST /api/webhooks', admins(201), { url: 'https://hooks.invalid/routes' }),
  row('PATCH /api/webhooks/{id}', adminsThing(200), { active: false }),
  row('DELETE /api/webhooks/{id}', adminsThing(200)),
  row('POST /api/webhooks/{id}/secret', adminsThing(200)),
  row('POST /api/webhooks/{id}/test', adminsThing(200)),
  row('POST /api/webhooks/{id}/replay', adminsThing(200), { from: '2026-01-01T00:00:00Z' }),
  row('GET /api/webhooks/{id}/deliveries', adminsThing(200)),
  row('GET /api/pool', everyRole(200)),
  // The lead is in no pool: it belongs to the sender, or does not exist for the sender.
  row('POST /api/pool/{id}/claim', {
    own: all(409),
    "another user's": all(404),
    'none such': all(404),
    malformed: all(400),
  }),
  row('GET /api/pool-rule', admins(200)),
  row('PUT /api/pool-rule', admins(200), { claimsADay: 10 }),
  row('GET /api/recycling', everyRole(200)),
  // No lead moves tonight.
  row('POST /api/recycling/{id}/veto', {
    own: all(404),
    "another user's": all(404),
    'none such': all(404),
    malformed: all(400),
  }),
  row('GET /api/export-rule', admins(200)),
  row('PUT /api/export-rule', admins(200), { maxLeads: null }),
  row('GET /api/export-requests', everyRole(200)),
  row('GET /api/export-requests/check', everyRole(200)),
  // Without a rule no export waits.
  row('POST /api/export-requests', everyRole(400), { filter: {} }),
  row('POST /api/export-requests/{id}/decide', adminsThing(200, 409), { allowed: true }),
  row('POST /api/export-requests/{id}/withdraw', ones(200, 404)),
  // It still waits.
  row('GET /api/export-requests/{id}/leads.csv', ones(409, 404)),
  row('GET /api/export-requests/{id}/leads.ndjson', ones(409, 404)),
  row('GET /api/admin/deleted-leads', admins(200)),
  row('POST /api/admin/deleted-leads/restore', admins(200), { ids: [2_147_483_647] }),
  row('POST /api/assign-business', admins(201), { userId: '{newUser}', businessId: '{business}', uuid: '{newUuid}' }),
  row('POST /api/bulk/archive', bulk(leftOut), { ids: ['{id}'] }),
  row('POST /api/bulk/restore', bulk(leftOut), { ids: ['{id}'] }),
  row('POST /api/bulk/delete', bulk(leftOut), { ids: ['{id}'] }),
  row('POST /api/bulk/update-status', bulk(leftOut), { ids: ['{id}'], status: 'recontact' }),
  row('POST /api/bulk/add-tags', bulk(leftOut), { ids: ['{id}'], tags: ['hot'] }),
  row('POST /api/bulk/remove-tags', bulk(leftOut), { ids: ['{id}'], tags: ['hot'] }),
  row('POST /api/bulk/return-to-pool', bulk(200), { ids: ['{id}'], reason: 'no_time' }),
  row('POST /api/bulk/reassign', bulk(200), { ids: ['{id}'], newUserId: '{newUser}' }),
  row('POST /api/bulk-jobs', everyRole(400), { action: 'archive', filter: { q: 'no such name' } }),
  row('GET /api/bulk-jobs', everyRole(200)),
  row('POST /api/bulk-jobs/{jobId}/cancel', ones(200, 200)),
  row('POST /api/bulk-jobs/{jobId}/undo', ones(202, 202), undefined, { special: 'starts work' }),
  row('POST /api/search-businesses', everyRole(200), { businessType: 'dentist', location: 'Austin, TX' }),
  row('POST /api/export-businesses', everyRole(200), { format: 'csv', placeIds: ['{place}'] }),
  row(
    'POST /api/area-searches',
    admins(202),
    { businessType: 'dentist', location: 'Atlantis', budget: 1 },
    { special: 'starts work' },
  ),
  row('GET /api/places-notices', everyRole(200)),
  row('GET /api/area-searches', admins(200)),
  row('GET /api/area-searches/{searchId}', adminsThing(200)),
  row('GET /api/area-searches/{searchId}/results', adminsThing(200)),
  row('POST /api/area-searches/{searchId}/stop', adminsThing(200)),
  // The search is complete, so it cannot continue.
  row('POST /api/area-searches/{searchId}/continue', adminsThing(400), { budget: 1 }),
  row('GET /api/users-for-reassignment', everyRole(200)),
  row('GET /api/admin/users', admins(200)),
  row('GET /api/users', admins(200)),
  row('POST /api/users', admins(201), {
    username: '{new}',
    email: '{new}@example.com',
    fullName: 'New One',
    password: 'Correct-Horse-9',
  }),
  // Administrators cannot demote themselves (docs/product/accounts.md#last-administrator): a body without a role would.
  row('PUT /api/users/{id}', adminsThing(200, 409), {
    username: '{new}',
    email: '{email}',
    fullName: 'New Name',
    currentPassword: 'Correct-Horse-9',
  }),
  row(
    'POST /api/users/{id}/reset-password',
    adminsThing(200, 409),
    { newPassword: 'Other-Horse-8' },
    { special: 'ends the session' },
  ),
  row('POST /api/users/{id}/reset-second-factor', adminsThing(200, 409), undefined, { special: 'ends the session' }),
  row('POST /api/users/{id}/unlock', adminsThing(200)),
  row('POST /api/users/{id}/set-active-status', adminsThing(200, 409), { active: false }),
  row('GET /api/users/{id}/sessions', adminsThing(200)),
  row('POST /api/users/{id}/sessions/end-all', adminsThing(200), undefined, { special: 'ends the session' }),
  row('DELETE /api/users/{id}/sessions/{sessionId}', adminsThing(204)),
  row('GET /api/users/{userId}/lead-count', adminsThing(200)),
  row('DELETE /api/users/{id}', adminsThing(204, 409)),
  row('POST /api/users/{id}/invite', adminsThing(400)),
  row('POST /api/users/{id}/unlink', adminsThing(200)),
  row('GET /api/identity-providers', admins(200)),
  row('POST /api/identity-providers', admins(201), identityProvider),
  row('POST /api/identity-providers/metadata', admins(400), { xml: '<made-up/>' }),
  row('PUT /api/identity-providers/{id}', adminsThing(200), identityProvider),
  // No test has passed.
  row('POST /api/identity-providers/{id}/set-enabled', adminsThing(409), { enabled: true }),
  row('GET /api/identity-providers/{id}/test', adminsThing(404)),
  // The issuer is not a public address, which the report of the test stores.
  row('POST /api/identity-providers/{id}/test', adminsThing(502), undefined, { special: 'counts a failure' }),
  row('DELETE /api/identity-providers/{id}', adminsThing(204)),
  row('GET /api/provider-sign-ins', admins(200)),
  row('GET /api/identity-providers/{id}/provisioning', adminsThing(200)),
  row('POST /api/identity-providers/{id}/scim-tokens', adminsThing(201)),
  row('DELETE /api/identity-providers/{id}/scim-tokens/{tokenId}', adminsThing(204)),
  row('POST /api/identity-providers/{id}/group-rules/preview', adminsThing(200), { rules: [] }),
  row('PUT /api/identity-providers/{id}/group-rules', adminsThing(200), { rules: [] }),
  row('POST /api/identity-providers/{id}/provisioned-users', adminsThing(200), { userId: null }),
  row('GET /api/leaver-rule', admins(200)),
  row('PUT /api/leaver-rule', admins(200), { handOver: 'ask' }),
  row('GET /api/sign-in-policy', admins(200)),
  row('PUT /api/sign-in-policy', admins(200), { localPasswords: true, breakGlassIds: [] }),
  row('GET /api/sign-in/providers', open(200)),
  row('POST /api/sign-in/provider-of-domain', open(404), { email: 'kim@unknown.example' }),
  row('POST /api/sign-in/oidc/{id}/start', open(400), {}),
  row('GET /api/sign-in/oidc/{id}/callback', open(400)),
  row('POST /api/sign-in/saml/{id}/start', open(400), {}),
  row('POST /api/sign-in/saml/{id}/acs', open(400), { SAMLResponse: 'made-up' }),
  row('GET /api/sign-in/saml/{id}/callback', open(400)),
  row('GET /api/sign-in/saml/{id}/metadata', open(400)),
  row('POST /api/sign-in/oidc/{id}/back-channel-logout', open(400), { logout_token: 'made-up' }),
  row('POST /api/user-imports', admins(201), { fileName: 'people.csv' }),
  row('POST /api/user-imports/{id}/rows', adminsThing(200), { rows: [{ line: 2, username: '{new}' }] }),
  row('POST /api/user-imports/{id}/check', adminsThing(200)),
  row('POST /api/user-imports/{id}/start', adminsThing(202), undefined, { special: 'starts work' }),
  row('GET /api/user-imports/{id}', adminsThing(200)),
  row('GET /api/user-imports/{id}/rows', adminsThing(200)),
  row('GET /api/audit', admins(200)),
  row('GET /api/audit.csv', admins(200), undefined, { special: 'is recorded' }),
  row('POST /api/businesses/import', admins(200), undefined, { special: 'file' }),
  row('GET /api/imports', admins(200)),
  row('GET /api/imports/{id}', adminsThing(200)),
  row('GET /api/imports/{id}/columns', adminsThing(400), undefined, { query: 'column=Name' }),
  row('GET /api/imports/{id}/failures', adminsThing(200)),
  row('POST /api/imports/{id}/corrections', adminsThing(400), { values: [{ column: 'Name', from: 'a', to: 'b' }] }),
  row('GET /api/import-mappings', admins(200)),
  row('POST /api/import-mappings', admins(201), { name: '{new}', fileName: 'a.csv', headers: ['Name'], settings: {} }),
  row('POST /api/import-mappings/find', admins(200), { headers: ['Name'] }),
  row('PATCH /api/import-mappings/{id}', adminsThing(200), { name: '{new}' }),
  row('DELETE /api/import-mappings/{id}', adminsThing(200)),
  row('GET /api/imports/{id}/errors.csv', adminsThing(200), undefined, { special: 'is recorded' }),
  row('GET /api/imports/{id}/errors.ndjson', adminsThing(200), undefined, { special: 'is recorded' }),
  row('GET /api/imports/{id}/errors.xlsx', adminsThing(200), undefined, { special: 'is recorded' }),
  row('GET /api/imports/{id}/rows', adminsThing(200), undefined, { query: 'outcome=failed' }),
  row('GET /api/imports/{id}/undo', adminsThing(200)),
  row('POST /api/imports/{id}/cancel', adminsThing(200)),
  row('POST /api/imports/{id}/undo', adminsThing(200), undefined, { special: 'starts work' }),
  row('GET /api/weekly-contacts', everyRole(200)),
  row('GET /api/today-contacts', everyRole(200)),
  row('GET /api/team-progress', leaders(200)),
  row('GET /api/team-progress-weekly', leaders(200)),
  row('GET /api/team-progress-last-week', leaders(200)),
  // Without a user's name the response is the team's.
  row('GET /api/progress/my-week', everyRole(200)),
  row('GET /api/progress/leads', leaders(200), undefined, { query: `from=${day}&to=2026-11-30` }),
  row('GET /api/progress/weeks', leaders(200)),
  row('GET /api/progress/days', leaders(200), undefined, { query: `from=${day}&to=2026-11-30` }),
  row('GET /api/progress/funnel', leaders(200)),
  row('GET /api/progress/brief', leaders(200)),
  row('GET /api/progress/export', leaders(200), undefined, { special: 'is recorded' }),
  row('GET /api/notifications', everyRole(200)),
  row('GET /api/organisation', everyRole(200)),
  row('PUT /api/organisation', admins(200), { name: 'Northfield' }),
  row('GET /api/first-steps', everyRole(200)),
  row('POST /api/first-steps', everyRole(200), { step: 'find' }),
  row('GET /api/notifications/settings', everyRole(200)),
  row('PATCH /api/notifications/settings', everyRole(200), { follow_up: true }),
  row('GET /api/notifications/devices', everyRole(200)),
  row('POST /api/notifications/devices', everyRole(201), pushDevice),
  row('DELETE /api/notifications/devices/{id}', ones(200, 404)),
  row('POST /api/notifications/read-all', everyRole(200)),
  row('POST /api/notifications/{id}/read', ones(200, 404)),
  row('GET /api/events', everyRole(200), undefined, { special: 'stream' }),
  row('GET /api/user', everyRole(200)),
  row('PUT /api/user/time-zone', everyRole(200), { timeZone: null }),
  row('GET /api/user/tokens', everyRole(200)),
  row('POST /api/user/tokens', everyRole(201), { name: 'Script', scopes: ['leads:read'] }),
  row('DELETE /api/user/tokens/{tokenId}', ones(204, 404)),
  row('GET /api/service-tokens', admins(200)),
  row('POST /api/service-tokens', admins(201), { name: 'Robot', role: 'user', scopes: ['leads:read'] }),
  row('DELETE /api/service-tokens/{tokenId}', adminsThing(204)),
  row('GET /api/sessions', everyRole(200)),
  row('DELETE /api/sessions/{sessionId}', ones(204, 404)),
  row('POST /api/sessions/end-others', everyRole(200), undefined, { special: 'ends the session' }),
  row(
    'POST /api/user/change-password',
    everyRole(400),
    { currentPassword: 'not-this-one', newPassword: 'Other-Horse-8' },
    { special: 'counts a failure' },
  ),
  row('POST /api/logout', open(200), undefined, { special: 'ends the session' }),
  row('POST /api/login/second-step', open(401), { code: '000000' }),
  row('POST /api/login/passkey/options', open(200)),
  row(
    'POST /api/login/passkey',
    open(401),
    { credential: madeUp({ authenticatorData: 'a', signature: 'a' }) },
    { special: 'counts a failure' },
  ),
  row(
    'POST /api/user/passkeys/options',
    everyRole(400),
    { currentPassword: 'not-this-one' },
    { special: 'counts a failure' },
  ),
  row('POST /api/user/passkeys', everyRole(400), { name: 'Laptop', credential: madeUp({ attestationObject: 'a' }) }),
  row(
    'POST /api/user/passkeys/{passkeyId}/remove',
    { own: all(400), "another user's": all(400), 'none such': all(400), malformed: all(400) },
    { currentPassword: 'not-this-one' },
    { special: 'counts a failure' },
  ),
  row('POST /api/user/remembered-browsers/forget', everyRole(200)),
  row('GET /api/second-factor-rule', admins(200)),
  row('PUT /api/second-factor-rule', admins(200), { requiredFor: 'none', from: day }),
  row('GET /api/user/second-factor', everyRole(200)),
  row('POST /api/user/authenticator', everyRole(200)),
  row(
    'POST /api/user/authenticator/confirm',
    everyRole(400),
    { code: '000000', currentPassword: 'not-this-one' },
    { special: 'counts a failure' },
  ),
  row(
    'POST /api/user/authenticator/remove',
    everyRole(400),
    { currentPassword: 'not-this-one' },
    { special: 'counts a failure' },
  ),
  row(
    'POST /api/user/recovery-codes',
    everyRole(400),
    { currentPassword: 'not-this-one' },
    { special: 'counts a failure' },
  ),
  row(
    'POST /api/login',
    open(401),
    { username: 'unknown-user', password: 'wrong-one' },
    { special: 'counts a failure' },
  ),
  row('POST /api/register', open(403), {
    username: '{new}',
    email: '{new}@example.com',
    fullName: 'New One',
    password: 'Correct-Horse-9',
  }),
  row('GET /api/setup', open(200)),
  row('GET /api/settings', open(200)),
  row('POST /api/auth/forgot-password', open(200), { email: 'unknown@example.com' }),
  row('GET /api/auth/verify-reset-token/{token}', open(400)),
  row('POST /api/auth/reset-password', open(400), { token: 'made-up', password: 'Other-Horse-8' }),
  row('GET /api/openapi.json', open(200)),
  row('GET /api/docs', open(200)),
  row('GET /api/docs/start.js', open(200)),
  row('GET /api/docs/{file}', open(200)),
  row('GET /healthz', open(200)),
  row('GET /readyz', open(200)),
  // SUPPORT_EMAIL is not set.
  row('GET /.well-known/security.txt', open(404)),
  row('GET /api/nothing-here', open(404)),
  row('GET /api/holiday-lists', admins(200)),
  row('POST /api/holiday-lists', admins(201), { name: '{new}', days: [] }),
  row('GET /api/holiday-lists/{id}', adminsThing(200)),
  row('PUT /api/holiday-lists/{id}', adminsThing(200), { name: '{new}', days: [] }),
  row('DELETE /api/holiday-lists/{id}', adminsThing(204)),
  row('GET /api/public-holidays', admins(200), undefined, { query: 'country=US&year=2026' }),
  row('GET /api/public-holidays/countries', admins(200)),
  row('GET /api/distribution-plans', admins(200)),
  row('GET /api/distribution-plans/waiting', admins(200)),
  row('POST /api/distribution-plans', admins(201), { name: '{new}', definition: emptyPlan }),
  row('POST /api/distribution-plans/preview', admins(200), { definition: emptyPlan }),
  row('PATCH /api/distribution-plans/{planId}', adminsThing(200), { name: '{new}' }),
  row('GET /api/distribution-plans/{planId}/versions', adminsThing(200)),
  row('POST /api/distribution-plans/{planId}/commit', adminsThing(409), { ground: noGround }),
  row('GET /api/distribution-plans/{planId}/leads/{leadId}', adminsThing(200)),
  row('DELETE /api/distribution-plans/{planId}', adminsThing(204)),
  // Last, because managers see less while there are teams.
  row('GET /api/territories', admins(200)),
  row('GET /api/territories/names', everyRole(200)),
  row('GET /api/territories/geojson', admins(200)),
  row('POST /api/territories', admins(201), { name: '{new}' }),
  row('POST /api/territories/geojson', admins(400), { geojson: '{}' }),
  row('PATCH /api/territories/{id}', adminsThing(200), { name: '{new}' }),
  row('GET /api/territories/{id}/overlaps', adminsThing(200)),
  row('DELETE /api/territories/{id}', adminsThing(204)),
  row('GET /api/teams', admins(200)),
  row('GET /api/teams/goals', leaders(200)),
  row('POST /api/teams', admins(201), { name: '{new}' }),
  row('POST /api/teams/people', admins(200), { teamId: null, userIds: ['{newUser}'] }),
  row('PUT /api/teams/{id}', adminsThing(200), { name: '{new}' }),
  row('POST /api/teams/{id}/check-move', adminsThing(200), { parentId: null }),
  row('DELETE /api/teams/{id}', adminsThing(204)),
  row('GET /api/recycling-rules', admins(200)),
  row('PUT /api/recycling-rules/{teamId}', adminsThing(200), recyclingRule),
  row('POST /api/recycling-rules/{teamId}/simulation', adminsThing(200), recyclingRule),
  row('DELETE /api/recycling-rules/{teamId}', adminsThing(204)),
];
