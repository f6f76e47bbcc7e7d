import { clickButton, openPage } from '../page-actions.js';
import type { Screen } from '../scene.js';

export const nearMe: Screen = {
  title: 'Near me',
  scenes: [
    {
      name: 'list-phone-near-me',
      as: ['sam'],
      on: 'phone',
      open: async (page) => {
        await page.context().grantPermissions(['geolocation']);
        await page.context().setGeolocation({ latitude: 34.7465, longitude: -92.2896 });
        await openPage(page, '/crm', 'My Assigned Businesses');
        await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
        await clickButton(page, 'Near me');
        await page.getByTitle('Open the route in Maps').first().waitFor();
      },
    },
  ],
};
