import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import {
  mockResponse,
  openPage,
  mockOffline,
  stallRequests,
  clickButton,
  clickListAction,
  mockError,
  waitForText,
} from '../page-actions.js';

const forgot = (page: Page) => openPage(page, '/forgot-password', 'Forgot password');
const ask = async (page: Page) => {
  await forgot(page);
  await page.getByLabel('Email').fill('maria@leadfinder.example');
  await clickButton(page, 'Send reset link');
};
const choose = async (page: Page, one: string, other: string) => {
  await page.getByLabel('New password', { exact: true }).fill(one);
  await page.getByLabel('Confirm password').fill(other);
  await clickButton(page, 'Reset password');
};

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
        await waitForText(
          page,
          'You were signed out because your session ended. What you typed is kept: sign in to go on.',
        );
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

export const passwordRecovery: Screen = {
  title: 'Forgot and reset password',
  scenes: [
    { name: 'forgot', as: ['signed-out'], open: forgot },
    {
      name: 'forgot-invalid',
      as: ['signed-out'],
      open: async (page) => {
        await forgot(page);
        await page.getByLabel('Email').fill('maria');
        await clickButton(page, 'Send reset link');
        await waitForText(page, 'Please enter a valid email address');
      },
    },
    {
      name: 'forgot-sending',
      as: ['signed-out'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, '**/api/auth/forgot-password');
        await ask(page);
        await waitForText(page, 'Sending...');
      },
    },
    {
      name: 'forgot-sent',
      as: ['signed-out'],
      open: async (page) => {
        await mockResponse(page, '**/api/auth/forgot-password', { message: 'Sent' });
        await ask(page);
        await waitForText(page, "If an account exists with that email, we've sent a password reset link.");
      },
    },
    {
      name: 'forgot-failed',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/auth/forgot-password', {});
        await ask(page);
        await waitForText(page, 'An error occurred. Please try again.');
      },
    },
    {
      name: 'forgot-out-of-reach',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page) => {
        await mockOffline(page, '**/api/auth/forgot-password');
        await ask(page);
        await waitForText(page, 'An error occurred. Please try again later.');
      },
    },
    {
      name: 'reset-without-token',
      as: ['signed-out'],
      open: async (page) => {
        await openPage(page, '/reset-password', 'Reset password');
        await waitForText(page, 'Missing reset token. Please check your reset link or request a new one.');
      },
    },
    {
      name: 'reset-verifying',
      as: ['signed-out'],
      staysLoading: true,
      open: async (page, { resetLink }) => {
        await stallRequests(page, '**/api/auth/verify-reset-token/**');
        await page.goto(resetLink);
        await waitForText(page, 'Verifying your reset link...');
      },
    },
    {
      name: 'reset-bad-token',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page) => {
        await openPage(page, '/reset-password?token=nonsense', 'Reset password');
        await waitForText(page, 'Invalid or expired token. Please request a new reset link.');
      },
    },
    {
      name: 'reset-not-verified',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page, { resetLink }) => {
        await mockError(page, '**/api/auth/verify-reset-token/**');
        await page.goto(resetLink);
        await waitForText(page, 'An error occurred while verifying your reset token. Please try again later.');
      },
    },
    {
      name: 'reset-valid-token',
      as: ['signed-out'],
      open: async (page, { resetLink }) => {
        await page.goto(resetLink);
        await page.getByLabel('Confirm password').waitFor();
      },
    },
    {
      name: 'reset-invitation',
      as: ['signed-out'],
      open: async (page, { resetLink }) => {
        await page.goto(`${resetLink}&invitation=1`);
        await page.getByRole('button', { name: 'Save password' }).waitFor();
      },
    },
    {
      name: 'reset-invalid',
      as: ['signed-out'],
      open: async (page, { resetLink }) => {
        await page.goto(resetLink);
        await choose(page, 'lowercase1', 'another');
        await waitForText(page, 'Password must contain at least one uppercase letter');
        await waitForText(page, 'Passwords do not match');
      },
    },
    {
      name: 'reset-failed',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page, { resetLink }) => {
        await mockError(page, '**/api/auth/reset-password', {});
        await page.goto(resetLink);
        await choose(page, 'Purple-Lantern-7', 'Purple-Lantern-7');
        await waitForText(page, 'An error occurred while resetting your password. Please try again.');
      },
    },
    {
      name: 'reset-done',
      as: ['signed-out'],
      open: async (page, { resetLink }) => {
        await mockResponse(page, '**/api/auth/reset-password', { message: 'Done' });
        await page.goto(resetLink);
        await choose(page, 'Purple-Lantern-7', 'Purple-Lantern-7');
        await waitForText(page, 'Your password has been reset. Sign in with the new one.');
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
