import type { Page } from 'playwright-core';
import type { Screen } from '../stop.js';
import { answer, at, cut, hold, press, refuse, shows } from '../ways.js';

const forgot = (page: Page) => at(page, '/forgot-password', 'Forgot password');
const ask = async (page: Page) => {
  await forgot(page);
  await page.getByLabel('Email').fill('maria@leadfinder.example');
  await press(page, 'Send reset link');
};
const choose = async (page: Page, one: string, other: string) => {
  await page.getByLabel('New password', { exact: true }).fill(one);
  await page.getByLabel('Confirm password').fill(other);
  await press(page, 'Reset password');
};

export const signIn: Screen = {
  title: 'Sign-in',
  stops: [
    { name: 'sign-in', as: ['nobody'], open: (page) => at(page, '/auth', 'Sign in') },
    {
      name: 'sign-in-missing',
      as: ['nobody'],
      open: async (page) => {
        await at(page, '/auth', 'Sign in');
        await press(page, 'Sign in');
        await shows(page, 'Please enter your username or email address');
      },
    },
    {
      name: 'sign-in-failed',
      as: ['nobody'],
      refuses: true,
      open: async (page) => {
        await at(page, '/auth', 'Sign in');
        await page.getByLabel('Username or email').fill('nobody@leadfinder.example');
        await page.getByLabel('Password').fill('Wrong-1234');
        await press(page, 'Sign in');
        await shows(page, 'Login failed');
      },
    },
    {
      name: 'sign-in-help',
      as: ['nobody'],
      open: async (page) => {
        await at(page, '/auth', 'Sign in');
        await press(page, 'Need Help?');
        await page.getByRole('dialog', { name: 'Need Help?' }).waitFor();
      },
    },
    {
      name: 'sign-in-after-the-session-ended',
      as: ['sam'],
      refuses: true,
      open: async (page) => {
        await at(page, '/crm', 'My Assigned Businesses');
        // A list that is on its way already is what its refresh waits for.
        await page.locator('.lf-lead .name').first().waitFor();
        for (const call of ['**/api/user', '**/api/admin/all-assignments?*']) await refuse(page, call, { code: 'unauthenticated' }, 401);
        await press(page, 'Refresh List');
        await shows(page, 'You were signed out because your session ended. What you typed is kept: sign in to go on.');
      },
    },
    {
      name: 'first-administrator',
      as: ['nobody'],
      open: async (page) => {
        await answer(page, '**/api/setup', { registrationOpen: true, setupTokenRequired: false });
        await at(page, '/auth', 'Create the first administrator');
      },
    },
    {
      name: 'first-administrator-with-token',
      as: ['nobody'],
      open: async (page) => {
        await answer(page, '**/api/setup', { registrationOpen: true, setupTokenRequired: true });
        await at(page, '/auth', 'Create the first administrator');
      },
    },
    {
      name: 'first-administrator-refused',
      as: ['nobody'],
      refuses: true,
      open: async (page) => {
        await answer(page, '**/api/setup', { registrationOpen: true, setupTokenRequired: true });
        const message = 'This is not the set-up token. You find it in SETUP_TOKEN or, if that is not set, in the log of the users service.';
        await refuse(page, '**/api/register', { code: 'validation_failed', message, issues: [{ path: 'setupToken', message }] }, 400);
        await at(page, '/auth', 'Create the first administrator');
        const typed = { 'Set-up token': 'guessed', 'Full Name': 'Dana Whitfield', Username: 'dana', Email: 'dana@example.com', Password: 'Correct-Horse-9' };
        for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
        await press(page, 'Create account');
        await page.locator('.invalid-feedback', { hasText: message }).waitFor();
      },
    },
    {
      name: 'session-loading',
      as: ['nobody'],
      waits: true,
      open: async (page) => {
        await hold(page, '**/api/user');
        await page.goto('/crm');
        await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
      },
    },
    {
      name: 'session-out-of-reach',
      as: ['nobody'],
      refuses: true,
      open: async (page) => {
        await cut(page, '**/api/user');
        await at(page, '/crm', 'Lead Finder could not be reached');
      },
    },
  ],
};

