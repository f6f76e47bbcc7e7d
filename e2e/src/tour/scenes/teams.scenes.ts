import type { LeadListRecord, LeadProfile, Team, TeamTree, User } from '@lead-finder/contracts';
import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import { clickButton, dialog, mockError, mockResponse, openPage, waitForText } from '../page-actions.js';

const list = '**/api/teams';
const team = (id: number, name: string, parentId: number | null, members = 0, more: Partial<Team> = {}): Team => ({
  id,
  name,
  parentId,
  timeZone: null,
  workingDays: null,
  managerIds: [],
  members,
  openLeads: members * 137,
  goalOfMembers: members * 95,
  version: 1,
  ...more,
});
const hollis = { id: 41, username: 'hollis', fullName: 'Hollis Grant' };
const tessa = { id: 42, username: 'tessa', fullName: 'Tessa Bergström-Oyelaran' };
const tree: TeamTree = {
  teams: [
    team(1, 'South Central', null, 0, { timeZone: 'America/Chicago', managerIds: [41] }),
    team(2, 'Arkansas', 1, 1),
    team(3, 'Delta and Ozarks Emergency & Veterinary Accounts', 2, 8),
    team(4, 'Little Rock', 2, 3, { managerIds: [42] }),
    team(5, 'Tennessee', 1, 33, { workingDays: [1, 2, 3, 4, 5, 6] }),
    team(6, 'Pacific', null, 74, { timeZone: 'Pacific/Honolulu' }),
  ],
  managers: [hollis, tessa],
  people: 119,
  withoutTeam: 19,
};
const person = (id: number, username: string, fullName: string, more: Partial<User> = {}): User => ({
  id,
  username,
  email: `${username}@northfield.example`,
  fullName,
  role: 'user',
  monthlyGoal: 100,
  teamId: 4,
  timeZone: null,
  active: true,
  failedLoginAttempts: 0,
  lockedUntil: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  ...more,
});
const members = [
  person(42, 'tessa', 'Tessa Bergström-Oyelaran', { role: 'manager' }),
  person(43, 'benedikt', 'Benedikt Aurelius Thorvaldsen-Whitaker', { monthlyGoal: 80 }),
  person(44, 'kofi', 'Kofi Mensah', { timeZone: 'America/New_York' }),
];

/** Teams of the tour exist only here, because they would change what managers see in other scenes. */
export const withTeams = async (page: Page) => {
  await mockResponse(page, list, tree);
  await mockResponse(page, '**/api/users?*', members, { 'X-Total-Count': '3' });
  const managers = [hollis, tessa].map((manager) => ({ ...manager, role: 'manager' }));
  await mockResponse(page, '**/api/admin/users', managers);
};
const chosen = async (page: Page) => {
  await withTeams(page);
  await openPage(page, '/teams?team=4', 'Little Rock');
  await waitForText(page, 'Kofi Mensah');
};
const act = async (page: Page, name: string) => {
  await chosen(page);
  await clickButton(page, 'More actions for Little Rock');
  await clickButton(page, name);
};

const kofi = { id: 44, username: 'kofi', fullName: 'Kofi Mensah' };

/** Changes what the server answers. */
const altered = <T>(page: Page, address: string, change: (answer: T) => unknown) =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as T) });
  });
const asManager = (page: Page) =>
  altered<object>(page, '**/api/user', (user) => ({ ...user, role: 'manager', managesTeam: true }));
const ofKofi = <L extends { userBusiness: object }>(lead: L) => ({
  ...lead,
  userBusiness: { ...lead.userBusiness, userId: kofi.id },
  user: kofi,
});
const teamList = async (page: Page, query = '') => {
  await asManager(page);
  await altered<LeadListRecord[]>(page, '**/api/admin/all-assignments?*', (leads) => leads.map(ofKofi));
  await openPage(page, `/crm${query}`, 'Businesses of My Team');
  await page.getByText('Kofi Mensah').filter({ visible: true }).first().waitFor();
};

