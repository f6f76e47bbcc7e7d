import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import {
  openPage,
  dialog,
  waitForHeading,
  stallRequests,
  clickButton,
  mockError,
  mockResponse,
  waitForText,
} from '../page-actions.js';

const dentists = '/search?businessType=dentist&location=Austin%2C+TX';
const results = /^Results/;
const found = (page: Page, address = dentists) => openPage(page, address, results);
const select = async (page: Page, count: number) => {
  for (let n = 0; n < count; n++)
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(n)
      .check();
};
const askToAssign = async (page: Page) => {
  await found(page);
  await select(page, 3);
  await clickButton(page, /^Assign to User/);
  await dialog(page, 'Assign Businesses').waitFor();
};
const chooseSam = (page: Page) =>
  dialog(page, 'Assign Businesses').getByLabel('User').selectOption({ label: 'Sam Okafor' });
const assign = (page: Page) =>
  dialog(page, 'Assign Businesses').getByRole('button', { name: 'Assign', exact: true }).click();

async function openWithoutProvider(page: Page, text?: string): Promise<void> {
  await mockResponse(page, '**/api/places-notices', { notices: [{ code: 'places_provider_missing', text }] });
  await openPage(page, '/search', 'Search for Businesses');
  await waitForText(page, /^Searches fail because/);
}

export const search: Screen = {
  title: 'Search',
  scenes: [
    { name: 'search', as: ['admin'], open: (page) => openPage(page, '/', 'Search for Businesses') },
    {
      name: 'search-without-provider',
      as: ['admin'],
      open: (page) =>
        openWithoutProvider(
          page,
          'Searches fail because PLACES_PROVIDER is not set. ' +
            "Set it for the places service, as 'Places provider' in docs/operations.md describes.",
        ),
    },
    { name: 'search-without-provider-asks', as: ['sam'], open: (page) => openWithoutProvider(page) },
    {
      name: 'search-missing',
      as: ['admin'],
      open: async (page) => {
        await openPage(page, '/search', 'Search for Businesses');
        await clickButton(page, 'Search');
        await waitForText(page, 'Business type is required');
      },
    },
    {
      name: 'search-suggestions',
      as: ['admin'],
      open: async (page) => {
        await openPage(page, '/search', 'Search for Businesses');
        await page.getByLabel('Business type').pressSequentially('den');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'search-advanced',
      as: ['admin', 'sam'],
      open: async (page) => {
        await openPage(page, '/search', 'Search for Businesses');
        await clickButton(page, 'Advanced');
        await page.getByLabel('Search Radius').fill('40');
        await page.getByLabel('Business type').fill('dentist');
        await page.keyboard.press('Escape');
        await clickButton(page, 'Search');
        await waitForText(page, 'Search radius must be from 1 to 30 miles');
      },
    },
    {
      name: 'search-loading',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, '**/api/search-businesses');
        await page.goto(dentists);
        await waitForText(page, 'Searching for businesses...');
      },
    },
    {
      name: 'search-cards',
      as: ['admin', 'maria', 'sam'],
      open: async (page) => {
        await found(page);
        await select(page, 3);
      },
    },
    {
      name: 'search-table',
      as: ['admin', 'sam'],
      open: async (page) => {
        await found(page);
        await clickButton(page, 'Table');
        await clickButton(page, 'Select All');
      },
    },
    {
      name: 'search-export-menu',
      as: ['admin'],
      open: async (page) => {
        await found(page);
        await select(page, 2);
        await clickButton(page, 'Export');
        await waitForText(page, 'CSV File');
      },
    },
    {
      name: 'search-back-to-page-1',
      as: ['admin'],
      open: async (page) => {
        await found(page, `${dentists}&maxResults=60`);
        for (const number of [2, 3]) {
          await clickButton(page, 'Next');
          await waitForText(page, `Page ${number}/3`);
        }
        await clickButton(page, 'Previous');
        await waitForText(page, "Google Places API doesn't support backward pagination. Returning to page 1.");
      },
    },
    {
      name: 'search-no-results',
      as: ['admin'],
      open: (page) => openPage(page, '/search?businessType=dentist&location=Nowhereville+Zzz', 'No Results Found'),
    },
    {
      name: 'search-refused-by-the-provider',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        const message = 'Google Places API key is missing. Please contact the administrator.';
        await mockError(page, '**/api/search-businesses', { code: 'api_key_missing', message }, 503);
        await openPage(page, dentists, 'Google Places API Error');
      },
    },
    {
      name: 'search-denied-by-the-provider',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/search-businesses', { code: 'request_denied' }, 503);
        await openPage(page, dentists, 'Google Places API Error');
      },
    },
    {
      name: 'search-failed',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/search-businesses');
        await openPage(page, dentists, 'Error Fetching Results');
      },
    },
    { name: 'search-assign', as: ['admin'], open: askToAssign },
    {
      name: 'search-assign-without-user',
      as: ['admin'],
      open: async (page) => {
        await askToAssign(page);
        await assign(page);
        await waitForText(page, 'Please select a user');
      },
    },
    {
      name: 'search-assigning',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, '**/api/assign-business');
        await askToAssign(page);
        await chooseSam(page);
        await assign(page);
        await waitForText(page, 'Assigning 1 of 3...');
      },
    },
    {
      name: 'search-assign-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/assign-business', {});
        await askToAssign(page);
        await chooseSam(page);
        await assign(page);
        await waitForText(page, 'Failed to assign business');
      },
    },
    {
      name: 'search-whole-area',
      as: ['admin'],
      open: async (page) => {
        await found(page);
        await page.getByRole('region', { name: 'Whole Area' }).getByRole('button', { name: 'Show' }).click();
        await page.getByLabel('Calls at most').waitFor();
        await waitForHeading(page, results);
      },
    },
  ],
};
