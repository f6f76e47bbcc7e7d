import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import { mockError, mockResponse, openPage, waitForHeading } from '../page-actions.js';

const deletedLeads = '**/api/admin/deleted-leads*';
const person = { id: 1, username: 'dana', fullName: 'Dana Whitfield' };
const deleted = (id: number, name: string) => ({
  id,
  name,
  user: person,
  deletedBy: person,
  deletedAt: '2026-03-02T09:00:00.000Z',
  restorableUntil: '2026-04-01T09:00:00.000Z',
});
const trash = (page: Page, title = 'Recently Deleted') => openPage(page, '/recently-deleted', title);

export const recentlyDeleted: Screen = {
  title: 'Recently Deleted',
  scenes: [
    {
      name: 'deleted-leads',
      as: ['admin'],
      open: async (page) => {
        await mockResponse(page, deletedLeads, [deleted(1, 'Corner Bakery'), deleted(2, 'Hill Street Dental')]);
        await trash(page);
        await page.getByRole('checkbox', { name: 'Select Corner Bakery' }).check();
      },
    },
    {
      name: 'deleted-leads-nothing',
      as: ['admin'],
      open: async (page) => {
        await mockResponse(page, deletedLeads, []);
        await trash(page);
        await waitForHeading(page, 'No deleted leads found');
      },
    },
    {
      name: 'deleted-leads-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, deletedLeads);
        await trash(page, 'Error loading deleted leads. Please try again.');
      },
    },
  ],
};
