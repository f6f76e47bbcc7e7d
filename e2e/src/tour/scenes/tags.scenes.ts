import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import { clickButton, dialog, mockError, openPage, waitForHeading } from '../page-actions.js';

const tags = async (page: Page) => {
  await openPage(page, '/tags', 'Tags');
  await page
    .getByRole('button', { name: /^Rename / })
    .first()
    .waitFor();
};

export const tagsOfLeads: Screen = {
  title: 'Tags',
  scenes: [
    { name: 'tags', as: ['admin'], open: tags },
    {
      name: 'tags-nothing',
      as: ['admin'],
      open: async (page) => {
        await tags(page);
        await page.getByRole('searchbox', { name: 'Search tags' }).fill('zzzz');
        await waitForHeading(page, 'No tags found');
      },
    },
    {
      name: 'tags-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/admin/tags*');
        await openPage(page, '/tags', 'Error loading tags. Please try again.');
      },
    },
    ...(['Rename', 'Merge', 'Delete'] as const).map((action) => ({
      name: `tags-${action.toLowerCase()}`,
      as: ['admin' as const],
      open: async (page: Page) => {
        await tags(page);
        await clickButton(page, new RegExp(`^${action} `));
        await dialog(page, `${action} Tag`).waitFor();
      },
    })),
  ],
};
