import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import {
  clickButton,
  mockError,
  mockOffline,
  mockResponse,
  openPage,
  stallRequests,
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
