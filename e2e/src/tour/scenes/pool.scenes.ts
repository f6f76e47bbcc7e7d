import type { Page } from 'playwright-core';
import { clickButton, dialog, mockError, mockResponse, openPage } from '../page-actions.js';
import type { Screen } from '../scene.js';

const filled = async (page: Page) => {
  await openPage(page, '/pool', 'Pool');
  await page
    .getByRole('button', { name: /^Claim / })
    .first()
    .waitFor();
};

export const pool: Screen = {
  title: 'Pool',
  scenes: [
    { name: 'pool', as: ['sam'], open: filled },
    {
      name: 'pool-first-by-colleague',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        await filled(page);
        const answer = { code: 'already_claimed', message: 'Alex Agent got this lead in the meantime' };
        await page.route('**/api/pool/*/claim', (route) => route.fulfill({ status: 409, json: answer }));
        await clickButton(page, /^Claim /);
        await page.getByText(answer.message).waitFor();
      },
    },
    {
      name: 'pool-used-up',
      as: ['sam'],
      open: async (page) => {
        await page.route('**/api/pool?*', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...((await response.json()) as object), claimedToday: 10 } });
        });
        await openPage(page, '/pool', 'Pool');
        await page.getByText('None left today').waitFor();
      },
    },
    {
      name: 'pool-empty',
      as: ['maria'],
      open: async (page) => {
        const empty = { name: 'Pool', leads: [], total: 0, totalIsExact: true, nextCursor: null };
        await mockResponse(page, '**/api/pool?*', { ...empty, claimsADay: 10, claimedToday: 0 });
        await openPage(page, '/pool', 'Pool');
        await page.getByText('The pool is empty').waitFor();
      },
    },
    {
      name: 'pool-failed',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/pool?*');
        await openPage(page, '/pool', 'The pool could not be loaded');
      },
    },
    {
      name: 'lead-return-to-pool',
      as: ['sam'],
      open: async (page, { leads }) => {
        await page.goto(leads.full);
        await clickButton(page, 'Return to Pool');
        await dialog(page, 'Return to Pool').getByLabel('Reason').selectOption('Other reason');
      },
    },
    {
      name: 'bulk-return',
      as: ['sam'],
      open: async (page) => {
        await openPage(page, '/crm?view=table', 'My Assigned Businesses');
        await page.getByRole('row').nth(1).getByRole('checkbox').check();
        await clickButton(page, 'Bulk Actions (1)');
        await page.locator('.dropdown-menu.show').getByText('Return to pool', { exact: true }).click();
        await dialog(page, 'Return to Pool').waitFor();
      },
    },
  ],
};
