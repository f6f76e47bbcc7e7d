import type { Page } from 'playwright-core';
import { clickButton, dialog, mockError, mockResponse, openPage, waitForHeading } from '../page-actions.js';
import type { Screen } from '../scene.js';

const exportRequests = '**/api/export-requests';
const person = (id: number, username: string, fullName: string) => ({ id, username, fullName });
const ben = person(900, 'ben', 'Ben Abernathy');
const kim = person(901, 'kim', 'Kim Sorensen');
const waiting = (id: number, state: string, change: object = {}) => ({
  id,
  user: kim,
  filter: { q: 'Bakery', status: ['new', 'recontact'], hideClosed: true, sort: 'newest' },
  owner: null,
  leads: 12_480,
  state,
  askedAt: '2026-03-02T09:00:00.000Z',
  expiresAt: '2026-03-03T09:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  ...change,
});
const decided = { decidedBy: ben, decidedAt: '2026-03-02T10:00:00.000Z' };
const exports = (page: Page, title = 'Exports') => openPage(page, '/exports', title);
const listed = (page: Page) =>
  mockResponse(page, exportRequests, [
    waiting(5, 'waiting'),
    waiting(4, 'allowed', { ...decided, filter: { sort: 'newest' }, leads: 1_800_000 }),
    waiting(3, 'refused', decided),
    waiting(2, 'withdrawn'),
    waiting(1, 'expired'),
  ]);

export const exportsThatWait: Screen = {
  title: 'Exports that wait',
  scenes: [
    {
      name: 'exports',
      as: ['admin'],
      open: async (page) => {
        await listed(page);
        await exports(page);
        await page.getByText('Withdrawn').waitFor();
      },
    },
    {
      name: 'export-to-decide',
      as: ['admin'],
      open: async (page) => {
        await listed(page);
        await exports(page);
        await clickButton(page, 'Decide on the export of Kim Sorensen');
        await dialog(page, 'Export of 12,480 leads').waitFor();
      },
    },
    {
      name: 'own-exports',
      as: ['sam'],
      open: async (page) => {
        const { id } = (await (await page.request.get('/api/user')).json()) as { id: number };
        const user = person(id, 'sam', 'Sam Okafor');
        await mockResponse(page, exportRequests, [
          waiting(2, 'waiting', { user }),
          waiting(1, 'allowed', { user, ...decided }),
        ]);
        await exports(page);
        await page.getByRole('link', { name: 'Download' }).waitFor();
      },
    },
    {
      name: 'exports-nothing',
      as: ['sam'],
      open: async (page) => {
        await mockResponse(page, exportRequests, []);
        await exports(page);
        await waitForHeading(page, 'No exports wait');
      },
    },
    {
      name: 'exports-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, exportRequests);
        await exports(page, 'Error loading exports. Please try again.');
      },
    },
    {
      name: 'export-has-to-wait',
      as: ['admin'],
      on: 'desk',
      open: async (page) => {
        const check = { waits: true, leads: 12_480, recentLeads: 400, maxLeads: 1_000 };
        await mockResponse(page, '**/api/export-requests/check*', check);
        await openPage(page, '/crm', 'All Business Assignments');
        await page.getByRole('link', { name: 'Export CSV' }).click();
        await dialog(page, 'Ask for this export').waitFor();
      },
    },
  ],
};
