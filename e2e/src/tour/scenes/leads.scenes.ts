import type { Page } from 'playwright-core';
import { longName } from '../tour-data.js';
import type { Screen } from '../scene.js';
import {
  mockResponse,
  openPage,
  dialog,
  waitForHeading,
  stallRequests,
  clickButton,
  clickListAction,
  mockError,
  waitForText,
} from '../page-actions.js';

const title = /^(All Business Assignments|My Assigned Businesses)$/;
const listCalls = '**/api/admin/all-assignments?*';
const list = async (page: Page, query = '') => {
  await openPage(page, `/crm${query}`, title);
  await page.getByText(/results? found$/).waitFor();
};
const savedView = { shared: false, owner: 'Sam Seller', isMine: true, isDefault: false, totalIsExact: true };
const savedViews = [
  { ...savedView, key: 'calls', name: 'To call before ten', query: 'status=recontact', total: 17, isDefault: true },
  { ...savedView, key: 'long', name: longName, query: '', total: 42 },
  { ...savedView, key: 'all', name: 'Everything', query: '', total: 10_000, totalIsExact: false, isMine: false },
];
const table = async (page: Page) => {
  await list(page, '?view=table');
  await page.getByRole('row').nth(1).waitFor();
};
const selectRows = async (page: Page, count: number) => {
  await table(page);
  for (let row = 1; row <= count; row++) await page.getByRole('row').nth(row).getByRole('checkbox').check();
  await page.getByRole('button', { name: `Bulk Actions (${count})` }).waitFor();
};
const bulk = async (page: Page, action: string) => {
  await selectRows(page, 3);
  await clickButton(page, 'Bulk Actions (3)');
  await page.locator('.dropdown-menu.show').getByText(action, { exact: true }).click();
};
const map = async (page: Page) => {
  await openPage(page, '/crm?view=map', title);
  await page.locator('.leaflet-marker-icon').first().waitFor();
};
const openMenu = async (page: Page) => {
  await table(page);
  await page
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click();
  await waitForText(page, 'Set status');
};
const openFilters = async (page: Page) => {
  await list(page);
  await clickButton(page, 'Show Filters');
  await page.getByLabel('Search Name').filter({ visible: true }).waitFor();
};
const nothing = (page: Page) => mockResponse(page, listCalls, [], { 'x-total-count': '0' });

