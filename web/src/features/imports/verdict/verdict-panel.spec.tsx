import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { CustomFieldDefinition, ImportRowResult } from '@lead-finder/contracts';
import { FakeApi, people } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';

const plan: CustomFieldDefinition = {
  id: 1,
  key: 'plan',
  name: 'Plan',
  type: 'one_of',
  options: ['Gold', 'Silver'],
  currency: null,
  required: false,
  group: null,
  position: 1,
  filter: false,
  filterReady: false,
  archived: false,
};
const row = (more: Partial<ImportRowResult>): ImportRowResult => ({
  row: 2,
  outcome: 'updated',
  leadUuid: '5b1e0000-0000-4000-8000-000000000000',
  name: 'Acme Dental',
  changes: [],
  message: null,
  column: null,
  cells: [],
  ...more,
});
const breakdown = {
  created: 3,
  updated: 2,
  unchanged: 4,
  invalid: 2,
  unknownUser: 0,
  duplicateInFile: 0,
  duplicateInDatabase: 0,
};
const checked = {
  message: 'Done',
  importId: 7,
  importResults: { total: 11, successful: 9, failed: 2, errors: [] },
  status: 'completed',
  fileId: 'f1',
  breakdown,
  unknownUsers: [],
};
const file = 'Business Name,User,Plan,Phone\nAcme Dental,sam,Gold,512-555-0134\nOK Nails,sam,platinum,call me\n';

const newApi = () =>
  new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/imports', [])
    .on('GET /api/admin/users', [people.admin, people.user])
    .on('GET /api/custom-fields', { fields: [plan], removed: [] })
    .on('POST /api/import-mappings/find', { last: null, saved: [] })
    .on('POST /api/businesses/import', checked)
    .on('GET /api/imports/7/failures', {
      groups: [{ column: 'Plan', value: 'platinum', message: 'Plan is no option', rows: 2 }],
    });

async function open() {
  const page = renderApp('/import');
  const chosen = new File([file], 'leads.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText('CSV file'), { target: { files: [chosen] } });
  await screen.findByLabelText('Phone goes to');
  return page;
}
const form = (api: FakeApi, index = 0) => api.sent('POST /api/businesses/import')[index]!.body as FormData;
const check = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(screen.getByRole('button', { name: 'Check all rows' }));
  await screen.findByRole('tablist', { name: 'What the import would do' });
};

