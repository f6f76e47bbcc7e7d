import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import { importRecord } from './import.fixture';

const good = 'Business Name,State,User,Phone\nAcme Dental,TX,sam,512-555-0134\nOK Nails,AR,sam,call me\n';
const failure = {
  row: 3,
  outcome: 'failed',
  leadUuid: null,
  name: '',
  changes: [],
  message: 'Phone is not a valid phone number',
  column: 'Phone',
  cells: ['OK Nails', 'AR', 'sam', '+call me'],
};
const failures = { headers: ['Business Name', 'State', 'User', 'Phone'], rows: [failure], nextCursor: null };
const csv = (content = good, name = 'leads.csv') => new File([content], name, { type: 'text/csv' });
const result = (successful: number, failed = 0, more: object = {}) => ({
  message: 'Done',
  importId: 7,
  importResults: {
    total: successful + failed,
    successful,
    failed,
    errors: failed ? [{ row: 3, column: 'Phone', message: 'Phone is not a valid phone number' }] : [],
  },
  ...more,
});

const newApi = () =>
  new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/imports', [])
    .on('GET /api/admin/users', [people.admin, people.user])
    .on('GET /api/custom-fields', { fields: [], removed: [] })
    .on('POST /api/import-mappings/find', { last: null, saved: [] })
    .on('GET /api/imports/7/rows', { headers: [], rows: [], nextCursor: null })
    .on('GET /api/imports/7/failures', { groups: [] })
    .on('GET /api/imports/7/undo', { removed: 190, reversed: 0, kept: 5, failed: 0, values: [] });

const openWith = async (file: File) => {
  const page = renderApp('/import');
  fireEvent.change(await screen.findByLabelText('CSV file'), { target: { files: [file] } });
  return page;
};
const upload = () => screen.getByRole('button', { name: 'Upload & Import' });
const sentForm = (api: FakeApi, index = 0) => api.sent('POST /api/businesses/import')[index]!.body as FormData;

