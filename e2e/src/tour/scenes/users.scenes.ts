import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import {
  mockResponse,
  openPage,
  dialog,
  waitForHeading,
  stallRequests,
  clickButton,
  mockError,
  waitForText,
} from '../page-actions.js';

const list = '**/api/users?*';
const sessions = '**/api/users/*/sessions';
const session = (browser: string, at: number) => ({
  id: `6f1d3b1e-7b0e-4a59-9d54-3c1b7a4e0d0${at}`,
  current: false,
  address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${browser}`,
  createdAt: '2026-11-18T09:00:00.000Z',
  lastUsedAt: '2026-11-18T14:41:00.000Z',
});
const users = async (page: Page) => {
  await openPage(page, '/users', 'User Management');
  await waitForText(page, 'ruth@leadfinder.example');
};
const rowOf = (page: Page, username: string) => page.getByRole('row').filter({ hasText: `${username}@` });
const asked = (username: string, title: string, name: string) => async (page: Page) => {
  await users(page);
  await rowOf(page, username).getByTitle(title).click();
  await dialog(page, name).waitFor();
};
const add = async (page: Page) => {
  await users(page);
  await clickButton(page, 'Add User');
  await dialog(page, 'Create New User').waitFor();
};
const fill = async (page: Page) => {
  await add(page);
  const fields = {
    Username: 'rosa',
    Email: 'rosa@leadfinder.example',
    Password: 'Green-Tractor-4',
    'Full Name': 'Rosa Marchetti',
  };
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value);
};

export const userManagement: Screen = {
  title: 'User management',
  scenes: [
    { name: 'users', as: ['admin'], open: users },
    {
      name: 'users-none-found',
      as: ['admin'],
      open: async (page) => {
        await users(page);
        await page.getByRole('searchbox', { name: 'Search users' }).fill('zzzz');
        await waitForText(page, 'No users found matching your search.');
      },
    },
    {
      name: 'users-loading',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, list);
        await openPage(page, '/users', 'User Management');
        await page.locator('[aria-busy=true]').first().waitFor();
      },
    },
    {
      name: 'users-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, list);
        await openPage(page, '/users', 'Error loading users. Please try again.');
      },
    },
    { name: 'user-create', as: ['admin'], open: add },
    {
      name: 'user-create-invalid',
      as: ['admin'],
      open: async (page) => {
        await add(page);
        await page.getByRole('dialog').getByLabel('Monthly Goal').fill('0');
        await page.getByRole('dialog').getByRole('button', { name: 'Create User' }).click();
        await waitForText(page, 'Monthly goal must be at least 1');
      },
    },
    {
      name: 'user-creating',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        await fill(page);
        await stallRequests(page, '**/api/users', { changes: true });
        await page.getByRole('dialog').getByRole('button', { name: 'Create User' }).click();
        await waitForText(page, 'Creating...');
      },
    },
    {
      name: 'user-create-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await fill(page);
        await mockError(page, '**/api/users', {});
        await page.getByRole('dialog').getByRole('button', { name: 'Create User' }).click();
        await waitForText(page, 'Failed to create user');
      },
    },
    { name: 'user-edit', as: ['admin'], open: asked('bernadette.featherstonehaugh', 'Edit User', 'Edit User') },
    {
      name: 'user-edit-own-email',
      as: ['admin'],
      open: async (page) => {
        await asked('admin', 'Edit User', 'Edit User')(page);
        await dialog(page, 'Edit User').getByLabel('Email').fill('dana@leadfinder.example');
        await dialog(page, 'Edit User').getByRole('button', { name: 'Save' }).click();
        await waitForText(page, 'Please enter your password to change the e-mail address');
      },
    },
    {
      name: 'user-sessions',
      as: ['admin'],
      open: async (page) => {
        await mockResponse(
          page,
          sessions,
          ['Chrome/140.0', 'Version/18.0 Mobile/15E148 Safari/604.1', 'curl/8.5'].map(session),
        );
        await asked('bernadette.featherstonehaugh', 'Sessions', 'Sessions')(page);
        await dialog(page, 'Sessions').getByRole('listitem').nth(2).waitFor();
      },
    },
    {
      name: 'user-sessions-none',
      as: ['admin'],
      open: async (page) => {
        await mockResponse(page, sessions, []);
        await asked('alex', 'Sessions', 'Sessions')(page);
        await waitForHeading(page, 'Signed in nowhere');
      },
    },
    {
      name: 'user-sessions-loading',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, sessions);
        await asked('alex', 'Sessions', 'Sessions')(page);
        await dialog(page, 'Sessions').locator('[aria-busy=true]').waitFor();
      },
    },
    {
      name: 'user-sessions-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, sessions);
        await asked('alex', 'Sessions', 'Sessions')(page);
        await waitForHeading(page, 'The sessions could not be read');
      },
    },
    {
      name: 'user-reset-password',
      as: ['admin'],
      open: asked('bernadette.featherstonehaugh', 'Reset Password', 'Reset Password'),
    },
    {
      name: 'user-delete',
      as: ['admin'],
      open: async (page) => {
        await asked('alex', 'Delete User', 'Confirm Delete')(page);
        await page.getByLabel('Reassign the leads first').waitFor();
      },
    },
  ],
};
