import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import { clickButton, dialog, mockResponse, openPage, waitForText } from '../page-actions.js';

const token = {
  id: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  createdBy: 'admin',
  lastUsedAt: '2026-11-18T14:41:00.000Z',
};
const groups = [
  { id: 7, name: 'Lead Finder Managers', members: 4 },
  { id: 8, name: 'Lead Finder Sales', members: 38 },
];
const provisioning = {
  address: 'https://leads.northfield.example/scim/v2',
  tokens: [token],
  users: 42,
  groups,
  rules: [{ groupId: 7, role: 'manager', teamId: null }],
};
const alex = { id: 4, username: 'alex', fullName: 'Alexandra Lindqvist' };
const changes = [
  { ...alex, before: { role: 'user', team: null }, after: { role: 'manager', team: 'West' } },
  {
    id: 2,
    username: 'maria',
    fullName: 'Maria Castellanos',
    before: { role: 'manager', team: 'West' },
    after: { role: 'user', team: 'West' },
  },
];

const open = async (page: Page, shown: object = {}) => {
  await mockResponse(page, '**/api/identity-providers/1/provisioning', { ...provisioning, ...shown });
  await openPage(page, '/sign-in/provisioning/1', 'Provisioning');
  await waitForText(page, 'Leads of leavers');
};

export const provisioningOfProvider: Screen = {
  title: 'Provisioning',
  scenes: [
    {
      name: 'provisioning-before-the-first-token',
      as: ['admin'],
      open: (page) => open(page, { tokens: [], users: 0, groups: [], rules: [] }),
    },
    {
      name: 'provisioning-new-token',
      as: ['admin'],
      open: async (page) => {
        const made = { ...token, id: 2, lastUsedAt: null, token: 'lfscim_0000000000000000000000000000000000000000000' };
        await mockResponse(page, '**/api/identity-providers/1/scim-tokens', made);
        await open(page);
        await clickButton(page, 'Renew token');
        await waitForText(page, 'Copy it now: it is never shown again.');
      },
    },
    {
      name: 'provisioning-two-tokens',
      as: ['admin'],
      open: async (page) => {
        await open(page, { tokens: [token, { ...token, id: 2, lastUsedAt: null }] });
        await page
          .getByRole('button', { name: /^Remove the token/ })
          .first()
          .click();
        await dialog(page, 'Remove token').waitFor();
      },
    },
    {
      name: 'provisioning-who-becomes-what',
      as: ['admin'],
      open: async (page) => {
        await mockResponse(page, '**/api/identity-providers/1/group-rules/preview', { total: 2, changes });
        await open(page);
        await page.getByLabel('Add a group').selectOption('Lead Finder Sales');
        await clickButton(page, 'Show who becomes what');
        await waitForText(page, '2 users get another role or team.');
      },
    },
    {
      name: 'provisioning-leads-to-one-user',
      as: ['admin'],
      open: async (page) => {
        await open(page);
        await page.getByLabel('To one user').check();
      },
    },
  ],
};
