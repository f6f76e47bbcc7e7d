import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import { clickButton, mockError, mockResponse, openPage, waitForText } from '../page-actions.js';

const names = [
  { id: 1, kind: 'oidc', name: 'Northfield Entra ID' },
  { id: 2, kind: 'saml', name: 'Pulaski County Chamber of Commerce, Shared Services (Keycloak)' },
];
const signIn = async (page: Page, problem = '') => {
  await mockResponse(page, '**/api/sign-in/providers', { providers: names, hasDomains: true });
  await openPage(page, `/auth${problem && `?problem=${problem}`}`, 'Sign in');
  await waitForText(page, `Continue with ${names[0]!.name}`);
};
const company = async (page: Page) => {
  await signIn(page);
  await clickButton(page, 'Continue with your company');
  await page.getByLabel('Email at your company').fill('alexandra.lindqvist-marchetti@unknown.example');
};

export const signInByProvider: Screen = {
  title: 'Sign-in by a provider',
  scenes: [
    { name: 'sign-in-providers', as: ['signed-out'], open: (page) => signIn(page) },
    { name: 'sign-in-providers-company', as: ['signed-out'], open: company },
    {
      name: 'sign-in-providers-unknown-domain',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page) => {
        await company(page);
        await clickButton(page, 'Continue');
        await waitForText(
          page,
          'There is no sign-in for this domain. Check the address, or use your username and password.',
        );
      },
    },
    {
      name: 'sign-in-providers-away',
      as: ['signed-out'],
      open: async (page) => {
        await signIn(page, 'provider_away');
        await waitForText(page, 'The identity provider did not answer. Please try again in a moment.');
      },
    },
    {
      name: 'sign-in-providers-taken',
      as: ['signed-out'],
      open: async (page) => {
        await signIn(page, 'email_taken');
        await waitForText(page, /^An account with your e-mail address exists/);
      },
    },
    {
      name: 'sign-in-providers-passwords-off',
      as: ['signed-out'],
      expectsErrors: true,
      open: async (page) => {
        const message = 'Passwords are switched off here. Sign in with your company.';
        await mockError(page, '**/api/login', { code: 'passwords_off', message }, 403);
        await signIn(page);
        await page.getByLabel('Username or email').fill('sam');
        await page.getByLabel('Password').fill('Demo1234');
        await clickButton(page, 'Sign in');
        await waitForText(page, message);
      },
    },
  ],
};
