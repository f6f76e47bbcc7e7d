import { fireEvent, screen, waitFor } from '@testing-library/react';
import { customField } from '../../../../test/custom-field';
import { FakeApi, people } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';
import { importRecord } from '../import.fixture';

const none = { count: 0, examples: [] };
const types = ['text', 'long_text', 'number', 'currency', 'date', 'yes_no', 'one_of', 'several_of', 'link'];
const guess = {
  column: 'Plan',
  type: 'one_of',
  options: ['Gold', 'Silver', 'Iron'],
  currency: null,
  dayFirst: null,
  ambiguousDates: 0,
  rows: 900,
  filled: 880,
  misfits: none,
  misfitsOf: { ...Object.fromEntries(types.map((type) => [type, none])), number: { count: 880, examples: ['Gold'] } },
};
const plan = customField({ key: 'plan', name: 'Plan', type: 'one_of', options: ['Gold', 'Silver'] });
const accepted = {
  message: 'The file is being checked',
  importId: 9,
  importResults: { total: 0, successful: 0, failed: 0, errors: [] },
  status: 'processing',
};
const checking = importRecord({ id: 9, dryRun: true, fileId: 'f9', status: 'processing', phase: 'Checking' });

it('guesses a new field from the whole file, which is sent once and not checked to its end', async () => {
  let fields = [] as (typeof plan)[];
  const api = new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/imports', [])
    .on('GET /api/admin/users', [people.admin, people.user])
    .on('GET /api/custom-fields', () => ({ fields, removed: [] }))
    .on('POST /api/import-mappings/find', { last: null, saved: [] })
    .on('POST /api/businesses/import', () => Response.json(accepted, { status: 202 }))
    .on('GET /api/imports/9', checking)
    .on('POST /api/imports/9/cancel', { ...checking, status: 'cancelling' })
    .on('GET /api/imports/9/columns', { columns: [guess] })
    .on('POST /api/custom-fields', () => {
      fields = [plan];
      return Response.json(plan, { status: 201 });
    });
  const { user } = renderApp('/import');
  const file = new File(['Business Name,User,Plan\nAcme,sam,Gold\n'], 'leads.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText('CSV file'), { target: { files: [file] } });
  await user.selectOptions(await screen.findByLabelText('Plan goes to'), 'new');
  expect(await screen.findByText('Guessed from all rows')).toBeVisible();
  expect(api.sent('POST /api/imports/9/cancel')).toHaveLength(1);
  expect(screen.getByText('880 values fit, 20 blank, 0 would not fit.')).toBeVisible();

  const options = screen.getByLabelText('Options, one per line');
  await user.clear(options);
  await user.type(options, 'gold{Enter}Silver');
  expect(screen.getByText('880 values, 20 blank. 1 different value would not fit.')).toBeVisible();
  expect(screen.getByText('Iron')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Type'), 'number');
  expect(screen.getByText('0 values fit, 20 blank, 880 would not fit.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Type'), 'one_of');
  expect(screen.getByText('The column is imported once you keep it as a new field.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep as new field' }));
  await waitFor(() => expect(screen.getByLabelText('Plan goes to')).toHaveValue('customFields.plan'));
  expect(api.sent('POST /api/custom-fields')[0]!.body).toMatchObject({ type: 'one_of', options: ['gold', 'Silver'] });

  await user.click(screen.getByRole('button', { name: 'Upload & Import' }));
  await waitFor(() => expect(api.sent('POST /api/businesses/import')).toHaveLength(2));
  const form = api.sent('POST /api/businesses/import')[1]!.body as FormData;
  expect([form.get('fileId'), form.get('file')]).toEqual(['f9', null]);
});

it('reads all rows of a file that names leads by their uuid, without a name and a user', async () => {
  const api = new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/imports', [])
    .on('GET /api/admin/users', [people.admin, people.user])
    .on('GET /api/custom-fields', { fields: [], removed: [] })
    .on('POST /api/import-mappings/find', { last: null, saved: [] })
    .on('POST /api/businesses/import', () => Response.json(accepted, { status: 202 }))
    .on('GET /api/imports/9', checking)
    .on('POST /api/imports/9/cancel', { ...checking, status: 'cancelling' })
    .on('GET /api/imports/9/columns', { columns: [guess] });
  const { user } = renderApp('/import');
  const file = new File(['Lead UUID,Plan\n5b1e0000-0000-4000-8000-000000000000,Gold\n'], 'edits.csv');
  fireEvent.change(await screen.findByLabelText('CSV file'), { target: { files: [file] } });
  expect(await screen.findByText(/^The file names leads by their uuid/)).toBeVisible();
  expect(screen.getByText('Missing')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Update only' }));
  expect(screen.queryByText(/^The file names leads by their uuid/)).not.toBeInTheDocument();
  expect(screen.queryByText('Missing')).not.toBeInTheDocument();
  expect(screen.getByText(/^Rows without a uuid go to this person/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Plan goes to'), 'new');
  expect(await screen.findByText('Guessed from all rows')).toBeVisible();
  const form = api.sent('POST /api/businesses/import')[0]!.body as FormData;
  expect([form.get('mode'), form.get('dryRun')]).toEqual(['update', 'true']);
});
