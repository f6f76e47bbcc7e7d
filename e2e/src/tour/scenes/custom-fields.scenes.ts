import type { Page } from 'playwright-core';
import type { TourData } from '../tour-data.js';
import {
  clickButton,
  dialog,
  mockError,
  mockResponse,
  openPage,
  stallRequests,
  waitForHeading,
} from '../page-actions.js';
import type { Screen } from '../scene.js';

const calls = '**/api/custom-fields';
const field = (id: number, key: string, name: string, type: string, change: object = {}) => ({
  id,
  key,
  name,
  type,
  options: [],
  currency: null,
  required: false,
  group: 'Contract',
  position: id,
  filter: false,
  filterReady: false,
  archived: false,
  ...change,
});
const plan = { options: ['Gold', 'Silver', 'A plan that was agreed at the trade show'], required: true, filter: true };
const tools = { options: ['Phone', 'Mail', 'Visit'], group: null };
const fields = [
  field(1, 'plan', 'Plan', 'one_of', plan),
  field(2, 'renewal_date', 'Renewal date', 'date', { filter: true }),
  field(3, 'contractValue', 'Contract value', 'currency', { currency: 'USD' }),
  field(4, 'tools', 'How they want to be contacted in the first weeks', 'several_of', tools),
  field(5, 'site', 'Documents', 'link', { group: null }),
  field(6, 'remarks', 'Remarks', 'long_text', { group: null }),
  field(7, 'fax', 'Fax', 'text', { group: null, archived: true }),
];
const removedAt = { removedAt: '2026-03-02T09:00:00.000Z', until: '2026-04-01T09:00:00.000Z' };
const removed = [{ ...field(8, 'size', 'Size', 'number'), ...removedAt }];
const mockFields = (page: Page) => mockResponse(page, calls, { fields, removed });

const values = {
  plan: 'Gold',
  renewal_date: '2026-12-31',
  contractValue: 12_500,
  tools: ['Phone', 'Visit'],
  site: 'https://documents.example/harbor/contract',
  remarks: 'Wants a quotation for two sites.\nDecides in spring.',
  fax: '501 555 0199',
};

const listed = async (page: Page) => {
  await mockFields(page);
  await openPage(page, '/custom-fields', 'Custom Fields');
  await page.getByRole('button', { name: 'Edit Plan' }).waitFor();
};
const profile = async (page: Page, { leads }: TourData) => {
  await mockFields(page);
  await page.route('**/api/business-profile-by-uuid/*', async (route) => {
    const response = await route.fetch();
    const lead = (await response.json()) as { userBusiness: { customFields: object } };
    Object.assign(lead.userBusiness.customFields, values);
    await route.fulfill({ response, json: lead });
  });
  await page.goto(leads.full);
  await page.getByRole('region', { name: 'Contract' }).waitFor();
};
const edited = (name: string) => async (page: Page, data: TourData) => {
  await profile(page, data);
  await clickButton(page, `Edit ${name}`);
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
};

export const customFields: Screen = {
  title: 'Custom fields',
  scenes: [
    { name: 'custom-fields', as: ['admin'], open: listed },
    {
      name: 'custom-fields-nothing',
      as: ['admin'],
      open: async (page) => {
        await mockResponse(page, calls, { fields: [], removed: [] });
        await openPage(page, '/custom-fields', 'No custom fields yet');
      },
    },
    {
      name: 'custom-fields-loading',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, calls);
        await openPage(page, '/custom-fields', 'Custom Fields');
      },
    },
    {
      name: 'custom-fields-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, calls);
        await openPage(page, '/custom-fields', 'The custom fields could not be loaded');
      },
    },
    {
      name: 'custom-field-to-add',
      as: ['admin'],
      open: async (page) => {
        await listed(page);
        await clickButton(page, 'Add Field');
        const form = dialog(page, 'Add Custom Field');
        await form.getByLabel('Type').selectOption('Currency');
        await form.getByRole('button', { name: 'Add', exact: true }).click();
        await form.getByText('Please enter a name').waitFor();
      },
    },
    {
      name: 'custom-field-to-edit',
      as: ['admin'],
      open: async (page) => {
        await listed(page);
        await clickButton(page, 'Edit Plan');
        await dialog(page, 'Edit Custom Field').waitFor();
      },
    },
    {
      name: 'custom-field-to-remove',
      as: ['admin'],
      open: async (page) => {
        await mockResponse(page, '**/api/custom-fields/plan/values/count', { leads: 1204 });
        await listed(page);
        await clickButton(page, 'Remove Plan');
        await dialog(page, 'Remove Custom Field')
          .getByText(/^Values of 1,204 leads/)
          .waitFor();
      },
    },
    { name: 'lead-custom-fields', as: ['sam', 'admin'], open: profile },
    {
      name: 'lead-custom-field-options',
      as: ['sam'],
      open: edited('How they want to be contacted in the first weeks'),
    },
    { name: 'lead-custom-field-lines', as: ['sam'], open: edited('Remarks') },
    {
      name: 'custom-field-columns',
      as: ['admin', 'sam'],
      open: async (page) => {
        await mockFields(page);
        await page.goto('/crm?view=table&column=phone&column=status&column=field.plan&column=field.contractValue');
        await page.getByRole('row').nth(1).waitFor();
      },
    },
    {
      name: 'custom-field-columns-to-choose',
      as: ['admin'],
      open: async (page) => {
        await mockFields(page);
        await page.goto('/crm?view=table');
        await clickButton(page, 'Columns');
        await dialog(page, 'Columns').getByRole('checkbox', { name: 'Plan' }).waitFor();
        await waitForHeading(page, 'Columns');
      },
    },
  ],
};
