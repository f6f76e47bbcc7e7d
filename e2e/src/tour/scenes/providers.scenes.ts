import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import {
  clickButton,
  dialog,
  mockError,
  mockResponse,
  openPage,
  stallRequests,
  waitForHeading,
  waitForText,
} from '../page-actions.js';

const at = (id: number) => ({
  id,
  redirectAddress: `https://leads.northfield.example/api/sign-in/oidc/${id}/callback`,
  backChannelAddress: `https://leads.northfield.example/api/sign-in/oidc/${id}/back-channel-logout`,
});
const rules = [
  { value: 'lead-finder-administrators', role: 'admin', teamId: null },
  { value: 'Sales-Central-Arkansas-and-River-Valley-Commercial', role: 'user', teamId: null },
];
export const entra = {
  ...at(1),
  kind: 'oidc',
  name: 'Northfield Entra ID',
  issuer: 'https://login.microsoftonline.com/7c0e5d1f-9b1e-4c55-8a51-0f6c9e2b77d1/v2.0',
  clientId: '5d1f07c2-9b1e-4c55-8a51-0f6c9e2b77d0',
  scopes: 'openid profile email',
  signInAddress: '',
  certificates: [],
  entityId: '',
  certificatesEnd: [] as string[],
  domains: ['northfield.example', 'north.example'],
  linkByEmail: true,
  createAccounts: true,
  signOutAtProvider: false,
  roleClaim: 'roles',
  claimRules: rules,
  unmatched: 'refuse',
  hasSecret: true,
  enabled: true,
  isTested: true,
  linkedUsers: 31,
};
const keycloak = {
  ...entra,
  ...at(2),
  name: 'Pulaski County Chamber of Commerce, Shared Services (Keycloak)',
  issuer: 'https://login.pulaski-chamber-shared-services.example/realms/members',
  domains: [],
  enabled: false,
  isTested: false,
  linkedUsers: 0,
};
const failed = {
  startedAt: '2026-03-02T15:00:00.000Z',
  state: 'failed',
  field: 'issuer',
  message:
    'The provider calls itself https://login.pulaski-chamber-shared-services.example/auth/realms/members. Enter that address.',
};
const google = {
  ...entra,
  ...at(3),
  name: 'Google',
  issuer: 'https://accounts.google.com',
  domains: [],
  linkedUsers: 1,
};
const entry = {
  id: 9,
  kind: 'sign-in',
  at: '2026-03-02T09:00:00.000Z',
  provider: entra.name,
  username: 'alexandra.lindqvist-marchetti',
  userId: 4,
  outcome: 'done',
  problem: null,
  details: 'created the account alexandra.lindqvist-marchetti as user',
};
const provisioned = { ...entry, kind: 'scim', details: 'updated alexandra.lindqvist-marchetti: role to manager' };
const refused = { ...entry, outcome: 'refused' };
const entries = [
  entry,
  { ...refused, id: 8, username: 'sam', problem: 'subject_changed', details: '' },
  {
    ...refused,
    id: 7,
    username: '',
    userId: null,
    problem: 'clock',
    details: 'The clock of the provider is 11 minutes ahead of ours',
  },
  { ...entry, id: 6, provider: 'Google', username: 'maria', details: '' },
  { ...provisioned, id: 5 },
  { ...provisioned, id: 4, outcome: 'refused', details: 'The last administrator stays active' },
];

export async function settings(page: Page, providers: object[], log: object[] = []) {
  await mockResponse(page, '**/api/identity-providers', providers);
  await mockResponse(page, '**/api/provider-sign-ins*', { entries: log, next: log.length > 0 ? 4 : null });
  await openPage(page, '/sign-in', 'Sign-in');
}

export async function addProvider(page: Page) {
  await settings(page, []);
  await clickButton(page, 'Add Provider');
  await dialog(page, 'Add provider').waitFor();
}

const claims = [
  { name: 'sub', value: 'AAAAAC3Qv-9sT1xkQm2mC4vJ0dB8fZyWq0oX' },
  { name: 'email', value: 'dana.whitfield@northfield.example' },
  { name: 'name', value: 'Dana Whitfield' },
  { name: 'groups', value: '["lead-finder-administrators","Sales-Central-Arkansas-and-River-Valley-Commercial"]' },
];
const passed = {
  startedAt: '2026-03-02T09:00:00.000Z',
  state: 'passed',
  field: null,
  message: 'The sign-in works with these settings.',
  effect: 'A sign-in would link and open the account dana, as admin.',
  claims,
};
const report = (result: object) => async (page: Page) => {
  await mockResponse(page, '**/api/identity-providers/1/test', { ...passed, ...result });
  await openPage(page, '/sign-in/test/1?done=1', 'Test sign-in');
  await waitForText(page, /^You can close this window/);
};

