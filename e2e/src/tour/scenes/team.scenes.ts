import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import {
  mockResponse,
  openPage,
  waitForHeading,
  stallRequests,
  clickButton,
  mockError,
  waitForText,
} from '../page-actions.js';

const progress = '**/api/team-progress*';
const team = async (page: Page) => {
  await openPage(page, '/progress', 'Team Summary');
  await waitForHeading(page, 'Monday brief');
  await page.locator('.lf-team-chart .recharts-surface').first().waitFor();
};
const asked = async (page: Page, query: string) => {
  await page.goto(`/progress?${query}`);
  await page
    .getByRole('dialog')
    .locator('[aria-busy=false]')
    .or(page.getByRole('dialog').locator('.lf-state'))
    .first()
    .waitFor();
};
const meters = ['**/api/weekly-contacts', '**/api/today-contacts'];

/** One in each group and more, with names as long as names are; the same for the week, the last one and the month. */
const members = [
  ['Maria Castellanos', 'maria', 112, 100],
  ['Priyanka Venkataraghavan', 'priyanka.v', 99, 100],
  ['Sam Okafor', 'sam', 74, 100],
  ['Alexandra Lindqvist-Marchetti', 'alexandra.lindqvist-marchetti', 60, 80],
  ['Benedikt Aurelius Thorvaldsen-Whitaker', 'benedikt.thorvaldsen-whitaker', 24, 80],
  ['Theo Nakagawa', 'theo', 28, 100],
  ['Kofi Mensah', 'kofi', 0, 100],
  ['Ines Duarte', 'ines', 0, 60],
] as const;
const fourGroups = () =>
  members.map(([fullName, username, count, target], n) => ({
    count,
    target,
    percentage: Math.round((100 * count) / target),
    user: { id: 900 + n, fullName, username, email: `${username}@leadfinder.example` },
    monthName: monthName(),
    monthProgress: 73.3,
  }));

export const teamProgress: Screen = {
  title: 'Team progress',
  scenes: [
    { name: 'team', as: ['maria', 'admin'], open: team },
    {
      name: 'team-four-groups',
      as: ['maria'],
      open: async (page) => {
        await mockResponse(page, progress, fourGroups());
        await team(page);
        for (const group of ['Top Performers', 'On Track', 'Needs Attention', 'Just Started'])
          await waitForHeading(page, group);
      },
    },
    { name: 'team-leads-behind-a-number', as: ['maria', 'admin'], open: (page) => asked(page, 'kind=in_progress') },
    {
      name: 'team-no-leads-behind-a-number',
      as: ['maria'],
      open: (page) => asked(page, 'kind=contacts&from=2020-01-06&to=2020-01-12'),
    },
    {
      name: 'team-hand-on',
      as: ['maria'],
      open: async (page) => {
        await asked(page, 'kind=in_progress');
        await page.getByRole('dialog').getByRole('checkbox').first().check();
        await waitForText(page, /selected$/);
      },
    },
    {
      name: 'team-export-menu',
      as: ['maria'],
      open: async (page) => {
        await team(page);
        await clickButton(page, 'Export');
        await waitForText(page, 'Leads by status (CSV)');
      },
    },
    {
      name: 'team-no-match',
      as: ['maria'],
      open: async (page) => {
        await team(page);
        await page.getByRole('searchbox', { name: 'Search members' }).fill('zzzz');
        await waitForHeading(page, 'Nobody found');
      },
    },
    {
      name: 'team-loading',
      as: ['maria'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, '**/api/team-progress*');
        await openPage(page, '/progress', 'Team Progress');
        await page.locator('[aria-busy=true]').first().waitFor();
      },
    },
    {
      name: 'team-empty',
      as: ['maria'],
      open: async (page) => {
        await mockResponse(page, progress, []);
        await openPage(page, '/progress', 'No Team Data Available');
      },
    },
    {
      name: 'team-failed',
      as: ['maria'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, progress);
        await openPage(page, '/progress', 'Error Loading Team Progress');
      },
    },
  ],
};

export const ownMeters: Screen = {
  title: 'Meters in the header',
  scenes: [
    {
      name: 'meter-tooltip',
      as: ['sam'],
      on: 'desk',
      open: async (page) => {
        await openPage(page, '/crm', 'My Assigned Businesses');
        await page.getByRole('meter', { name: /^Month/ }).hover();
        await page.getByRole('tooltip').waitFor();
      },
    },
    {
      name: 'meter-ahead-and-behind',
      as: ['admin', 'sam'],
      open: async (page) => {
        await mockResponse(page, meters[0]!, { count: 20, target: 24, weekProgress: 71.4 });
        await mockResponse(page, meters[1]!, { count: 60, target: 100, monthName: monthName(), monthProgress: 71.3 });
        await openPage(page, '/my-day', 'My day');
        await page.getByRole('meter', { name: 'Week: 20 of 24 contacts' }).waitFor();
      },
    },
    {
      name: 'meter-target-reached',
      as: ['sam'],
      open: async (page) => {
        const month = { count: 104, target: 100, monthName: monthName(), monthProgress: 71.3 };
        await mockResponse(page, meters[0]!, { count: 26, target: 24, weekProgress: 71.4 });
        await mockResponse(page, meters[1]!, month);
        await openPage(page, '/crm', 'My Assigned Businesses');
        await waitForText(page, 'Monthly Target Reached!');
      },
    },
    {
      name: 'meter-failed',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        for (const meter of meters) await mockError(page, meter);
        await openPage(page, '/crm', 'My Assigned Businesses');
        await waitForText(page, 'Unable to load progress data');
        await waitForText(page, 'Unable to load monthly progress data');
      },
    },
  ],
};

const monthName = () => new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date());
