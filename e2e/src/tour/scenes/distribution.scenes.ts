import type { Page } from 'playwright-core';
import {
  clickButton,
  dialog,
  mockError,
  mockResponse,
  openPage,
  waitForHeading,
  waitForText,
} from '../page-actions.js';
import type { Screen } from '../scene.js';

const path = '**/api/distribution-plans';
const dana = { id: 1, username: 'admin', fullName: 'Dana Whitfield' };
const plan = (id: number, name: string, problem: string | null = null) => ({
  id,
  name,
  version: 7,
  definition: {
    source: { kind: 'filter', filter: { sort: 'newest' } },
    rules: [
      {
        conditions: [
          { kind: 'tag', tags: ['Veterinary', 'Emergency and out of hours'] },
          { kind: 'not-on-leave' },
          { kind: 'below-capacity', capacity: 80 },
        ],
        share: 'least-loaded',
      },
      { conditions: [{ kind: 'working-now' }], share: 'weight' },
    ],
    rest: { kind: 'stay' },
    people: [],
  },
  changedBy: dana,
  changedAt: '2026-03-02T09:00:00.000Z',
  problem,
  lastJob: null,
  live: id === 7 ? ['imports', 'area-searches'] : [],
  liveBy: id === 7 ? dana : null,
});
const group = (leads: number, part: object) => ({
  origin: 'imports',
  plan: { id: 7, name: 'Arkansas, fourth quarter' },
  rule: 1,
  territory: null,
  reason: null,
  leads,
  since: '2026-03-02T09:00:00.000Z',
  ...part,
});
const waiting = [
  group(912, { reason: 'full' }),
  group(341, { reason: 'nobody', territory: { id: 3, name: 'Delta North' } }),
  group(67, { origin: 'area-searches', reason: 'owned', rule: null }),
  group(12, { origin: 'assignments', reason: 'no-plan', rule: null, plan: null }),
];
const names = [
  'Priyanka Venkataraghavan',
  'Alexandra Lindqvist-Marchetti',
  'Benedikt Aurelius Thorvaldsen-Whitaker',
  'Lena Voss',
];
const preview = {
  leads: 40_211,
  assigned: 38_412,
  rest: 0,
  kept: { owned: 211, touched: 0, placed: 0 },
  rules: [
    { share: 'least-loaded', leads: 2_104, assigned: 2_104, eligible: 3 },
    { share: 'weight', leads: 37_896, assigned: 36_308, eligible: 4 },
  ],
  people: names.map((fullName, index) => ({
    id: index + 1,
    username: `person${index}`,
    fullName,
    state: index === 3 ? 'on-leave' : 'ready',
    before: 70 - 10 * index,
    gets: index === 3 ? 0 : 12_804,
    after: index === 3 ? 40 : 12_874 - 10 * index,
    territories: index === 1 ? ['Delta North', 'Hot Springs'] : ['Hillcrest'],
    capacity: index === 2 ? null : index === 0 ? 12_874 : 20_000,
  })),
  left: [
    { rule: 1, reason: 'nobody', territory: 'Delta North', territoryId: 3, leads: 1_204, cure: null },
    { rule: 1, reason: 'full', leads: 912, cure: { kind: 'raise', rule: 1, capacity: 147 } },
    { rule: null, reason: 'no-rule', leads: 341, cure: { kind: 'add-rule' } },
    { rule: 2, reason: 'not-working', leads: 268, cure: { kind: 'drop', rule: 2, condition: 'working-now' } },
    { rule: 1, reason: 'on-leave', leads: 67, cure: { kind: 'drop', rule: 1, condition: 'not-on-leave' } },
  ],
  points: Array.from({ length: 120 }, (_, index) => [
    34.4 + ((index * 37) % 100) / 125,
    -92.8 + ((index * 61) % 100) / 110,
    1 + (index % 3),
  ]),
  unfairness: 0.5,
  lookedAt: '2026-03-02T09:00:00.000Z',
  ground: { definition: 'x', runs: 0, leads: 40_211, leadsHash: 'y', people: [] },
};

const liveJob = {
  id: 41,
  action: 'reassign',
  status: 'completed',
  total: 1_204,
  done: 1_204,
  failed: 0,
  undone: 0,
  kept: 0,
  toStatus: null,
  newUser: null,
  plan: { id: 7, name: 'Arkansas, fourth quarter', version: 7 },
  live: true,
  createdBy: dana,
  createdAt: '2026-03-02T09:00:00.000Z',
  finishedAt: '2026-03-02T19:00:00.000Z',
  undoableUntil: '2026-04-01T19:00:00.000Z',
};