export const identityProviders: Screen = {
  title: 'Identity providers',
  scenes: [
    { name: 'providers-none', as: ['admin'], open: (page) => openPage(page, '/sign-in', 'No identity provider yet') },
    {
      name: 'providers-loading',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        for (const call of ['identity-providers', 'provider-sign-ins*', 'sign-in-policy'])
          await stallRequests(page, `**/api/${call}`);
        await openPage(page, '/sign-in', 'Sign-in');
      },
    },
    {
      name: 'providers-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/identity-providers');
        await mockError(page, '**/api/provider-sign-ins*');
        await openPage(page, '/sign-in', 'The providers could not be loaded');
        await waitForHeading(page, 'The sign-ins could not be loaded');
      },
    },
    {
      name: 'providers-one-untested',
      as: ['admin'],
      open: async (page) => {
        await settings(page, [keycloak]);
        await waitForText(page, 'Not tested');
      },
    },
    {
      name: 'providers-test-failed',
      as: ['admin'],
      open: async (page) => {
        await settings(page, [{ ...keycloak, lastTest: failed }]);
        await waitForText(page, 'Test failed');
      },
    },
    {
      name: 'providers-several',
      as: ['admin'],
      open: async (page) => {
        await settings(page, [entra, keycloak, google], entries);
        await clickButton(page, 'Next');
        await waitForText(page, 'Page 2');
      },
    },
    { name: 'providers-add', as: ['admin'], open: addProvider },
    {
      name: 'providers-add-refused',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await addProvider(page);
        await clickButton(page, 'Add row');
        await page.getByLabel('Domains').fill('not a domain');
        await page.getByLabel('Issuer').fill('login.northfield.example');
        await dialog(page, 'Add provider').getByRole('button', { name: 'Save' }).click();
        await waitForText(page, 'Please enter the name of the button');
      },
    },
    {
      name: 'providers-edit',
      as: ['admin'],
      open: async (page) => {
        await settings(page, [entra]);
        await clickButton(page, `Edit ${entra.name}`);
        await dialog(page, 'Edit provider').waitFor();
        await page.getByLabel('People whom no row fits').scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'providers-remove',
      as: ['admin'],
      open: async (page) => {
        await settings(page, [keycloak]);
        await clickButton(page, `Remove ${keycloak.name}`);
        await dialog(page, 'Remove provider').waitFor();
      },
    },
    {
      name: 'providers-break-glass',
      as: ['admin'],
      open: async (page) => {
        const { id } = (await (await page.request.get('/api/user')).json()) as { id: number };
        const admin = { id, username: 'admin', fullName: 'Dana Whitfield' };
        await mockResponse(page, '**/api/sign-in-policy', { localPasswords: false, breakGlass: [admin] });
        await settings(page, [entra]);
        await waitForText(page, 'Administrators who still may');
      },
    },
    {
      name: 'providers-break-glass-refused',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await openPage(page, '/sign-in', 'No identity provider yet');
        await page.getByLabel('Everybody may sign in with a password or a passkey').uncheck();
        await page.getByRole('region', { name: 'Passwords' }).getByRole('button', { name: 'Save' }).click();
        await page.locator('.toast').waitFor();
      },
    },
    { name: 'provider-test-passed', as: ['admin'], open: report({}) },
    {
      name: 'provider-test-failed',
      as: ['admin'],
      open: report({
        state: 'failed',
        field: 'audience',
        message:
          'The token is for another client than the client id says: 5d1f07c2-9b1e-4c55-8a51-0f6c9e2b77d0-of-another-application.',
        effect: '',
        claims: [],
      }),
    },
    {
      name: 'provider-test-claim',
      as: ['admin'],
      open: report({
        state: 'failed',
        field: 'claim',
        message: 'The claim email_verified is missing, so no account can be linked by its e-mail address.',
        effect:
          'A sign-in of this account would be refused: The identity provider does not vouch for your e-mail address, so your account could not be found. Ask your administrator.',
      }),
    },
    {
      name: 'provider-test-not-back',
      as: ['admin'],
      open: report({
        state: 'running',
        field: 'redirect address',
        message:
          'The provider did not send you back yet. If it showed an error, compare the redirect address and the client id there.',
        effect: '',
        claims: [],
      }),
    },
    {
      name: 'provider-test-not-begun',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        const message = 'The provider cannot be reached: getaddrinfo ENOTFOUND login.northfield.example';
        await mockError(
          page,
          '**/api/identity-providers/1/test',
          { code: 'unavailable', message, requestId: '7f3c1a90' },
          502,
        );
        await openPage(page, '/sign-in/test/1', 'Test sign-in');
        await waitForText(page, message);
      },
    },
  ],
};
