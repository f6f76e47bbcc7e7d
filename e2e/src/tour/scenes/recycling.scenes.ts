import type { LeadProfile, RecyclingForecast, RecyclingLead, RecyclingSimulation } from '@lead-finder/contracts';
import type { Page } from 'playwright-core';
import { clickButton, dialog, mockError, mockResponse, openPage, waitForText } from '../page-actions.js';
import type { Screen } from '../scene.js';
import { longName } from '../tour-data.js';
import { withTeams } from './teams.scenes.js';

const list = '**/api/recycling?*';
const forecast: RecyclingForecast = {
  movesOn: '2026-11-27',
  workingDays: 0,
  reminded: true,
  tonight: true,
  protectedUntil: null,
};
const lead = (id: number, name: string, more: Partial<RecyclingLead> = {}): RecyclingLead => ({
  id,
  uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  name,
  status: 'in_progress',
  user: { id: 42, username: 'tessa', fullName: 'Tessa Bergström-Oyelaran' },
  untouchedSince: '2026-10-26T15:00:00.000Z',
  forecast,
  ...more,
});
const moving = [
  lead(1, longName),
  lead(2, 'Café Élan', { status: 'new', user: { id: 3, username: 'sam', fullName: 'Sam Seller' } }),
  lead(3, 'Hometown Tire', { status: 'recontact' }),
];
const soon = { ...forecast, movesOn: '2026-12-03', workingDays: 4, tonight: false };
const simulation: RecyclingSimulation = {
  from: '2026-09-27',
  to: '2026-11-25',
  leads: 6_312,
  moved: 874,
  reminded: 1_204,
  protected: 96,
  people: [
    { user: { id: 42, username: 'tessa', fullName: 'Tessa Bergström-Oyelaran' }, leads: 2_890, moved: 641 },
    { user: { id: 3, username: 'sam', fullName: 'Sam Seller' }, leads: 3_422, moved: 233 },
  ],
};

const withLeads = async (page: Page, tonight: RecyclingLead[], own: RecyclingLead[], total = tonight.length) => {
  await page.route(list, (route) => {
    const isOwn = route.request().url().includes('own=true');
    return route.fulfill({ json: isOwn ? { leads: own, total: own.length } : { leads: tonight, total } });
  });
  await openPage(page, '/recycling', 'Untouched Leads');
};
const withForecast = async (page: Page, address: string, recycling: RecyclingForecast) => {
  await page.route('**/api/business-profile/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as LeadProfile), recycling } });
  });
  await page.goto(address);
};

export const recycling: Screen = {
  title: 'Untouched leads',
  scenes: [
    {
      name: 'untouched-tonight',
      as: ['maria', 'admin'],
      open: async (page) => {
        await withLeads(page, moving, [lead(4, 'River Market Books', { forecast: soon })], 41);
        await waitForText(page, 'Hometown Tire');
      },
    },
    {
      name: 'untouched-veto',
      as: ['maria'],
      open: async (page) => {
        await withLeads(page, moving, []);
        await mockResponse(page, '**/api/recycling/*/veto', { message: 'The lead stays with its user' });
        await clickButton(page, 'Veto the move of Café Élan');
        await waitForText(page, 'Stays');
      },
    },
    {
      name: 'untouched-own',
      as: ['sam'],
      open: async (page) => {
        await withLeads(page, [], [lead(1, longName), lead(2, 'Café Élan', { forecast: soon })]);
        await waitForText(page, 'Moves tonight');
      },
    },
    {
      name: 'untouched-none',
      as: ['maria'],
      open: async (page) => {
        await withLeads(page, [], []);
        await waitForText(page, 'None of your leads goes back soon');
      },
    },
    {
      name: 'untouched-failed',
      as: ['sam'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, list);
        await openPage(page, '/recycling', 'The leads could not be loaded');
      },
    },
    {
      name: 'lead-moves-tonight',
      as: ['sam'],
      open: async (page, { leads }) => {
        await withForecast(page, leads.full, forecast);
        await waitForText(page, 'Untouched: this lead goes back to the pool tonight.');
      },
    },
    {
      name: 'lead-protected',
      as: ['sam'],
      open: async (page, { leads }) => {
        const waiting = { ...soon, workingDays: 12, reminded: false, protectedUntil: '2026-12-01' };
        await withForecast(page, leads.full, waiting);
        await waitForText(page, '12 working days left.');
      },
    },
    {
      name: 'recycling-rule',
      as: ['admin'],
      open: async (page) => {
        await withTeams(page);
        const rule = { teamId: 1, active: true, untouchedDays: 20, remindDays: 5, coolDownDays: 30 };
        await mockResponse(page, '**/api/recycling-rules', { rules: [rule] });
        await openPage(page, '/teams?team=4', 'Little Rock');
        await waitForText(page, /After 20 working days untouched/);
      },
    },
    {
      name: 'recycling-simulation',
      as: ['admin'],
      open: async (page) => {
        await withTeams(page);
        await mockResponse(page, '**/api/recycling-rules/*/simulation', simulation);
        await openPage(page, '/teams?team=4', 'Little Rock');
        await clickButton(page, 'Edit fair recycling');
        await dialog(page, 'Fair recycling of Little Rock')
          .getByRole('button', { name: 'Simulate the last 60 days' })
          .click();
        await waitForText(page, 'Sam Seller');
      },
    },
  ],
};
