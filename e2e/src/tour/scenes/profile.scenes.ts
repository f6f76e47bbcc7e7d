import type { Page } from 'playwright-core';
import type { TourData } from '../tour-data.js';
import type { Screen } from '../scene.js';
import {
  mockResponse,
  dialog,
  waitForHeading,
  stallRequests,
  clickButton,
  mockError,
  waitForText,
} from '../page-actions.js';

type Lead = keyof TourData['leads'];
const open =
  (lead: Lead) =>
  async (page: Page, { leads }: TourData) => {
    await page.goto(leads[lead]);
    await waitForHeading(page, 'Quick Actions');
  };
const tab = (name: RegExp, then?: (page: Page) => Promise<unknown>) => async (page: Page, scene: TourData) => {
  await open('full')(page, scene);
  await page.getByRole('tab', { name }).click();
  await then?.(page);
};
/** A profile, what was clicked on it, and the dialog that this opened. */
const asked = (lead: Lead, button: string | RegExp, title: string) => async (page: Page, scene: TourData) => {
  await open(lead)(page, scene);
  await clickButton(page, button);
  await dialog(page, title).waitFor();
};
const notes = (page: Page) => page.getByRole('textbox', { name: 'Notes', exact: true });
/** Once the profile is there, what is read again fails so. */
const overtaken = (status: number, words: RegExp) => async (page: Page, scene: TourData) => {
  await open('fresh')(page, scene);
  await page.getByLabel('Activity notes').fill('Wants a quotation for two sites, by Friday.');
  const refused =
    status === 403
      ? { message: 'This customer is assigned to another user', code: 'forbidden' }
      : { message: 'Lead not found', code: 'not_found' };
  for (const call of ['**/api/business-profile-by-uuid/*', '**/api/business-tag-by-uuid/*'])
    await mockError(page, call, refused, status);
  await page.getByLabel('New tag').fill('Spring');
  await clickButton(page, 'Add');
  await waitForText(page, words);
};

const views: Screen['scenes'] = [
  { name: 'lead', as: ['sam', 'admin'], open: open('full') },
  { name: 'lead-fresh', as: ['sam', 'admin'], open: open('fresh') },
  {
    name: 'lead-by-its-number',
    as: ['admin'],
    open: async (page, { numberOfLead }) => {
      await page.goto(`/business/${numberOfLead}`);
      await waitForHeading(page, 'Quick Actions');
    },
  },
  { name: 'lead-imported', as: ['sam'], open: open('imported') },
  { name: 'lead-archived', as: ['sam'], open: open('archived') },
  { name: 'lead-customer', as: ['sam'], open: open('customer') },
  { name: 'lead-do-not-contact', as: ['sam'], open: open('doNotContact') },
  {
    name: 'lead-loading',
    as: ['sam'],
    staysLoading: true,
    open: async (page, { leads }) => {
      await stallRequests(page, '**/api/business-profile-by-uuid/*');
      await page.goto(leads.full);
      await page.getByRole('status').filter({ hasText: 'Loading business...' }).waitFor();
    },
  },
  {
    name: 'lead-of-another-user',
    as: ['sam', 'maria'],
    expectsErrors: true,
    open: async (page, { leads }) => {
      await page.goto(leads.foreign);
      await waitForHeading(page, 'Customer Assigned to Another User');
    },
  },
  {
    name: 'lead-not-there',
    as: ['admin'],
    expectsErrors: true,
    open: async (page) => {
      await page.goto('/business/99999999');
      await waitForHeading(page, 'Unable to Load Customer');
    },
  },
  {
    name: 'lead-failed',
    as: ['sam'],
    expectsErrors: true,
    open: async (page, { leads }) => {
      await mockError(page, '**/api/business-profile-by-uuid/*');
      await page.goto(leads.full);
      await waitForHeading(page, 'Unable to Load Customer');
    },
  },
  { name: 'lead-notes', as: ['sam'], open: tab(/^Notes/) },
  {
    name: 'lead-notes-saving',
    as: ['sam'],
    staysLoading: true,
    open: async (page, scene) => {
      await stallRequests(page, '**/api/business-notes-by-uuid/*');
      await tab(/^Notes/)(page, scene);
      await notes(page).fill('Calls back in March.');
      await clickButton(page, 'Save Notes');
      await waitForText(page, 'Saving...');
    },
  },
  {
    name: 'lead-notes-two-versions',
    as: ['sam'],
    expectsErrors: true,
    open: async (page, scene) => {
      const current = { notes: 'Written by Dana meanwhile.', version: 99 };
      const message = 'Somebody else saved this note meanwhile.';
      await mockError(page, '**/api/business-notes-by-uuid/*', { code: 'stale_version', message, current }, 409);
      await tab(/^Notes/)(page, scene);
      await notes(page).fill('Wants a quotation for two sites, by Friday.');
      await clickButton(page, 'Save Notes');
      await page.getByRole('region', { name: 'Two versions of the note' }).waitFor();
    },
  },
  {
    name: 'lead-history',
    as: ['sam'],
    open: tab(/^Assignment History/, (page) => waitForText(page, /^Initially assigned to/)),
  },
  {
    name: 'lead-history-none',
    as: ['sam'],
    open: async (page, scene) => {
      await mockResponse(page, '**/api/assignment-history-by-uuid/*', []);
      await tab(/^Assignment History/, () => waitForText(page, 'No assignment history available'))(page, scene);
    },
  },
  {
    name: 'lead-history-failed',
    as: ['sam'],
    expectsErrors: true,
    open: async (page, scene) => {
      await mockError(page, '**/api/assignment-history-by-uuid/*');
      await tab(/^Assignment History/, (page) => waitForHeading(page, 'Assignment history could not be loaded'))(
        page,
        scene,
      );
    },
  },
  {
    name: 'lead-timeline',
    as: ['sam'],
    open: tab(/^Timeline/, (page) => page.getByRole('list', { name: 'Timeline' }).waitFor()),
  },
];

