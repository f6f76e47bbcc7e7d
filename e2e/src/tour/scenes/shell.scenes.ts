import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import {
  mockResponse,
  openPage,
  dialog,
  waitForHeading,
  clickButton,
  mockError,
  waitForText,
} from '../page-actions.js';

const home = async (page: Page) => {
  await openPage(page, '/crm', /^(All Business Assignments|My Assigned Businesses)$/);
  await page.getByText(/results? found$/).waitFor();
};
const openNotifications = async (page: Page) => {
  await home(page);
  await clickButton(page, /^Notifications/);
  await waitForHeading(page, 'Notifications');
};
const menu = async (page: Page) => {
  await home(page);
  await page.getByRole('button', { name: /, your menu$/ }).click();
  await waitForText(page, 'Change password');
};
export const fromMenu = (item: string, title: string) => async (page: Page) => {
  await menu(page);
  await page.locator('.dropdown-menu.show').getByText(item, { exact: true }).click();
  await dialog(page, title).waitFor();
};
const palette = async (page: Page) => {
  await home(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search leads and commands' }).waitFor();
};
const notifications = '**/api/notifications?*';
const longJobs = (
  [
    ['job', 'Bulk action finished', 'Add tags: 2,310 businesses, 4 failed.'],
    ['job', 'Export failed', 'leads.csv with 14,572 leads: the connection was lost.'],
    ['import', 'Import finished', 'spring-fair.csv: 1,980 of 2,000 rows.'],
    ['search', 'Area search paused', 'dentist in Austin, TX: 412 businesses so far.'],
  ] as const
).map(([type, title, message], index) => ({
  id: index + 1,
  userId: 3,
  type,
  title,
  message,
  relatedBusinessId: null,
  relatedUserBusinessId: null,
  sourceUserId: null,
  read: index > 1,
  createdAt: '2026-03-02T09:00:00.000Z',
}));
const firstSteps = {
  admin: ['organisation', 'people', 'find', 'assign'],
  maria: ['team', 'day', 'lead'],
  sam: ['lead', 'day', 'queue'],
};
const withFirstSteps = (names: readonly string[]) => async (page: Page) => {
  const steps = names.map((step, index) => ({ step, isDone: index === 1 }));
  await mockResponse(page, '**/api/first-steps', { steps });
  await page.goto('/');
  await page.getByRole('region', { name: 'First steps' }).getByText(/^1 of/).waitFor();
};

export const header: Screen = {
  title: 'Header, notifications, commands',
  scenes: [
    {
      name: 'help',
      as: ['sam'],
      on: 'desk',
      open: async (page) => {
        await home(page);
        await clickButton(page, 'Help');
        await dialog(page, 'Need Help?').waitFor();
      },
    },
    { name: 'user-menu', as: ['admin', 'sam'], open: menu },
    { name: 'first-steps', as: ['admin'], open: withFirstSteps(firstSteps.admin) },
    { name: 'first-steps-of-a-manager', as: ['maria'], open: withFirstSteps(firstSteps.maria) },
    { name: 'first-steps-of-a-user', as: ['sam'], open: withFirstSteps(firstSteps.sam) },
    { name: 'organisation', as: ['admin'], open: (page) => openPage(page, '/organisation', 'Organisation') },
    {
      name: 'menu-sheet',
      as: ['admin', 'sam'],
      on: 'phone',
      open: async (page) => {
        await home(page);
        await clickButton(page, 'Menu');
        await dialog(page, 'Menu').waitFor();
      },
    },
    { name: 'change-password', as: ['sam'], open: fromMenu('Change password', 'Change password') },
    { name: 'calendar', as: ['sam'], open: fromMenu('Calendar', 'Calendar') },
    {
      name: 'calendar-address',
      as: ['sam'],
      open: async (page) => {
        await fromMenu('Calendar', 'Calendar')(page);
        await mockResponse(page, '**/api/calendar', { token: 'x'.repeat(43), since: '2026-03-02T09:00:00.000Z' });
        await clickButton(page, 'Create address');
        await page.getByLabel('Address, shown only now').waitFor();
        await dialog(page, 'Calendar').getByRole('button', { name: 'Remove address' }).waitFor();
      },
    },
    {
      name: 'where-signed-in',
      as: ['sam'],
      open: async (page) => {
        await fromMenu('Where you are signed in', 'Where you are signed in')(page);
        await page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem').first().waitFor();
      },
    },
    { name: 'time-zone', as: ['sam'], open: fromMenu('Time zone', 'Time zone') },
    {
      name: 'notification-settings',
      as: ['sam', 'maria'],
      open: async (page) => {
        await fromMenu('Notification settings', 'Notification settings')(page);
        await dialog(page, 'Notification settings')
          .getByRole('switch')
          .first()
          .or(dialog(page, 'Notification settings').getByRole('checkbox').first())
          .waitFor();
      },
    },
    {
      name: 'notifications',
      as: ['sam', 'admin'],
      open: async (page) => {
        await openNotifications(page);
        await page
          .locator('.lf-note')
          .filter({ has: page.locator('b') })
          .first()
          .waitFor();
      },
    },
    {
      name: 'notifications-of-long-jobs',
      as: ['sam'],
      open: async (page) => {
        await mockResponse(page, notifications, longJobs, { 'x-total-count': '4', 'x-unread-count': '2' });
        await openNotifications(page);
        await waitForText(page, 'Area search paused');
      },
    },
    {
      name: 'notifications-none',
      as: ['sam'],
      open: async (page) => {
        await mockResponse(page, notifications, [], { 'x-total-count': '0', 'x-unread-count': '0' });
        await openNotifications(page);
        await waitForHeading(page, 'No notifications');
      },
    },
    {
      name: 'notifications-failed',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, notifications);
        await openNotifications(page);
        await waitForHeading(page, 'Notifications could not be loaded');
      },
    },
    { name: 'commands', as: ['admin', 'sam'], open: palette },
    {
      name: 'commands-leads',
      as: ['sam'],
      open: async (page) => {
        await palette(page);
        await page.keyboard.type('den');
        await page.getByRole('option').filter({ hasText: /dent/i }).first().waitFor();
      },
    },
    {
      name: 'commands-match',
      as: ['admin'],
      open: async (page) => {
        await palette(page);
        await page.keyboard.type('usa');
        await page.getByRole('option').filter({ hasText: 'Address: ' }).first().waitFor();
      },
    },
    {
      name: 'commands-failed',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, '**/api/leads/find?*');
        await palette(page);
        await page.keyboard.type('den');
        await waitForText(page, 'Not everything could be searched. Type again to retry.');
      },
    },
    {
      name: 'commands-none',
      as: ['sam'],
      open: async (page) => {
        await palette(page);
        await page.keyboard.type('zzzz');
        await waitForText(page, 'Nothing matches ‘zzzz’.');
      },
    },
    {
      name: 'keys',
      as: ['admin', 'sam'],
      open: async (page) => {
        await home(page);
        await page.keyboard.press('?');
        await dialog(page, 'Keys').waitFor();
      },
    },
  ],
};

const audit = '**/api/audit?*';
const trail = (page: Page, title: string) => openPage(page, '/audit', title);

export const auditTrail: Screen = {
  title: 'Audit trail',
  scenes: [
    {
      name: 'audit',
      as: ['admin'],
      open: async (page) => {
        await trail(page, 'Audit Trail');
        await page.getByRole('row').nth(1).waitFor();
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      },
    },
    {
      name: 'audit-nothing',
      as: ['admin'],
      open: async (page) => {
        await trail(page, 'Audit Trail');
        await page.getByRole('searchbox', { name: 'Search the audit trail' }).fill('zzzz');
        await waitForHeading(page, 'No entries found');
      },
    },
    {
      name: 'audit-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, audit);
        await trail(page, 'Error loading the audit trail. Please try again.');
      },
    },
  ],
};
