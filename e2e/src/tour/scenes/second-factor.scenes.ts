import type { Page } from 'playwright-core';
import { clickButton, dialog, mockError, mockResponse, openPage } from '../page-actions.js';
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

export const secondFactor: Screen = {
  title: 'Second factor',
  scenes: [
    {
      name: 'sign-in-second-step',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page) => {
        const body = { code: 'second_step_required', message: 'Enter the code' };
        await mockError(page, '**/api/login', body, 401);
        await openPage(page, '/auth', 'Sign in');
        await page.getByLabel('Username or email').fill('sam');
        await page.getByLabel('Password').fill('Demo1234');
        await clickButton(page, 'Sign in');
        await page.getByLabel('Code').waitFor();
      },
    },
    { name: 'sign-in-security', as: ['sam'], open: fromMenu('Sign-in security', 'Sign-in security') },
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
