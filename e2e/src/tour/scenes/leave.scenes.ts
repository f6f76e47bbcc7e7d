import type { Screen } from '../scene.js';
import { clickButton, dialog, mockResponse, openPage, waitForHeading, waitForText } from '../page-actions.js';
import { fromMenu } from './shell.scenes.js';

const alex = { id: 4, username: 'alex', fullName: 'Alexandra Lindqvist' };
const maria = { id: 2, username: 'maria', fullName: 'Maria Castellanos', role: 'manager' };
const today = new Date().toISOString().slice(0, 10);
const followUp = {
  lead: {
    id: 1,
    uuid: 'c0ffee00-0000-4000-8000-000000000001',
    name: 'Harbor Bakery',
    status: 'recontact',
    phone: null,
  },
  activity: { id: 1, type: 'call', description: 'Ask about the spring menu', scheduledAt: `${today}T15:00:00.000Z` },
  day: today,
  daysLate: 0,
  standsInFor: alex,
};

export const leave: Screen = {
  title: 'Leave',
  scenes: [
    {
      name: 'leave',
      as: ['sam', 'admin'],
      open: async (page) => {
        await fromMenu('Leave', 'Leave')(page);
        await waitForText(page, 'No leave is entered.');
      },
    },
    {
      name: 'leave-entered',
      as: ['sam'],
      open: async (page) => {
        const days = { id: 1, userId: 3, from: '2031-12-01', to: '2031-12-04', standIn: alex };
        await mockResponse(page, '**/api/leaves*', [days, { ...days, id: 2, to: '2031-12-24', standIn: null }]);
        await fromMenu('Leave', 'Leave')(page);
        await waitForText(page, 'Alexandra Lindqvist stands in');
        await waitForText(page, 'No stand-in');
      },
    },
    {
      name: 'leave-of-another',
      as: ['sam'],
      open: async (page) => {
        const day = { today, overdue: 0, dueToday: 1, newLeads: 0, standsIn: 1, fresh: [], nextCursor: null };
        await mockResponse(page, '**/api/my-day*', { ...day, due: [followUp] });
        await openPage(page, '/my-day', 'My day');
        await waitForText(page, 'for Alexandra Lindqvist');
      },
    },
    {
      name: 'leave-warning',
      as: ['admin'],
      open: async (page, { leads }) => {
        const away = { ...alex, role: 'user', leave: { until: '2031-12-04', standIn: maria } };
        await mockResponse(page, '**/api/users-for-reassignment*', [away, maria]);
        await page.goto(leads.full);
        await waitForHeading(page, 'Quick Actions');
        await clickButton(page, 'Reassign Business');
        const asked = dialog(page, 'Reassign Business');
        await asked.getByLabel('Select User').selectOption({ label: 'alex (user)' });
        await asked.getByRole('button', { name: 'Choose Maria Castellanos' }).waitFor();
      },
    },
  ],
};
