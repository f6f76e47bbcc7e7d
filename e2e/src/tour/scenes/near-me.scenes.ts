import type { Page } from 'playwright-core';
import { clickButton, mockResponse, openPage } from '../page-actions.js';
import type { Screen } from '../scene.js';

const atHome = async (page: Page) => {
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 34.7465, longitude: -92.2896 });
};

export const nearMe: Screen = {
  title: 'Near me',
  scenes: [
    {
      name: 'list-phone-near-me',
      as: ['sam'],
      on: 'phone',
      open: async (page) => {
        await atHome(page);
        await openPage(page, '/crm?view=list', 'My Assigned Businesses');
        await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
        await clickButton(page, 'Near me');
        await page.getByTitle('Open the route in Maps').first().waitFor();
        await page.getByRole('button', { name: 'Remove sort Near me' }).waitFor();
      },
    },
    {
      name: 'map-phone-near-me',
      as: ['sam'],
      on: 'phone',
      open: async (page) => {
        await atHome(page);
        await openPage(page, '/crm?view=map', 'My Assigned Businesses');
        await clickButton(page, 'Near me');
        await page.locator('.lf-here').waitFor();
      },
    },
    {
      name: 'lead-phone-checked-in',
      as: ['sam'],
      on: 'phone',
      open: async (page, { leads }) => {
        await atHome(page);
        const activity = { id: 1, description: 'Checked in, 390 ft away' };
        await mockResponse(page, '**/api/contact-activity-by-uuid/*', { activity });
        await page.goto(leads.fresh);
        await clickButton(page, 'Check in');
        await page
          .locator('.toast')
          .getByText(/^Checked in/)
          .waitFor();
      },
    },
  ],
};
