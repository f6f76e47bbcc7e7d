import type { Page } from 'playwright-core';
import {
  clickButton,
  dialog,
  mockError,
  mockResponse,
  openPage,
  waitForHeading,
  waitForText,
} from '../page-actions.js';
import type { Screen } from '../scene.js';
import { fromMenu } from './shell.scenes.js';

/** Opens My day as a user who must have a second factor. */
const due = (isDue: boolean, heading: string) => async (page: Page) => {
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    const user = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...user, secondFactor: { from: '2026-12-01', isDue } } });
  });
  await openPage(page, '/my-day', heading);
};

const setUp = {
  authenticatorSince: '2026-03-02T09:00:00.000Z',
  recoveryCodesLeft: 3,
  passkeys: [
    {
      id: 7,
      name: 'The laptop at the front desk of the Little Rock office',
      createdAt: '2026-03-02T09:00:00.000Z',
      lastUsedAt: '2026-04-02T09:00:00.000Z',
    },
    { id: 8, name: 'Phone', createdAt: '2026-03-05T09:00:00.000Z', lastUsedAt: null },
  ],
  remembered: [
    {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      at: '2026-03-02T09:00:00.000Z',
    },
    { userAgent: 'curl/8.14.1', at: '2026-03-01T09:00:00.000Z' },
  ],
};

/** Opens the security of a user who has an app, passkeys and remembered browsers; then a step of it. */
const security = (step?: string, title?: string) => async (page: Page) => {
  await mockResponse(page, '**/api/user/second-factor', setUp);
  await fromMenu('Sign-in security', 'Sign-in security')(page);
  await waitForText(page, '3 of 10 are left.');
  if (!step || !title) return;
  await clickButton(page, step);
  await dialog(page, title).waitFor();
};

const secondStep = async (page: Page) => {
  const body = { code: 'second_step_required', message: 'Enter the code' };
  await mockError(page, '**/api/login', body, 401);
  await openPage(page, '/auth', 'Sign in');
  await page.getByLabel('Username or email').fill('sam');
  await page.getByLabel('Password').fill('Demo1234');
  await clickButton(page, 'Sign in');
  await page.getByLabel('Code').waitFor();
};

export const secondFactor: Screen = {
  title: 'Second factor',
  scenes: [
    { name: 'sign-in-second-step', as: ['signed-out'], expectsErrors: true, open: secondStep },
    {
      name: 'sign-in-second-step-wrong',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page) => {
        await secondStep(page);
        const body = { code: 'invalid_credentials', message: 'This code is not right, or was used already.' };
        await mockError(page, '**/api/login/second-step', body, 401);
        await page.getByLabel('Code').fill('428 917');
        await clickButton(page, 'Sign in');
        await waitForText(page, body.message);
      },
    },
    { name: 'sign-in-security', as: ['sam'], open: fromMenu('Sign-in security', 'Sign-in security') },
    { name: 'sign-in-security-set-up', as: ['sam'], open: security() },
    {
      name: 'sign-in-security-failed',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/user/second-factor');
        await fromMenu('Sign-in security', 'Sign-in security')(page);
        await waitForHeading(page, 'It could not be read');
      },
    },
    { name: 'passkey-remove', as: ['sam'], open: security('Remove Phone', 'Remove the passkey') },
    {
      name: 'authenticator-remove',
      as: ['sam'],
      open: security('Remove the app', 'Remove the authenticator app'),
    },
    {
      name: 'recovery-codes-renew',
      as: ['sam'],
      open: security('Renew the recovery codes', 'Renew the recovery codes'),
    },
    {
      name: 'authenticator-app',
      as: ['sam'],
      open: async (page) => {
        const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
        const uri = `otpauth://totp/Lead%20Finder:sam?issuer=Lead%20Finder&secret=${secret}`;
        await mockResponse(page, '**/api/user/authenticator', { secret, uri });
        await fromMenu('Sign-in security', 'Sign-in security')(page);
        await clickButton(page, 'Set up an authenticator app');
        await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
      },
    },
    {
      name: 'recovery-codes',
      as: ['sam'],
      open: async (page) => {
        const recoveryCodes = Array.from(
          { length: 10 },
          (_, index) => `ABCDEF-GHJKLM-NPQRST-UVWXY${'23456789AB'[index]}`,
        );
        await mockResponse(page, '**/api/user/second-factor', { authenticatorSince: null, recoveryCodesLeft: 0 });
        await mockResponse(page, '**/api/user/authenticator', { secret: 'JBSWY3DP', uri: 'otpauth://totp/sam' });
        await mockResponse(page, '**/api/user/authenticator/confirm', { message: 'Added', recoveryCodes });
        await fromMenu('Sign-in security', 'Sign-in security')(page);
        await clickButton(page, 'Set up an authenticator app');
        await page.getByLabel('Code of the app').fill('123456');
        await page.getByLabel('Current password').fill('Demo1234');
        await clickButton(page, 'Confirm');
        await dialog(page, 'Recovery codes').waitFor();
      },
    },
    { name: 'second-factor-due', as: ['sam'], open: due(true, 'Set up a second factor') },
    { name: 'second-factor-soon', as: ['sam'], open: due(false, 'My day') },
  ],
};
