import type { Page } from 'playwright-core';
import type { Scene } from '../scene.js';
import type { Screen } from '../stop.js';
import { answer, dialog, heading, hold, press, refuse, shows } from '../ways.js';

type Lead = keyof Scene['leads'];
const open = (lead: Lead) => async (page: Page, { leads }: Scene) => {
  await page.goto(leads[lead]);
  await heading(page, 'Quick Actions');
};
const tab = (name: RegExp, then?: (page: Page) => Promise<unknown>) => async (page: Page, scene: Scene) => {
  await open('full')(page, scene);
  await page.getByRole('tab', { name }).click();
  await then?.(page);
};
/** A profile, what was clicked on it, and the dialog that this opened. */
const asked = (lead: Lead, button: string | RegExp, title: string) => async (page: Page, scene: Scene) => {
  await open(lead)(page, scene);
  await press(page, button);
  await dialog(page, title).waitFor();
};
const notes = (page: Page) => page.getByRole('textbox', { name: 'Notes', exact: true });
/** Once the profile is there, what is read again fails so. */
const overtaken = (status: number, words: RegExp) => async (page: Page, scene: Scene) => {
  await open('fresh')(page, scene);
  await page.getByLabel('Activity notes').fill('Wants a quotation for two sites, by Friday.');
  const refused = { message: 'This lead is not yours.', code: 'forbidden' };
  for (const call of ['**/api/business-profile-by-uuid/*', '**/api/business-tag-by-uuid/*']) await refuse(page, call, refused, status);
  await page.getByLabel('New tag').fill('Spring');
  await press(page, 'Add');
  await shows(page, words);
};

const views: Screen['stops'] = [
  { name: 'lead', as: ['sam', 'admin'], open: open('full') },
  { name: 'lead-fresh', as: ['sam', 'admin'], open: open('fresh') },
  {
    name: 'lead-by-its-number',
    as: ['admin'],
    open: async (page, { numberOfLead }) => {
      await page.goto(`/business/${numberOfLead}`);
      await heading(page, 'Quick Actions');
    },
  },
  { name: 'lead-imported', as: ['sam'], open: open('imported') },
  { name: 'lead-archived', as: ['sam'], open: open('archived') },
  { name: 'lead-customer', as: ['sam'], open: open('customer') },
  { name: 'lead-do-not-contact', as: ['sam'], open: open('doNotContact') },
  {
    name: 'lead-loading',
    as: ['sam'],
    waits: true,
    open: async (page, { leads }) => {
      await hold(page, '**/api/business-profile-by-uuid/*');
      await page.goto(leads.full);
      await page.getByRole('status').filter({ hasText: 'Loading business...' }).waitFor();
    },
  },
  {
    name: 'lead-of-somebody-else',
    as: ['sam', 'maria'],
    refuses: true,
    open: async (page, { leads }) => {
      await page.goto(leads.foreign);
      await heading(page, 'Customer Assigned to Another User');
    },
  },
  {
    name: 'lead-not-there',
    as: ['admin'],
    refuses: true,
    open: async (page) => {
      await page.goto('/business/99999999');
      await heading(page, 'Unable to Load Customer');
    },
  },
  {
    name: 'lead-failed',
    as: ['sam'],
    refuses: true,
    open: async (page, { leads }) => {
      await refuse(page, '**/api/business-profile-by-uuid/*');
      await page.goto(leads.full);
      await heading(page, 'Unable to Load Customer');
    },
  },
  { name: 'lead-notes', as: ['sam'], open: tab(/^Notes/) },
  {
    name: 'lead-notes-saving',
    as: ['sam'],
    waits: true,
    open: async (page, scene) => {
      await hold(page, '**/api/business-notes-by-uuid/*');
      await tab(/^Notes/)(page, scene);
      await notes(page).fill('Calls back in March.');
      await press(page, 'Save Notes');
      await shows(page, 'Saving...');
    },
  },
  {
    name: 'lead-notes-two-versions',
    as: ['sam'],
    refuses: true,
    open: async (page, scene) => {
      const current = { notes: 'Written by Dana meanwhile.', version: 99 };
      const message = 'Somebody else saved this note meanwhile.';
      await refuse(page, '**/api/business-notes-by-uuid/*', { code: 'stale_version', message, current }, 409);
      await tab(/^Notes/)(page, scene);
      await notes(page).fill('Wants a quotation for two sites, by Friday.');
      await press(page, 'Save Notes');
      await page.getByRole('region', { name: 'Two versions of the note' }).waitFor();
    },
  },
  { name: 'lead-history', as: ['sam'], open: tab(/^Assignment History/, (page) => shows(page, /^Initially assigned to/)) },
  {
    name: 'lead-history-none',
    as: ['sam'],
    open: async (page, scene) => {
      await answer(page, '**/api/assignment-history-by-uuid/*', []);
      await tab(/^Assignment History/, () => shows(page, 'No assignment history available'))(page, scene);
    },
  },
  {
    name: 'lead-history-failed',
    as: ['sam'],
    refuses: true,
    open: async (page, scene) => {
      await refuse(page, '**/api/assignment-history-by-uuid/*');
      await tab(/^Assignment History/, (page) => heading(page, 'Assignment history could not be loaded'))(page, scene);
    },
  },
  {
    name: 'lead-timeline',
    as: ['sam'],
    open: tab(/^Timeline/, (page) => page.getByRole('list', { name: 'Timeline' }).waitFor()),
  },
];

