import type { Page } from 'playwright-core';
import type { Screen } from '../stop.js';
import { answer, at, dialog, heading, hold, refuse } from '../ways.js';

const day = '**/api/my-day*';
const myDay = async (page: Page) => {
  await at(page, '/my-day', 'My day');
  await page.getByRole('region', { name: 'Next lead' }).waitFor();
};
const free = { today: new Date().toISOString().slice(0, 10), overdue: 0, dueToday: 0, newLeads: 0, due: [], fresh: [], nextCursor: null };

export const days: Screen = {
  title: 'My day',
  stops: [
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
        await answer(page, day, free);
        await at(page, '/my-day', 'Nothing is due today');
      },
    },
    {
      name: 'my-day-loading',
      as: ['sam'],
      waits: true,
      open: async (page) => {
        await hold(page, day);
        await at(page, '/my-day', 'My day');
        await page.locator('[aria-busy=true]').first().waitFor();
      },
    },
    {
      name: 'my-day-failed',
      as: ['sam'],
      refuses: true,
      open: async (page) => {
        await refuse(page, day);
        await at(page, '/my-day', 'My day could not be loaded');
        await heading(page, 'My day');
      },
    },
  ],
};