const plans = async (page: Page) => {
  await mockResponse(page, '**/api/bulk-jobs?plan=*', [liveJob]);
  await mockResponse(page, `${path}/waiting`, waiting);
  await mockResponse(page, path, [plan(7, 'Arkansas, fourth quarter'), plan(8, 'West', 'There is no filter "size"')]);
};
const listed = async (page: Page) => {
  await plans(page);
  await openPage(page, '/distribution', 'Distribution');
  await page.getByRole('button', { name: 'Remove West' }).waitFor();
};
const previewed = async (page: Page) => {
  await plans(page);
  await mockResponse(page, `${path}/preview`, preview);
  await openPage(page, '/distribution?plan=7', 'Arkansas, fourth quarter v7');
  await clickButton(page, 'Preview');
  await page.getByRole('button', { name: 'Raise to 147 each' }).waitFor();
};
const asked = async (page: Page) => {
  await previewed(page);
  await clickButton(page, 'Assign 38,412 leads');
  await dialog(page, 'Assign 38,412 leads?').waitFor();
};

export const distribution: Screen = {
  title: 'Distribution',
  scenes: [
    { name: 'distribution', as: ['admin'], open: listed },
    {
      name: 'distribution-nothing',
      as: ['admin'],
      open: async (page) => {
        await mockResponse(page, path, []);
        await openPage(page, '/distribution', 'Distribution');
        await waitForHeading(page, 'No plans yet');
      },
    },
    {
      name: 'distribution-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, path);
        await openPage(page, '/distribution', 'Distribution');
        await waitForHeading(page, 'The plans could not be loaded');
      },
    },
    {
      name: 'distribution-new',
      as: ['admin'],
      open: async (page) => {
        await openPage(page, '/distribution?plan=new', 'New plan');
        await clickButton(page, 'Preview');
        await page.getByRole('region', { name: 'People' }).waitFor();
      },
    },
    { name: 'distribution-preview', as: ['admin'], open: previewed },
    {
      name: 'distribution-pick',
      as: ['admin'],
      open: async (page) => {
        await previewed(page);
        await clickButton(page, 'Pick a person');
        await dialog(page, 'Pick a person for Delta North').waitFor();
      },
    },
    {
      name: 'distribution-compare',
      as: ['admin'],
      open: async (page) => {
        await previewed(page);
        await page.getByRole('combobox', { name: 'Compare with another way to share' }).selectOption('Round robin');
        await page.getByRole('region', { name: 'A against B' }).waitFor();
      },
    },
    {
      name: 'distribution-sources',
      as: ['admin'],
      open: async (page) => {
        await openPage(page, '/distribution?plan=new', 'New plan');
        await page.getByRole('combobox', { name: 'Where the leads come from' }).selectOption('The pool');
        await page.getByRole('combobox', { name: 'Leads that no one gets' }).selectOption('Go to one person');
        await page.getByRole('combobox', { name: 'Person for the rest' }).waitFor();
      },
    },
    {
      name: 'distribution-unsaved',
      as: ['admin'],
      open: async (page) => {
        await openPage(page, '/distribution?plan=new', 'New plan');
        await page.getByRole('textbox', { name: 'Name of the plan' }).fill('West');
        await page.getByRole('link', { name: 'Back to the plans' }).click();
        await dialog(page, 'Leave without saving?').waitFor();
      },
    },
    { name: 'distribution-assign', as: ['admin'], open: asked },
    {
      name: 'distribution-changed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        const message = 'Lena Voss has 62 leads now and had 60 leads.';
        const issues = [{ path: 'ground.people.4', message }];
        const refused = { message, code: 'ground_changed', requestId: 'tour', issues };
        await mockError(page, `${path}/7/commit`, refused, 409);
        await asked(page);
        await dialog(page, 'Assign 38,412 leads?').getByRole('button', { name: 'Assign' }).click();
        await waitForText(page, message);
      },
    },
    {
      name: 'distribution-remove',
      as: ['admin'],
      open: async (page) => {
        await listed(page);
        await clickButton(page, 'Remove West');
        await dialog(page, 'Remove West?').waitFor();
      },
    },
  ],
};