export const leads: Screen = {
  title: 'CRM list',
  scenes: [
    { name: 'list', as: ['admin', 'maria', 'sam'], open: (page) => list(page) },
    {
      name: 'list-with-everything',
      as: ['admin', 'sam'],
      open: (page) => list(page, '?hideClosed=false&archived=true&existingCustomers=true&pageSize=40'),
    },
    {
      name: 'list-views',
      as: ['admin', 'sam'],
      open: async (page) => {
        await mockResponse(page, '**/api/saved-views', savedViews);
        await list(page, '?saved=calls&status=recontact&archived=true');
        await page
          .getByRole('button', { name: /^To call/ })
          .first()
          .click();
        await page.getByRole('group', { name: 'Mine' }).waitFor();
      },
    },
    {
      name: 'list-view-lost',
      as: ['sam'],
      open: (page) => list(page, '?saved=gone').then(() => waitForText(page, /^This saved view was removed/)),
    },
    {
      name: 'list-save-view',
      as: ['admin', 'sam'],
      open: async (page) => {
        await list(page);
        await clickButton(page, 'Views');
        await clickButton(page, 'Save this as a new view');
        await dialog(page, 'Save view').waitFor();
      },
    },
    {
      name: 'list-long-name',
      as: ['admin', 'sam'],
      open: (page) => list(page, `?q=${encodeURIComponent(longName.slice(0, 20))}`),
    },
    {
      name: 'list-loading',
      as: ['sam'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, listCalls);
        await openPage(page, '/crm', title);
        await page.getByRole('list', { name: 'Loading leads' }).waitFor();
      },
    },
    {
      name: 'list-failed',
      as: ['admin', 'sam'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, listCalls);
        await openPage(page, '/crm', 'The list could not be loaded');
      },
    },
    {
      name: 'list-nothing-assigned',
      as: ['admin', 'sam'],
      open: async (page) => {
        await nothing(page);
        await openPage(page, '/crm', 'No business assignment found');
      },
    },
    {
      name: 'list-nothing-matches',
      as: ['admin', 'sam'],
      open: (page) => openPage(page, '/crm?q=zzzz', 'No business assignment found'),
    },
    {
      name: 'list-refreshed',
      as: ['sam'],
      open: async (page) => {
        await list(page);
        await clickListAction(page, 'Refresh List');
        await waitForText(page, 'List refreshed');
      },
    },
    {
      name: 'list-phone-more',
      as: ['admin', 'sam'],
      on: 'phone',
      open: async (page) => {
        await list(page);
        await clickButton(page, 'More');
        await waitForText(page, 'Oldest First');
      },
    },
    {
      name: 'list-phone-lead',
      as: ['admin', 'sam'],
      on: 'phone',
      open: async (page) => {
        await list(page);
        await clickButton(page, /^More actions for/);
        await page.getByRole('dialog').getByRole('button', { name: 'Select' }).waitFor();
      },
    },
    {
      name: 'list-phone-select',
      as: ['admin'],
      on: 'phone',
      open: async (page) => {
        await list(page);
        await clickButton(page, 'Select');
        await page.getByRole('checkbox').first().check();
        await waitForText(page, '1 selected');
      },
    },
    { name: 'list-filters', as: ['admin', 'sam'], open: openFilters },
    {
      name: 'list-filters-tags',
      as: ['admin'],
      open: async (page) => {
        await openFilters(page);
        await page
          .getByRole('button', { name: /^Custom Tags/ })
          .filter({ visible: true })
          .click();
        const menu = page.locator('.lf-multi-menu.show');
        await menu.getByRole('checkbox').first().check();
        await menu.getByRole('checkbox').nth(1).check();
        await waitForText(page, 'Clear all');
      },
    },
    {
      name: 'list-filters-in-use',
      as: ['admin'],
      open: (page) => list(page, '?status=new&status=in_progress&state=TX&tag=Referral'),
    },
    { name: 'table', as: ['admin', 'maria', 'sam'], open: table },
    {
      name: 'table-loading',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, listCalls);
        await openPage(page, '/crm?view=table', title);
        await page.locator('tbody[aria-busy=true]').waitFor();
      },
    },
    { name: 'table-row-menu', as: ['admin'], open: openMenu },
    { name: 'table-selected', as: ['admin', 'sam'], open: (page) => selectRows(page, 4) },
    {
      name: 'bulk-menu',
      as: ['admin'],
      open: async (page) => {
        await selectRows(page, 3);
        await clickButton(page, 'Bulk Actions (3)');
        await waitForText(page, 'Delete Selected');
      },
    },
    {
      name: 'bulk-delete',
      as: ['admin', 'sam'],
      open: async (page) => {
        await bulk(page, 'Delete Selected');
        await dialog(page, 'Confirm Deletion').waitFor();
      },
    },
    {
      name: 'bulk-tags',
      as: ['admin', 'sam'],
      open: async (page) => {
        await bulk(page, 'Add tags');
        await dialog(page, 'Add Tags')
          .getByRole('group', { name: 'Existing tags' })
          .getByRole('button')
          .first()
          .click();
      },
    },
    {
      name: 'bulk-reassign',
      as: ['admin', 'sam'],
      open: async (page) => {
        await bulk(page, 'Reassign');
        const open = dialog(page, 'Reassign Businesses');
        await open.getByRole('button', { name: 'Reassign', exact: true }).click();
        await open.getByText('Please select a user to reassign to').waitFor();
      },
    },
    {
      name: 'bulk-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/bulk/archive', {});
        await bulk(page, 'Archive');
        await waitForText(page, 'Failed to archive businesses');
      },
    },
    {
      name: 'bulk-jobs',
      as: ['admin'],
      open: async (page) => {
        await list(page);
        await clickListAction(page, 'Bulk Jobs');
        await page
          .getByRole('region', { name: 'Bulk jobs' })
          .getByText(/2 businesses: 2 done/)
          .waitFor();
      },
    },
    { name: 'map', as: ['admin', 'sam'], open: map },
    {
      name: 'map-popup',
      as: ['admin'],
      open: async (page, { nameOnMap }) => {
        await openPage(page, `/crm?view=map&q=${encodeURIComponent(nameOnMap)}`, title);
        const pins = page.locator('.leaflet-marker-icon.lf-pin');
        await pins.first().waitFor();
        await pins.first().press('Enter');
        await page.locator('.lf-popup').getByText('View Profile').waitFor();
      },
    },
    {
      name: 'map-nothing',
      as: ['admin'],
      open: (page) => openPage(page, '/crm?view=map&q=zzzz', 'No Map Data Available'),
    },
    {
      name: 'map-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/leads/map?*');
        await openPage(page, '/crm?view=map', 'The map could not be loaded');
        await waitForHeading(page, title);
      },
    },
  ],
};