const actions: Screen['scenes'] = [
  {
    name: 'lead-email-edited',
    as: ['sam'],
    open: async (page, scene) => {
      await open('full')(page, scene);
      await clickButton(page, 'Edit email');
      await page.getByLabel('Email', { exact: true }).fill('wilhelmina.achterberg');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ visible: true }).first().waitFor();
    },
  },
  {
    name: 'lead-status-pending',
    as: ['sam'],
    staysLoading: true,
    open: async (page, scene) => {
      await stallRequests(page, '**/api/business-status-by-uuid/*');
      await stallRequests(page, '**/api/business-status/*');
      await open('full')(page, scene);
      await page.getByRole('group', { name: 'Lead status' }).getByRole('button', { name: 'Closed (Won)' }).click();
      await page.getByRole('status', { name: 'Saving' }).waitFor();
    },
  },
  {
    name: 'lead-status-failed',
    as: ['sam'],
    expectsErrors: true,
    open: async (page, scene) => {
      await mockError(page, '**/api/business-status-by-uuid/*');
      await open('full')(page, scene);
      await page.getByRole('group', { name: 'Lead status' }).getByRole('button', { name: 'Closed (Won)' }).click();
      await waitForText(page, 'Status update failed');
    },
  },
  { name: 'lead-follow-up', as: ['sam'], open: asked('full', 'Complete or move', 'Complete Follow-up') },
  { name: 'lead-delete-activity', as: ['sam'], open: asked('full', 'Delete activity', 'Delete Activity') },
  { name: 'lead-add-contact', as: ['sam'], open: asked('full', 'Add Contact', 'Add Contact') },
  { name: 'lead-remove-tag', as: ['sam'], open: asked('full', 'Remove tag Two locations', 'Remove Tag') },
  { name: 'lead-reassign', as: ['sam', 'admin'], open: asked('full', 'Reassign Business', 'Reassign Business') },
  { name: 'lead-archive', as: ['sam'], open: asked('full', 'Archive Business', 'Archive Business') },
  {
    name: 'lead-mark-customer',
    as: ['sam'],
    open: asked('full', 'Mark as Existing Customer', 'Mark as Existing Customer'),
  },
  { name: 'lead-delete', as: ['sam', 'admin'], open: asked('full', 'Permanently Delete', 'Permanently Delete') },
  {
    name: 'lead-reassigned-meanwhile',
    as: ['sam'],
    expectsErrors: true,
    open: overtaken(403, /^This business was assigned to another user meanwhile/),
  },
  {
    name: 'lead-deleted-meanwhile',
    as: ['sam'],
    expectsErrors: true,
    open: overtaken(404, /^This business was deleted meanwhile/),
  },
];

export const profile: Screen = { title: 'Profile of a lead', scenes: [...views, ...actions] };

const nextLead = async (page: Page) => {
  await page.goto('/next-lead?from=list&status=new');
  await page
    .getByRole('button', { name: /No answer/ })
    .and(page.locator(':enabled'))
    .waitFor();
  await waitForHeading(page, 'Quick Actions');
};

export const next: Screen = {
  title: 'Next lead',
  scenes: [
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
        await waitForHeading(page, 'No lead is waiting');
      },
    },
    {
      name: 'next-lead-failed',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/next-lead?*');
        await page.goto('/next-lead?from=list&status=new');
        await waitForHeading(page, 'The next lead could not be loaded');
      },
    },
  ],
};