export const passwordRecovery: Screen = {
  title: 'Forgot and reset password',
  stops: [
    { name: 'forgot', as: ['nobody'], open: forgot },
    {
      name: 'forgot-invalid',
      as: ['nobody'],
      open: async (page) => {
        await forgot(page);
        await page.getByLabel('Email').fill('maria');
        await press(page, 'Send reset link');
        await shows(page, 'Please enter a valid email address');
      },
    },
    {
      name: 'forgot-sending',
      as: ['nobody'],
      waits: true,
      open: async (page) => {
        await hold(page, '**/api/auth/forgot-password');
        await ask(page);
        await shows(page, 'Sending...');
      },
    },
    {
      name: 'forgot-sent',
      as: ['nobody'],
      open: async (page) => {
        await answer(page, '**/api/auth/forgot-password', { message: 'Sent' });
        await ask(page);
        await shows(page, "If an account exists with that email, we've sent a password reset link.");
      },
    },
    {
      name: 'forgot-failed',
      as: ['nobody'],
      refuses: true,
      open: async (page) => {
        await refuse(page, '**/api/auth/forgot-password', {});
        await ask(page);
        await shows(page, 'An error occurred. Please try again.');
      },
    },
    {
      name: 'forgot-out-of-reach',
      as: ['nobody'],
      refuses: true,
      open: async (page) => {
        await cut(page, '**/api/auth/forgot-password');
        await ask(page);
        await shows(page, 'An error occurred. Please try again later.');
      },
    },
    {
      name: 'reset-without-token',
      as: ['nobody'],
      open: async (page) => {
        await at(page, '/reset-password', 'Reset password');
        await shows(page, 'Missing reset token. Please check your reset link or request a new one.');
      },
    },
    {
      name: 'reset-verifying',
      as: ['nobody'],
      waits: true,
      open: async (page, { resetLink }) => {
        await hold(page, '**/api/auth/verify-reset-token/**');
        await page.goto(resetLink);
        await shows(page, 'Verifying your reset link...');
      },
    },
    {
      name: 'reset-bad-token',
      as: ['nobody'],
      refuses: true,
      open: async (page) => {
        await at(page, '/reset-password?token=nonsense', 'Reset password');
        await shows(page, 'Invalid or expired token. Please request a new reset link.');
      },
    },
    {
      name: 'reset-not-verified',
      as: ['nobody'],
      refuses: true,
      open: async (page, { resetLink }) => {
        await refuse(page, '**/api/auth/verify-reset-token/**');
        await page.goto(resetLink);
        await shows(page, 'An error occurred while verifying your reset token. Please try again later.');
      },
    },
    {
      name: 'reset-valid-token',
      as: ['nobody'],
      open: async (page, { resetLink }) => {
        await page.goto(resetLink);
        await page.getByLabel('Confirm password').waitFor();
      },
    },
    {
      name: 'reset-invalid',
      as: ['nobody'],
      open: async (page, { resetLink }) => {
        await page.goto(resetLink);
        await choose(page, 'lowercase1', 'another');
        await shows(page, 'Password must contain at least one uppercase letter');
        await shows(page, 'Passwords do not match');
      },
    },
    {
      name: 'reset-failed',
      as: ['nobody'],
      refuses: true,
      open: async (page, { resetLink }) => {
        await refuse(page, '**/api/auth/reset-password', {});
        await page.goto(resetLink);
        await choose(page, 'Purple-Lantern-7', 'Purple-Lantern-7');
        await shows(page, 'An error occurred while resetting your password. Please try again.');
      },
    },
    {
      name: 'reset-done',
      as: ['nobody'],
      open: async (page, { resetLink }) => {
        await answer(page, '**/api/auth/reset-password', { message: 'Done' });
        await page.goto(resetLink);
        await choose(page, 'Purple-Lantern-7', 'Purple-Lantern-7');
        await shows(page, 'Your password has been reset. Sign in with the new one.');
      },
    },
  ],
};

export const elsewhere: Screen = {
  title: 'Addresses that lead nowhere',
  stops: [
    // The page itself comes with 404, which the browser says in its console.
    { name: 'not-found', as: ['nobody', 'admin', 'sam'], refuses: true, open: (page) => at(page, '/no/such/page', '404 Page Not Found') },
    { name: 'admin-access-required', as: ['sam', 'maria'], open: (page) => at(page, '/import', 'Admin Access Required') },
    {
      name: 'page-not-loaded',
      as: ['admin'],
      refuses: true,
      open: async (page) => {
        await cut(page, '**/assets/users-page*.js');
        await at(page, '/users', 'This page could not be shown');
      },
    },
  ],
};