export const teams: Screen = {
  title: 'Teams',
  scenes: [
    { name: 'teams-empty', as: ['admin'], open: (page) => openPage(page, '/teams', 'No teams yet') },
    { name: 'teams', as: ['admin'], open: chosen },
    {
      name: 'teams-search',
      as: ['admin'],
      open: async (page) => {
        await chosen(page);
        await page.getByRole('searchbox', { name: 'Search teams' }).fill('zzzz');
        await waitForText(page, 'No team has this name.');
      },
    },
    {
      name: 'teams-without',
      as: ['admin'],
      open: async (page) => {
        await withTeams(page);
        await openPage(page, '/teams?team=none', 'People without a team');
        await page.getByLabel('Select Kofi Mensah').check();
        await waitForText(page, 'Move 1 person to a team');
      },
    },
    {
      name: 'teams-move-people',
      as: ['admin'],
      open: async (page) => {
        await withTeams(page);
        await openPage(page, '/teams?team=none', 'People without a team');
        await page.getByLabel('Select Kofi Mensah').check();
        await clickButton(page, 'Move 1 person to a team');
        await dialog(page, 'Move to a team').getByLabel('Team').selectOption({ index: 1 });
        await waitForText(page, 'Gains');
      },
    },
    {
      name: 'teams-move',
      as: ['admin'],
      open: async (page) => {
        await mockResponse(page, '**/api/teams/4/check-move', {
          people: 3,
          gains: [{ ...tessa, people: 3, examples: members.map(({ fullName }) => fullName) }],
          losses: [{ ...hollis, people: 505, examples: members.map(({ fullName }) => fullName) }],
        });
        await chosen(page);
        await clickButton(page, 'Move');
        await page.getByLabel('New parent').selectOption({ label: 'Pacific' });
        await waitForText(page, 'Loses');
      },
    },
    {
      name: 'teams-edit',
      as: ['admin'],
      open: async (page) => {
        await chosen(page);
        await clickButton(page, 'Edit');
        await page.getByLabel(/^As above/).uncheck();
      },
    },
    {
      name: 'teams-add',
      as: ['admin'],
      open: async (page) => {
        await act(page, 'Add team below');
        await dialog(page, 'Add team').getByRole('button', { name: 'Add team' }).click();
        await waitForText(page, 'Please enter the name of the team');
      },
    },
    {
      name: 'teams-add-people',
      as: ['admin'],
      open: async (page) => {
        await chosen(page);
        await clickButton(page, 'Add people');
        await dialog(page, 'Add people to Little Rock')
          .getByLabel(/^Kofi Mensah/)
          .check();
      },
    },
    {
      name: 'teams-remove',
      as: ['admin'],
      open: async (page) => {
        await act(page, 'Remove team');
        await waitForText(page, 'Little Rock still has 3 people. Move them first.');
      },
    },
    {
      name: 'teams-users',
      as: ['admin'],
      open: async (page) => {
        await withTeams(page);
        await openPage(page, '/users', 'User Management');
        await waitForText(page, 'Kofi Mensah');
      },
    },
    {
      name: 'teams-user',
      as: ['admin'],
      open: async (page) => {
        await withTeams(page);
        await openPage(page, '/users', 'User Management');
        await clickButton(page, 'Edit User: kofi');
        await dialog(page, 'Edit User').getByLabel('Team').waitFor();
      },
    },
    {
      name: 'teams-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, list);
        await openPage(page, '/teams', 'The teams could not be loaded');
      },
    },
    { name: 'leads-of-my-team', as: ['sam'], open: (page) => teamList(page) },
    {
      name: 'leads-of-my-team-selected',
      as: ['sam'],
      open: async (page) => {
        await teamList(page, '?view=table');
        await page.getByRole('row').nth(1).getByRole('checkbox').check();
        await clickButton(page, 'Bulk Actions (1)');
      },
    },
    {
      name: 'lead-of-my-team',
      as: ['sam'],
      open: async (page, { leads }) => {
        await asManager(page);
        await altered<LeadProfile>(page, '**/api/business-profile-by-uuid/*', ofKofi);
        await page.goto(leads.full);
        await waitForText(page, /^This lead is assigned to/);
      },
    },
  ],
};
