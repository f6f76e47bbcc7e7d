import type { Page } from 'playwright-core';
import { importedFile } from '../tour-data.js';
import type { Screen } from '../scene.js';
import {
  mockResponse,
  openPage,
  mockOffline,
  dialog,
  stallRequests,
  clickButton,
  mockError,
  waitForText,
} from '../page-actions.js';

const upload = '**/api/businesses/import';
const open = async (page: Page) => {
  await openPage(page, '/import', 'Import from CSV');
  await waitForText(page, 'Earlier imports');
};
const choose = async (page: Page, file = importedFile) => {
  await open(page);
  await page.locator('input[type=file]').setInputFiles(file);
};
const send = async (page: Page) => {
  await choose(page);
  await clickButton(page, 'Upload & Import');
};
const running = {
  id: 4711,
  fileName: importedFile.name,
  status: 'processing',
  phase: 'importing',
  total: 48_210,
  processed: 21_734,
  successful: 21_590,
  failed: 144,
  errors: [],
  rowsPerSecond: 9_640,
  secondsLeft: 3,
  createdBy: { id: 1, username: 'admin' },
  createdAt: new Date().toISOString(),
  finishedAt: null,
  dryRun: false,
  fileId: null,
  unknownUsers: [],
};
const result = async (page: Page) => {
  await open(page);
  await page.getByRole('region', { name: 'Earlier imports' }).getByRole('button', { name: importedFile.name }).click();
  await waitForText(page, 'Import Successful');
};

export const imports: Screen = {
  title: 'Import',
  scenes: [
    { name: 'import', as: ['admin'], open },
    {
      name: 'import-wrong-file',
      as: ['admin'],
      open: async (page) => {
        await choose(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
        await waitForText(page, 'Please select a CSV file');
      },
    },
    {
      name: 'import-columns',
      as: ['admin'],
      open: async (page) => {
        await choose(page);
        await waitForText(page, 'First rows');
      },
    },
    {
      name: 'import-columns-missing',
      as: ['admin'],
      open: async (page) => {
        const text = 'Firm,Street,Telephone\r\nAlder Works,1 Main St,(512) 555-0100\r\n';
        await choose(page, { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
        await waitForText(page, 'Missing');
      },
    },
    {
      name: 'import-checked',
      as: ['admin'],
      open: async (page) => {
        await choose(page);
        await clickButton(page, 'Check all rows');
        await waitForText(page, 'Unknown users');
      },
    },
    {
      name: 'import-modes',
      as: ['admin'],
      open: async (page) => {
        await choose(page);
        await page.getByLabel('Overwrite').check();
        await waitForText(page, 'Columns that replace values');
      },
    },
    {
      name: 'import-new-field',
      as: ['admin'],
      open: async (page) => {
        const rows = Array.from(
          { length: 40 },
          (_, row) => `Shop ${row},sam,${row === 7 ? 'PERM' : `2027-01-${(row % 9) + 10}`}`,
        );
        const text = ['Business Name,User,License expires', ...rows].join('\r\n');
        await choose(page, { name: 'licenses.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
        await page.getByLabel('License expires goes to').selectOption('new');
        await waitForText(page, 'Guessed from all rows');
      },
    },
    {
      name: 'import-verdict',
      as: ['admin'],
      open: async (page) => {
        await choose(page);
        await page.getByLabel('Overwrite').check();
        await clickButton(page, 'Check all rows');
        await waitForText(page, 'Unchanged');
        await page.getByRole('tab', { name: /Failed/ }).click();
        await page.getByRole('group', { name: 'Rows that fail' }).waitFor();
      },
    },
    {
      name: 'import-verdict-updated',
      as: ['admin'],
      open: async (page) => {
        const text = importedFile.buffer.toString().replaceAll('555', '666').replace('Anne Fell', 'Bartholomew Fell');
        await choose(page, { ...importedFile, buffer: Buffer.from(text) });
        await page.getByLabel('Overwrite').check();
        await clickButton(page, 'Check all rows');
        await waitForText(page, 'Bartholomew Fell');
      },
    },
    {
      name: 'import-save-mapping',
      as: ['admin'],
      open: async (page) => {
        await choose(page);
        await clickButton(page, 'Save mapping');
        await dialog(page, 'Save mapping').waitFor();
      },
    },
    {
      name: 'import-saved-mappings',
      as: ['admin'],
      open: async (page) => {
        const settings = { mapping: { businessName: 'Business Name' } };
        const mapping = { name: 'Nightly license file', fileName: 'pulaski-county-licenses.csv', settings };
        const createdBy = { id: 1, username: 'admin' };
        const at = new Date().toISOString();
        await mockResponse(page, '**/api/import-mappings', [
          { id: 1, ...mapping, createdBy, createdAt: at, usedAt: at },
          { id: 2, ...mapping, name: 'Trade shows', createdBy, createdAt: at, usedAt: null },
        ]);
        await choose(page);
        await clickButton(page, 'Saved mappings');
        await dialog(page, 'Saved mappings').getByLabel('Name of Trade shows').waitFor();
      },
    },
    {
      name: 'import-uploading',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, upload);
        await send(page);
        await waitForText(page, 'Uploading and processing...');
      },
    },
    {
      name: 'import-processing',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        const importResults = { total: 0, successful: 0, failed: 0, errors: [] };
        await page.route(upload, (route) =>
          route.fulfill({ status: 202, json: { message: '', importResults, importId: running.id } }),
        );
        await mockResponse(page, `**/api/imports/${running.id}`, running);
        await send(page);
        await waitForText(page, 'Processing...');
        await waitForText(page, /21,734 of 48,210 rows/);
      },
    },
    { name: 'import-result', as: ['admin'], open: result },
    {
      name: 'import-undo',
      as: ['admin'],
      open: async (page) => {
        await result(page);
        await clickButton(page, 'Undo import');
        await dialog(page, 'Undo import').waitFor();
      },
    },
    {
      name: 'import-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, upload, {});
        await send(page);
        await waitForText(page, 'Failed to import CSV file');
      },
    },
    {
      name: 'import-cut-off',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockOffline(page, upload);
        await send(page);
        await waitForText(page, 'Upload Error');
      },
    },
  ],
};
