import type { Page } from 'playwright-core';
import type { Screen } from '../stop.js';
import { at, dialog, hold, press, refuse, shows } from '../ways.js';

const list = '**/api/users?*';
const users = async (page: Page) => {
  await at(page, '/users', 'User Management');
  await shows(page, 'ruth@leadfinder.example');
};
const rowOf = (page: Page, username: string) => page.getByRole('row').filter({ hasText: `${username}@` });
const asked = (username: string, title: string, name: string) => async (page: Page) => {
  await users(page);
  await rowOf(page, username).getByTitle(title).click();
  await dialog(page, name).waitFor();
};
const add = async (page: Page) => {
  await users(page);
  await press(page, 'Add User');
  await dialog(page, 'Create New User').waitFor();
};
const fill = async (page: Page) => {
  await add(page);
  const fields = { Username: 'rosa', Email: 'rosa@leadfinder.example', Password: 'Rosa12345', 'Full Name': 'Rosa Marchetti' };
  for (const [label, value] of Object.entries(fields)) await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value);
};

export const userManagement: Screen = {
  title: 'User management',
  stops: [
    { name: 'users', as: ['admin'], open: users },
    {
      name: 'users-none-found',
      as: ['admin'],
      open: async (page) => {
        await users(page);
        await page.getByRole('searchbox', { name: 'Search users' }).fill('zzzz');
        await shows(page, 'No users found matching your search.');
      },
    },
    {
      name: 'users-loading',
      as: ['admin'],
      waits: true,
      open: async (page) => {
        await hold(page, list);
        await at(page, '/users', 'User Management');
        await page.locator('[aria-busy=true]').first().waitFor();
      },
    },
    {
      name: 'users-failed',
      as: ['admin'],
      refuses: true,
      open: async (page) => {
        await refuse(page, list);
        await at(page, '/users', 'Error loading users. Please try again.');
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
        await shows(page, 'Monthly goal must be at least 1');
      },
    },
    {
      name: 'user-creating',
      as: ['admin'],
      waits: true,
      open: async (page) => {
        await fill(page);
        await hold(page, '**/api/users', { changes: true });
        await page.getByRole('dialog').getByRole('button', { name: 'Create User' }).click();
        await shows(page, 'Creating...');
      },
    },
    {
      name: 'user-create-failed',
      as: ['admin'],
      refuses: true,
      open: async (page) => {
        await fill(page);
        await refuse(page, '**/api/users', {});
        await page.getByRole('dialog').getByRole('button', { name: 'Create User' }).click();
        await shows(page, 'Failed to create user');
      },
    },
    { name: 'user-edit', as: ['admin'], open: asked('bernadette.featherstonehaugh', 'Edit User', 'Edit User') },
    { name: 'user-reset-password', as: ['admin'], open: asked('bernadette.featherstonehaugh', 'Reset Password', 'Reset Password') },
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
