import type { Screen } from '../scene.js';
import {
  clickButton,
  clickListAction,
  mockError,
  mockOffline,
  mockResponse,
  openPage,
  stallRequests,
  waitForText,
} from '../page-actions.js';

export const signIn: Screen = {
  title: 'Sign-in',
  scenes: [
    { name: 'sign-in', as: ['signed-out'], open: (page) => openPage(page, '/auth', 'Sign in') },
    {
      name: 'sign-in-missing',
      as: ['signed-out'],
      open: async (page) => {
        await openPage(page, '/auth', 'Sign in');
        await clickButton(page, 'Sign in');
        await waitForText(page, 'Please enter your username or email address');
      },
    },
    {
      name: 'sign-in-failed',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page) => {
        await openPage(page, '/auth', 'Sign in');
        await page.getByLabel('Username or email').fill('unknown@leadfinder.example');
        await page.getByLabel('Password').fill('Wrong-1234');
        await clickButton(page, 'Sign in');
        await waitForText(page, 'Login failed');
      },
    },
    {
      name: 'sign-in-help',
      as: ['signed-out'],
      open: async (page) => {
        await openPage(page, '/auth', 'Sign in');
        await clickButton(page, 'Need Help?');
        await page.getByRole('dialog', { name: 'Need Help?' }).waitFor();
      },
    },
    {
      name: 'sign-in-after-the-session-ended',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        await openPage(page, '/crm', 'My Assigned Businesses');
        // A list that is on its way already is what its refresh waits for.
        await page.locator('.lf-lead .name').first().waitFor();
        for (const call of ['**/api/user', '**/api/admin/all-assignments?*'])
          await mockError(page, call, { code: 'unauthenticated' }, 401);
        await clickListAction(page, 'Refresh List');
        await waitForText(page, 'You were signed out because your session ended. Sign in to go on.');
      },
    },
    {
      name: 'first-administrator',
      as: ['signed-out'],
      open: async (page) => {
        await mockResponse(page, '**/api/setup', { registrationOpen: true, setupTokenRequired: false });
        await openPage(page, '/auth', 'Create the first administrator');
      },
    },
    {
      name: 'first-administrator-with-token',
      as: ['signed-out'],
      open: async (page) => {
        await mockResponse(page, '**/api/setup', { registrationOpen: true, setupTokenRequired: true });
        await openPage(page, '/auth', 'Create the first administrator');
      },
    },
    {
      name: 'first-administrator-refused',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page) => {
        await mockResponse(page, '**/api/setup', { registrationOpen: true, setupTokenRequired: true });
        const message =
          'This is not the set-up token. You find it in SETUP_TOKEN or, if that is not set, in the log of the users service.';
        await mockError(
          page,
          '**/api/register',
          { code: 'validation_failed', message, issues: [{ path: 'setupToken', message }] },
          400,
        );
        await openPage(page, '/auth', 'Create the first administrator');
        const typed = {
          'Set-up token': 'guessed',
          'Full Name': 'Dana Whitfield',
          Username: 'dana',
          Email: 'dana@example.com',
          Password: 'Correct-Horse-9',
        };
        for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
        await clickButton(page, 'Create account');
        await page.locator('.invalid-feedback', { hasText: message }).waitFor();
      },
    },
    {
      name: 'session-loading',
      as: ['signed-out'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, '**/api/user');
        await page.goto('/crm');
        await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
      },
    },
    {
      name: 'session-out-of-reach',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page) => {
        await mockOffline(page, '**/api/user');
        await openPage(page, '/crm', 'Lead Finder could not be reached');
      },
    },
  ],
};

export const elsewhere: Screen = {
  title: 'Addresses that lead nowhere',
  scenes: [
    // The page itself comes with 404, which the browser says in its console.
    {
      name: 'not-found',
      as: ['signed-out', 'admin', 'sam'],
      expectsErrors: true,
      open: (page) => openPage(page, '/no/such/page', '404 Page Not Found'),
    },
    {
      name: 'admin-access-required',
      as: ['sam', 'maria'],
      open: (page) => openPage(page, '/import', 'Admin Access Required'),
    },
    {
      name: 'page-not-loaded',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockOffline(page, '**/assets/users-page*.js');
        await openPage(page, '/users', 'This page could not be shown');
      },
    },
  ],
};