const actions: Screen['stops'] = [
  {
    name: 'lead-email-edited',
    as: ['sam'],
    open: async (page, scene) => {
      await open('full')(page, scene);
      await press(page, 'Edit email');
      await page.getByLabel('Email', { exact: true }).fill('wilhelmina.achterberg');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ visible: true }).first().waitFor();
    },
  },
  {
    name: 'lead-status-pending',
    as: ['sam'],
    waits: true,
    open: async (page, scene) => {
      await hold(page, '**/api/business-status-by-uuid/*');
      await hold(page, '**/api/business-status/*');
      await open('full')(page, scene);
      await page.getByRole('group', { name: 'Lead status' }).getByRole('button', { name: 'Closed (Won)' }).click();
      await page.getByRole('status', { name: 'Saving' }).waitFor();
    },
  },
  {
    name: 'lead-status-failed',
    as: ['sam'],
    refuses: true,
    open: async (page, scene) => {
      await refuse(page, '**/api/business-status-by-uuid/*');
      await open('full')(page, scene);
      await page.getByRole('group', { name: 'Lead status' }).getByRole('button', { name: 'Closed (Won)' }).click();
      await shows(page, 'Status update failed');
    },
  },
  { name: 'lead-follow-up', as: ['sam'], open: asked('full', 'Complete or move', 'Complete Follow-up') },
  { name: 'lead-delete-activity', as: ['sam'], open: asked('full', 'Delete activity', 'Delete Activity') },
  { name: 'lead-remove-tag', as: ['sam'], open: asked('full', 'Remove tag Two locations', 'Remove Tag') },
  { name: 'lead-reassign', as: ['sam', 'admin'], open: asked('full', 'Reassign Business', 'Reassign Business') },
  { name: 'lead-archive', as: ['sam'], open: asked('full', 'Archive Business', 'Archive Business') },
  { name: 'lead-mark-customer', as: ['sam'], open: asked('full', 'Mark as Existing Customer', 'Mark as Existing Customer') },
  { name: 'lead-delete', as: ['sam', 'admin'], open: asked('full', 'Permanently Delete', 'Permanently Delete') },
  {
    name: 'lead-reassigned-meanwhile',
    as: ['sam'],
    refuses: true,
    open: overtaken(403, /^This business was assigned to another user meanwhile/),
  },
  { name: 'lead-deleted-meanwhile', as: ['sam'], refuses: true, open: overtaken(404, /^This business was deleted meanwhile/) },
];

export const profile: Screen = { title: 'Profile of a lead', stops: [...views, ...actions] };

const nextLead = async (page: Page) => {
  await page.goto('/next-lead?from=list&status=new');
  await page.getByRole('button', { name: /No answer/ }).and(page.locator(':enabled')).waitFor();
  await heading(page, 'Quick Actions');
};

export const next: Screen = {
  title: 'Next lead',
  stops: [
    { name: 'next-lead', as: ['sam'], open: nextLead },
    {
      name: 'next-lead-keys',
      as: ['sam'],
      on: 'desk',
      open: async (page) => {
        await nextLead(page);
        await page.keyboard.press('?');
        await dialog(page, 'Keys').waitFor();
      },
    },
    {
      name: 'next-lead-none',
      as: ['sam'],
      open: async (page) => {
        await page.goto('/next-lead?from=list&q=zzzz');
        await heading(page, 'No lead is waiting');
      },
    },
    {
      name: 'next-lead-failed',
      as: ['sam'],
      refuses: true,
      open: async (page) => {
        await refuse(page, '**/api/next-lead?*');
        await page.goto('/next-lead?from=list&status=new');
        await heading(page, 'The next lead could not be loaded');
      },
    },
  ],
};