describe('The import page', () => {
  it('lists the columns, and has no upload before a file is chosen', async () => {
    newApi();
    renderApp('/import');
    const sidebar = within(await screen.findByRole('complementary', { name: 'Columns of the file' }));
    const lists = sidebar
      .getAllByRole('list')
      .map(({ children }) => [...children].map(({ textContent }) => textContent));
    expect(lists[0]).toEqual(['Business Name ', 'User (username to assign to)']);
    expect(lists[1]).toHaveLength(8);
    for (const text of ['Business Name', '(state code)', '(username to assign to)', '(comma separated)']) {
      expect(sidebar.getByText(text)).toBeVisible();
    }
    expect(sidebar.getByText("All imported businesses automatically get the 'Imported' tag.")).toBeVisible();
    expect(upload()).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Back to CRM Dashboard' })).toHaveAttribute('href', '/crm');
  });

  it('shows in the first rows that no user has a username of the file', async () => {
    newApi();
    await openWith(csv('Business Name,User\nAcme Dental,SAM\nOK Nails,sammy\n'));
    expect(await screen.findByText("No active user 'sammy'")).toBeVisible();
    expect(screen.getAllByText('Ready')).toHaveLength(1);
  });

  it('says that the earlier imports could not be loaded, and reads them again', async () => {
    const api = newApi().on('GET /api/imports', refusal(503, 'unavailable', 'The server is busy.'));
    const { user } = renderApp('/import');
    expect(await screen.findByText('The earlier imports could not be loaded')).toBeVisible();
    api.on('GET /api/imports', []);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByText('The earlier imports could not be loaded')).not.toBeInTheDocument());
  });

  it('accepts only a CSV file', async () => {
    newApi();
    await openWith(csv('x', 'leads.xls'));
    expect(await screen.findByText('Please select a CSV file')).toBeVisible();
    expect(upload()).toBeDisabled();
  });

  it('shows how the columns were matched and what is wrong in the first rows', async () => {
    newApi();
    await openWith(csv());
    expect(await screen.findByLabelText('Business Name goes to')).toHaveValue('businessName');
    expect(screen.getByText('Acme Dental · OK Nails')).toBeVisible();
    expect(screen.getByText('Ready')).toBeVisible();
    expect(screen.getByText('Phone is not a valid phone number')).toBeVisible();
    expect(upload()).toBeEnabled();
  });

  it('takes an NDJSON file, says what is wrong with its lines, and offers its failed rows as NDJSON', async () => {
    const api = newApi().on('POST /api/businesses/import', result(1, 1)).on('GET /api/imports/7/rows', failures);
    const { user } = await openWith(csv('{"Business Name":"Acme","User":"sam"}\n{"cut off\n', 'leads.ndjson'));
    expect(await screen.findByText('The line is not JSON')).toBeVisible();
    expect(screen.getByText(/UTF-8, NDJSON$/)).toBeVisible();
    await user.click(upload());
    const errors = within(await screen.findByRole('region', { name: 'Row errors' }));
    expect(await errors.findByRole('link', { name: 'errors.ndjson' })).toHaveAttribute(
      'href',
      '/api/imports/7/errors.ndjson',
    );
    expect((sentForm(api).get('file') as File).name).toBe('leads.ndjson');
  });

  it('imports directly and shows the result', async () => {
    const api = newApi().on('POST /api/businesses/import', result(1, 1)).on('GET /api/imports/7/rows', failures);
    const { user } = await openWith(csv());
    await screen.findByLabelText('Phone goes to');
    await user.click(upload());
    expect(await screen.findByText('Import Successful')).toBeVisible();
    expect(screen.getByText('CSV Import Successful')).toBeVisible();
    expect(screen.getAllByText('Successfully imported 1 of 2 businesses.')).toHaveLength(2);
    const errors = within(screen.getByRole('region', { name: 'Row errors' }));
    expect(await errors.findByText('OK Nails')).toBeVisible();
    expect(errors.getByText('Phone is not a valid phone number')).toBeVisible();
    expect(errors.getByText('+call me')).toBeVisible();
    expect(errors.getByRole('link', { name: 'errors.csv' })).toHaveAttribute('href', '/api/imports/7/errors.csv');
    const form = sentForm(api);
    expect((form.get('file') as File).name).toBe('leads.csv');
    expect(JSON.parse(String(form.get('mapping')))).toMatchObject({ businessName: 'Business Name', zip: '' });
    expect([form.get('assignTo'), form.get('dryRun')]).toEqual([null, null]);

    await user.click(screen.getByRole('button', { name: 'Import Another File' }));
    expect(upload()).toBeDisabled();
  });

  it('names the columns that are left out, before and after', async () => {
    newApi().on('POST /api/businesses/import', result(1));
    const { user } = await openWith(csv('Business Name,User,Status,Priority\nAcme Dental,sam,Won,High\n'));
    expect(await screen.findByText(/^Not imported: Status, Priority\./)).toBeVisible();
    await user.click(upload());
    expect(await screen.findByText('Columns not imported: Status, Priority.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the leads' })).toHaveAttribute('href', '/crm?tag=Imported');
  });

  it('requires a user for the whole file if no column has one', async () => {
    const api = newApi().on('POST /api/businesses/import', result(1));
    const { user } = await openWith(csv('Firm,Town\nAcme,Austin\n'));
    const select = await screen.findByLabelText('Assign all rows to');
    expect(upload()).toBeDisabled();
    await waitFor(() => expect(within(select).getAllByRole('option')).toHaveLength(4));
    await user.selectOptions(select, '3');
    await user.type(screen.getByLabelText('Tag for every row'), 'trade show');
    await user.click(upload());
    await screen.findByText('Import Successful');
    expect(sentForm(api).get('assignTo')).toBe('3');
    expect(sentForm(api).get('tag')).toBe('trade show');
  });

  it('lets the user match a column and remembers it for the same header', async () => {
    newApi();
    const file = 'Kunde,Mitarbeiter\nAcme,sam\n';
    const { user, unmount } = await openWith(csv(file));
    await user.selectOptions(await screen.findByLabelText('Kunde goes to'), 'Business Name');
    expect(upload()).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Mitarbeiter goes to'), 'User');
    expect(upload()).toBeEnabled();
    unmount();
    await openWith(csv(file));
    expect(await screen.findByLabelText('Kunde goes to')).toHaveValue('businessName');
    expect(upload()).toBeEnabled();
  });

  it('does not call an import of no row successful', async () => {
    newApi().on('POST /api/businesses/import', result(0, 2));
    const { user } = await openWith(csv());
    await screen.findByLabelText('Phone goes to');
    await user.click(upload());
    expect(await screen.findAllByText('Nothing Imported')).toHaveLength(2);
    expect(screen.getAllByText('Successfully imported 0 of 2 businesses.')).toHaveLength(2);
    expect(screen.queryByText(/Import Successful/)).not.toBeInTheDocument();
  });

  it('checks all rows without writing, and then imports the uploaded file', async () => {
    const api = newApi().on('POST /api/businesses/import', ({ body }) =>
      (body as FormData).get('dryRun') ? result(1, 1, { fileId: 'f1' }) : result(1, 1),
    );
    const { user } = await openWith(csv());
    await screen.findByLabelText('Phone goes to');
    await user.click(screen.getByRole('button', { name: 'Check all rows' }));
    const check = await screen.findByRole('status', { name: 'Check' });
    expect(check).toHaveTextContent(/Nothing has been written yet/);
    // The button was at the end of the panel and is gone.
    expect(document.activeElement).toContainElement(check);
    expect(document.body).not.toHaveFocus();
    await user.click(upload());
    const verdict = await screen.findByText('Import Successful');
    expect(document.activeElement).toContainElement(verdict);
    expect(document.body).not.toHaveFocus();
    expect(sentForm(api, 1).get('fileId')).toBe('f1');
    expect(sentForm(api, 1).has('file')).toBe(false);
  });

  it('assigns all rows with an unknown username to the user that the admin chooses', async () => {
    const found = {
      fileId: 'f1',
      breakdown: {
        created: 1,
        updated: 0,
        unchanged: 0,
        invalid: 2,
        unknownUser: 12,
        duplicateInFile: 3,
        duplicateInDatabase: 4,
      },
      unknownUsers: [{ name: 't.nakagava', rows: 12 }],
    };
    const api = newApi().on('POST /api/businesses/import', ({ body }) =>
      (body as FormData).get('dryRun') ? result(1, 21, found) : result(13, 9),
    );
    const { user } = await openWith(csv());
    await screen.findByLabelText('Phone goes to');
    await user.click(screen.getByRole('button', { name: 'Check all rows' }));
    const figures = within(await screen.findByRole('status', { name: 'Check' })).getAllByRole('term');
    expect(figures.map((term) => `${term.textContent}: ${term.nextSibling?.textContent?.trim()}`)).toEqual([
      'Rows: 22',
      'Ready: 1',
      'Repeated in the file: 3',
      'Already assigned: 4',
      'Unknown user: 12',
      'With errors: 2',
    ]);
    await user.click(screen.getByRole('tab', { name: 'Failed 21' }));
    expect(screen.getByText('12 rows')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Fix all rows of t.nakagava'), 'Sam Okafor (sam)');
    await user.click(upload());
    await screen.findByText('Import Successful');
    expect(sentForm(api, 0).has('standIns')).toBe(false);
    expect(JSON.parse(sentForm(api, 1).get('standIns') as string)).toEqual({ 't.nakagava': 3 });
  });

  it.each([
    [refusal(400, 'validation_failed', 'The file has no data rows'), 'Import Failed', 'The file has no data rows'],
    [new Response('', { status: 500 }), 'Import Failed', 'Failed to import CSV file'],
    [new Response('<html>'), 'Upload Error', 'An unexpected error occurred during the import process'],
  ])('reports a failed upload', async (answer, title, message) => {
    newApi().on('POST /api/businesses/import', answer);
    const { user } = await openWith(csv());
    await screen.findByLabelText('Phone goes to');
    await user.click(upload());
    await waitFor(() => expect(screen.getAllByText(title)).toHaveLength(2));
    expect(screen.getAllByText(message)).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(upload()).toBeEnabled();
  });

  it('stays at 50 during the upload, which can be aborted', async () => {
    newApi().on('POST /api/businesses/import', () => new Promise(() => undefined));
    const fetchFake = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      Promise.race([
        fetchFake(input, init),
        new Promise<never>((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      ]);
    const { user } = await openWith(csv());
    await screen.findByLabelText('Phone goes to');
    await user.click(upload());
    expect(await screen.findByText('Uploading and processing...')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Import' })).toHaveAttribute('aria-valuenow', '50');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(upload()).toBeEnabled());
  });

  it('follows a long import to its end', async () => {
    let record = importRecord();
    const api = newApi()
      .on('POST /api/businesses/import', () => Response.json(result(0, 0, { status: 'processing' }), { status: 202 }))
      .on('GET /api/imports/7', () => record);
    const { user } = await openWith(csv());
    await screen.findByLabelText('Phone goes to');
    await user.click(upload());
    expect(await screen.findByText('Processing...')).toBeVisible();
    expect(await screen.findByText('50 of 200 rows')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Import' })).toHaveAttribute('aria-valuenow', '25');
    expect(screen.getByText('rows/s')).toBeVisible();
    record = importRecord({ status: 'completed', processed: 200, successful: 200, failed: 0 });
    expect(await screen.findByText('Import Successful')).toBeVisible();
    expect(screen.getByText('CSV Import Successful')).toBeVisible();
    expect(api.sent('GET /api/imports/7')[1]?.headers.get('X-Automatic')).toBe('1');
  });

  it('finds the running import again, and can cancel it', async () => {
    let record = importRecord();
    newApi()
      .on('GET /api/imports', () => [record])
      .on('GET /api/imports/7', () => record)
      .on('POST /api/imports/7/cancel', () => (record = importRecord({ status: 'cancelled' })));
    const { user } = renderApp('/import');
    await user.click(await screen.findByRole('button', { name: 'Cancel import' }));
    expect(await screen.findByText('Import Cancelled')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo import' })).toBeVisible();
  });

  it('opens an earlier import and undoes it after asking', async () => {
    const record = importRecord({ status: 'completed', processed: 200, successful: 195 });
    const api = newApi()
      .on('GET /api/imports/7', record)
      .on('GET /api/imports', [record, importRecord({ id: 6, fileName: 'old.csv', status: 'undone' })])
      .on('POST /api/imports/7/undo', { removed: 190, reversed: 0, kept: 5, failed: 0 });
    const { user } = renderApp('/import');
    expect(await screen.findByText('Undone')).toBeVisible();
    // Checks would take the places of imports.
    expect(api.sent('GET /api/imports')[0]!.query.get('dryRun')).toBe('false');
    await user.click(screen.getByRole('button', { name: 'leads.csv' }));
    await user.click(await screen.findByRole('button', { name: 'Undo import' }));
    expect(api.sent('POST /api/imports/7/undo')).toHaveLength(0);
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo import' }));
    const confirm = dialog.getByRole('button', { name: 'Undo import' });
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    expect(await screen.findAllByText('190 removed. 5 kept, because somebody has worked on them since.')).toHaveLength(
      2,
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo import' })).not.toBeInTheDocument());
    expect(screen.queryByText('Import Successful')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'See the leads' })).not.toBeInTheDocument();
  });

  it('leads to the imported leads only if the import made some', async () => {
    const breakdown = { ...importRecord().breakdown, created: 0, updated: 3 };
    const record = importRecord({ status: 'completed', mode: 'update', successful: 3, breakdown });
    newApi().on('GET /api/imports/7', record).on('GET /api/imports', [record]);
    const { user } = renderApp('/import');
    await user.click(await screen.findByRole('button', { name: 'leads.csv' }));
    expect(await screen.findByText('Import Successful')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'See the leads' })).not.toBeInTheDocument();
  });
});