describe('The verdict of an import', () => {
  it('sends the mode and the columns that replace values, and nothing of them for a file that only creates', async () => {
    const api = newApi().on('GET /api/imports/7/rows', { headers: [], rows: [], nextCursor: null });
    const { user } = await open();
    await check(user);
    expect(['mode', 'overwrite', 'dayFirst'].map((name) => form(api).get(name))).toEqual([null, null, null]);
    expect(JSON.parse(form(api).get('mapping') as string)).toMatchObject({ 'customFields.plan': 'Plan' });
    const modes = within(screen.getByRole('region', { name: 'Leads that exist already' }));
    await user.click(modes.getByLabelText('Overwrite'));
    await user.click(modes.getByLabelText('Phone'));
    await user.click(screen.getByRole('button', { name: 'Upload & Import' }));
    await screen.findByText('Import Successful');
    expect(form(api, 1).get('mode')).toBe('overwrite');
    expect(JSON.parse(form(api, 1).get('overwrite') as string)).toEqual(['plan']);
  });

  it('shows of an update the value now and after the import, and finds rows by a search', async () => {
    const changes = [
      { field: 'phone', label: 'Phone', from: '(501) 555-0108', to: '(501) 555-0180' },
      { field: 'customFields.plan', label: 'Plan', from: '', to: 'Gold' },
    ];
    const api = newApi().on('GET /api/imports/7/rows', ({ query }) => ({
      headers: [],
      rows: query.get('outcome') === 'updated' && query.get('q') !== 'nowhere' ? [row({ changes })] : [],
      nextCursor: null,
    }));
    const { user } = await open();
    await check(user);
    expect(screen.getByRole('tab', { name: 'Updated 2' })).toHaveAttribute('aria-selected', 'true');
    const table = within(await screen.findByRole('group', { name: 'Rows: updated' }));
    expect(table.getByText('(501) 555-0108')).toBeVisible();
    expect(table.getByText('(501) 555-0180')).toBeVisible();
    expect(table.getByText('(blank)')).toBeVisible();
    await user.type(screen.getByLabelText('Search the rows: updated'), 'nowhere');
    expect(await screen.findByText('No row holds “nowhere”.')).toBeVisible();
    screen.getByRole('tab', { name: 'Updated 2' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Unchanged 4' })).toHaveFocus();
    expect(api.sent('GET /api/imports/7/rows').length).toBeGreaterThan(2);
  });

  it('stores the correction of a cell, and says at once whether the row joins the import', async () => {
    const failure = row({
      row: 3,
      outcome: 'failed',
      leadUuid: null,
      name: '',
      column: 'Phone',
      message: 'Phone is not a valid phone number',
      cells: ['OK Nails', 'sam', 'Gold', 'call me'],
    });
    const api = newApi()
      .on('GET /api/imports/7/rows', ({ query }) => ({
        headers: [],
        rows: query.get('outcome') === 'failed' ? [failure] : [],
        nextCursor: null,
      }))
      .on('POST /api/imports/7/corrections', { cells: 1, values: 0 });
    const { user } = await open();
    await check(user);
    await user.click(screen.getByRole('tab', { name: 'Failed 2' }));
    const cell = await screen.findByLabelText('Phone of row 3');
    await user.clear(cell);
    await user.type(cell, 'still none{Enter}');
    await waitFor(() => expect(api.sent('POST /api/imports/7/corrections')).toHaveLength(1));
    expect(screen.getByText('Phone is not a valid phone number')).toBeVisible();
    const again = screen.getByLabelText('Phone of row 3');
    await user.clear(again);
    await user.type(again, '512 555 0188{Tab}');
    expect(await screen.findByText('Mended, joins the import')).toBeVisible();
    await user.type(screen.getByLabelText('Search the rows: failed'), 'call');
    await waitFor(() => expect(api.sent('GET /api/imports/7/rows').at(-1)!.query.get('q')).toBe('call'));
    expect(await screen.findByLabelText('Phone of row 3')).toHaveValue('512 555 0188');
    expect(screen.getByText('Mended, joins the import')).toBeVisible();
    const sent = api.sent('POST /api/imports/7/corrections').map(({ body }) => body);
    expect(sent.at(-1)).toEqual({ cells: [{ row: 3, column: 'Phone', value: '512 555 0188' }] });
  });

  it('asks before a correction is lost, and has it after an upload that failed', async () => {
    const cells = ['OK Nails', 'sam', 'Gold', 'call me'];
    const message = 'Phone is not a valid phone number';
    const failure = row({ row: 3, outcome: 'failed', leadUuid: null, column: 'Phone', message, cells });
    const api = newApi()
      .on('GET /api/imports/7/rows', { headers: [], rows: [failure], nextCursor: null })
      .on('POST /api/imports/7/corrections', { cells: 1, values: 0 });
    const { user, router } = await open();
    await check(user);
    await user.click(screen.getByRole('tab', { name: 'Failed 2' }));
    const cell = await screen.findByLabelText('Phone of row 3');
    await user.clear(cell);
    await user.type(cell, '512 555 0188{Enter}');
    await screen.findByText('Mended, joins the import');
    const stay = async () => {
      const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
      expect(dialog.getByText(/^The corrected file is not saved/)).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Stay' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    };
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await stay();
    await user.click(screen.getByRole('link', { name: 'Back to CRM Dashboard' }));
    await stay();
    api.on('POST /api/businesses/import', () => Promise.reject(new TypeError('Failed to fetch')));
    await user.click(screen.getByRole('button', { name: 'Upload & Import' }));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await user.click(await screen.findByRole('tab', { name: 'Failed 2' }));
    expect(await screen.findByLabelText('Phone of row 3')).toHaveValue('512 555 0188');
    expect(screen.getByText('Mended, joins the import')).toBeVisible();
    api.on('POST /api/businesses/import', { ...checked, fileId: null });
    await user.click(screen.getByRole('button', { name: 'Upload & Import' }));
    await screen.findByText('Import Successful');
    expect([1, 2].map((index) => form(api, index).get('fileId'))).toEqual(['f1', 'f1']);
    await user.click(screen.getByRole('link', { name: 'Back to CRM Dashboard' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
  });

  it('asks for the user of a row once its other cells are right, beside the column of the user', async () => {
    const failure = row({
      row: 3,
      outcome: 'failed',
      leadUuid: null,
      column: 'Phone',
      message: "Phone is not a valid phone number; Unknown user 'ghost'",
      cells: ['OK Nails', 'ghost', 'Gold', 'call me'],
    });
    const api = newApi()
      .on('GET /api/imports/7/rows', { headers: [], rows: [failure], nextCursor: null })
      .on('POST /api/imports/7/corrections', { cells: 1, values: 0 });
    const { user } = await open();
    await check(user);
    await user.click(screen.getByRole('tab', { name: 'Failed 2' }));
    const phone = await screen.findByLabelText('Phone of row 3');
    await user.clear(phone);
    await user.type(phone, '512 555 0188{Enter}');
    const person = await screen.findByLabelText('User of row 3');
    expect(person).toHaveValue('ghost');
    expect(screen.getByText("No active user 'ghost'")).toBeVisible();
    await user.clear(person);
    await user.type(person, 'sam{Enter}');
    expect(await screen.findByText('Mended, joins the import')).toBeVisible();
    expect(api.sent('POST /api/imports/7/corrections').at(-1)!.body).toEqual({
      cells: [{ row: 3, column: 'User', value: 'sam' }],
    });
  });

  it('asks for no correction of rows that only repeat others', async () => {
    const message = 'already assigned to sam (same business as row 2)';
    const failure = row({ row: 3, outcome: 'failed', leadUuid: null, message, cells: ['Acme Dental', 'sam', 'Gold'] });
    const repeats = { ...breakdown, updated: 0, invalid: 0, duplicateInFile: 2 };
    newApi()
      .on('POST /api/businesses/import', { ...checked, breakdown: repeats })
      .on('GET /api/imports/7/failures', { groups: [] })
      .on('GET /api/imports/7/rows', { headers: [], rows: [failure], nextCursor: null });
    const { user } = await open();
    await check(user);
    expect(await screen.findByText('already assigned to sam (same business as row 2)')).toBeVisible();
    expect(screen.getByText('These rows repeat a lead or another row. None of their cells is wrong.')).toBeVisible();
    expect(screen.queryByText(/^Change a cell/)).toBeNull();
  });

  it('fixes all rows with the same value of a list', async () => {
    const api = newApi()
      .on('GET /api/imports/7/rows', { headers: [], rows: [], nextCursor: null })
      .on('POST /api/imports/7/corrections', { cells: 0, values: 1 });
    const { user } = await open();
    await check(user);
    await user.click(screen.getByRole('tab', { name: 'Failed 2' }));
    await user.selectOptions(await screen.findByLabelText('Option for platinum'), 'Gold');
    await user.click(screen.getByRole('button', { name: 'Fix all 2 like this' }));
    expect(await screen.findByText(/Becomes Gold/)).toBeVisible();
    expect(api.sent('POST /api/imports/7/corrections')[0]!.body).toEqual({
      values: [{ column: 'Plan', from: 'platinum', to: 'Gold' }],
    });
  });
});
