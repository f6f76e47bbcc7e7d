import type { HolidayList, HolidayListRecord } from '@lead-finder/contracts';
import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import { clickButton, dialog, mockError, mockResponse, openPage, waitForText } from '../page-actions.js';
import { withTeams } from './teams.scenes.js';

const lists = '**/api/holiday-lists';
const known: HolidayListRecord[] = [
  {
    id: 1,
    name: 'California, with the days between Christmas and New Year',
    holidays: 13,
    from: '2026-01-01',
    to: '2026-12-31',
  },
  { id: 2, name: 'United Kingdom', holidays: 16, from: '2026-01-01', to: '2027-12-28' },
  { id: 3, name: 'No holidays', holidays: 0, from: null, to: null },
];
const california: HolidayList = {
  id: 1,
  name: known[0]!.name,
  version: 1,
  days: [
    { day: '2026-07-03', name: 'Independence Day (substitute day)' },
    { day: '2026-11-26', name: 'Thanksgiving Day' },
    { day: '2026-11-27', name: 'Day after Thanksgiving Day' },
    { day: '2026-12-25', name: 'Christmas Day' },
  ],
};

const withLists = async (page: Page) => {
  await withTeams(page);
  await mockResponse(page, lists, known);
  await mockResponse(page, `${lists}/1`, california);
  await openPage(page, '/teams', 'Holidays');
  await waitForText(page, 'United Kingdom');
};

export const holidays: Screen = {
  title: 'Holidays',
  scenes: [
    { name: 'holidays', as: ['admin'], open: withLists },
    {
      name: 'holidays-none',
      as: ['admin'],
      open: async (page) => {
        await withTeams(page);
        await openPage(page, '/teams', 'Holidays');
        await waitForText(page, 'No list yet. Without one, every working day of a team counts.');
      },
    },
    {
      name: 'holidays-edit',
      as: ['admin'],
      open: async (page) => {
        await withLists(page);
        await clickButton(page, `Edit ${california.name}`);
        const opened = dialog(page, 'Edit holidays');
        await opened.getByRole('button', { name: 'Add day' }).click();
        await opened.getByLabel('Date of day 5').fill('2026-12-25');
        await opened.getByLabel('Name of day 5').fill('Inventory');
        await opened.getByRole('button', { name: 'Save' }).click();
        await waitForText(page, 'Row 5 has the date of row 4');
      },
    },
    {
      name: 'holidays-file',
      as: ['admin'],
      open: async (page) => {
        await withLists(page);
        await clickButton(page, 'Add list');
        const buffer = Buffer.from('date,name\n2026-12-25,Christmas\n2026-02-30,Inventory\n');
        await dialog(page, 'Add holidays')
          .getByLabel('CSV file')
          .setInputFiles({ name: 'days.csv', mimeType: 'text/csv', buffer });
        await waitForText(page, 'Row 3: Must be a date as YYYY-MM-DD');
      },
    },
    {
      name: 'holidays-remove',
      as: ['admin'],
      open: async (page) => {
        await withLists(page);
        await clickButton(page, 'Remove United Kingdom');
        await waitForText(page, 'No team has the holidays of United Kingdom.');
      },
    },
    {
      name: 'holidays-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await withTeams(page);
        await mockError(page, lists);
        await openPage(page, '/teams', 'Holidays');
        await waitForText(page, 'The holidays could not be loaded');
      },
    },
  ],
};
