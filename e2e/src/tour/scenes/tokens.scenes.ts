import type { Page } from 'playwright-core';
import { clickButton, dialog, mockChange, mockError, mockResponse, openPage, waitForText } from '../page-actions.js';
import type { Screen } from '../scene.js';

const day = 86_400_000;
export const at = (days: number) => new Date(Date.now() + days * day).toISOString();
export const secret = `0000${'0'.repeat(50)}`;
export const mirror = {
  id: 3,
  name: 'Warehouse mirror',
  beginsWith: 'lf_pat_7Kq2',
  scopes: ['leads:read', 'users:read'],
  networks: ['203.0.113.0/24', '2001:db8::/32'],
  createdAt: at(-20),
  expiresAt: at(70),
  lastUsedAt: at(-0.1),
};
export const form = {
  ...mirror,
  id: 2,
  name: 'Web form on northfield.example, which creates a lead for each visitor who asks for a call',
  beginsWith: 'lf_pat_b3Wm',
  networks: [],
  expiresAt: at(6.2),
};
export const old = {
  ...mirror,
  id: 1,
  name: 'Test',
  beginsWith: 'lf_pat_p0Ze',
  networks: [],
  expiresAt: at(-3),
  lastUsedAt: null,
};
const tokens = async (page: Page, shown: object[]) => {
  await mockResponse(page, '**/api/user/tokens', shown);
  await openPage(page, '/tokens', 'API tokens');
  await waitForText(page, shown.length > 0 ? 'Warehouse mirror' : 'No tokens yet');
};
export const apiTokens: Screen = {
  title: 'API tokens',
  scenes: [
    { name: 'tokens-none', as: ['sam'], open: (page) => tokens(page, []) },
    { name: 'tokens', as: ['admin', 'sam'], open: (page) => tokens(page, [mirror, form, old]) },
    {
      name: 'tokens-failed',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/user/tokens');
        await openPage(page, '/tokens', 'API tokens');
        await waitForText(page, 'Your tokens could not be loaded');
      },
    },
    {
      name: 'tokens-create',
      as: ['admin', 'sam'],
      open: async (page) => {
        await tokens(page, [mirror]);
        await clickButton(page, 'Create token');
        const dialogOfForm = dialog(page, 'Create API token');
        await dialogOfForm.getByLabel('Addresses from which it works').fill('office');
        await dialogOfForm.getByRole('button', { name: 'Create token' }).click();
        await waitForText(page, 'Please select at least one scope');
      },
    },
    {
      name: 'tokens-created',
      as: ['sam'],
      open: async (page) => {
        await tokens(page, [mirror]);
        await clickButton(page, 'Create token');
        await mockChange(page, '**/api/user/tokens', { ...mirror, token: `lf_pat_${secret}` });
        const dialogOfForm = dialog(page, 'Create API token');
        await dialogOfForm.getByRole('textbox', { name: 'Name' }).fill('Warehouse mirror');
        await dialogOfForm.getByLabel(/^leads:read/).check();
        await dialogOfForm.getByRole('button', { name: 'Create token' }).click();
        await waitForText(page, 'Copy it now: it is never shown again.');
      },
    },
    {
      name: 'tokens-revoke',
      as: ['sam'],
      open: async (page) => {
        await tokens(page, [mirror]);
        await clickButton(page, /^Revoke the token/);
        await dialog(page, 'Revoke token').waitFor();
      },
    },
  ],
};
