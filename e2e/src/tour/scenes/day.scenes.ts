import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import { mockResponse, openPage, dialog, waitForHeading, stallRequests, mockError } from '../page-actions.js';

const day = '**/api/my-day*';
const myDay = async (page: Page) => {
  await openPage(page, '/my-day', 'My day');
  await page.getByRole('region', { name: 'Next lead' }).waitFor();
};
const free = {
  today: new Date().toISOString().slice(0, 10),
  overdue: 0,
  dueToday: 0,
  newLeads: 0,
  due: [],
  fresh: [],
  nextCursor: null,
};

export const days: Screen = {
  title: 'My day',
  scenes: [
    { name: 'my-day', as: ['sam', 'maria', 'admin'], open: myDay },
    {
      name: 'my-day-follow-up',
      as: ['sam'],
      open: async (page) => {
        await myDay(page);
        await page.getByRole('button', { name: /^Done/ }).first().click();
        await dialog(page, 'Complete Follow-up').waitFor();
      },
    },
    {
      name: 'my-day-free',
      as: ['sam'],
      open: async (page) => {
        await mockResponse(page, day, free);
        await openPage(page, '/my-day', 'Nothing is due today');
      },
    },
    {
      name: 'my-day-loading',
      as: ['sam'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, day);
        await openPage(page, '/my-day', 'My day');
        await page.locator('[aria-busy=true]').first().waitFor();
      },
    },
    {
      name: 'my-day-failed',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, day);
        await openPage(page, '/my-day', 'My day could not be loaded');
        await waitForHeading(page, 'My day');
      },
    },
  ],
};
