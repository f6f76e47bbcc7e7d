import type { BulkJob } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { people, refusal } from '../../../../test/fake-api';
import { changedLead } from '../../../../test/lead-world';
import { renderApp } from '../../../../test/render-app';
import { alexandra, lead, sam, uuidOf } from '../leads.fixture';
import { LeadServer } from '../lead-server.fixture';

const leads = [1, 2, 3].map((id) =>
  lead({ id, viewed: id !== 3, archived: id === 2, business: { name: `Business ${id}` } }),
);
const outcome = (success: number, ...errors: { id: number; message: string }[]) => ({
  message: 'done',
  results: { success, failed: errors.length, errors },
});
const undoneJob = (job: Pick<BulkJob, 'id' | 'action' | 'undone' | 'kept'>): BulkJob => ({
  ...job,
  status: 'undone',
  total: 2,
  done: 2,
  failed: 0,
  toStatus: null,
  removedTags: [],
  addedTags: [],
  newUser: null,
  createdBy: sam,
  createdAt: '2026-03-02T09:00:00.000Z',
  finishedAt: '2026-03-02T09:00:00.000Z',
  undoableUntil: null,
});

const openTable = async (address = '/crm?view=table') => {
  const api = new LeadServer(leads).signedIn(people.admin);
  const page = renderApp(address);
  await screen.findByRole('link', { name: 'Business 1' });
  return { api, ...page };
};

const select = async (user: ReturnType<typeof renderApp>['user'], ...ids: number[]) => {
  for (const id of ids) await user.click(screen.getByRole('checkbox', { name: `Select Business ${id}` }));
};
const choose = async (user: ReturnType<typeof renderApp>['user'], count: number, action: string) => {
  await user.click(screen.getByRole('button', { name: `Bulk Actions (${count})` }));
  const menu = within(screen.getByRole('button', { name: `Bulk Actions (${count})` }).parentElement!);
  await user.click(await menu.findByRole('button', { name: action }));
};

describe('The table of leads', () => {
  it('has the columns of the specification, sorted by date', async () => {
    const { api, user } = await openTable();
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent.trim());
    expect(heads).toEqual(['', 'Business Name', 'Assigned To', 'Status', 'Date Assigned', 'Actions']);
    expect(screen.getByRole('columnheader', { name: 'Date Assigned' })).toHaveAttribute('aria-sort', 'descending');
    await user.click(screen.getByRole('button', { name: 'Date Assigned' }));
    await waitFor(() => expect(api.sent('GET /api/admin/all-assignments').at(-1)?.query.get('sort')).toBe('oldest'));
  });

  it('opens the profile on a click on a row, but not on its checkbox', async () => {
    const { user, router } = await openTable();
    await select(user, 2);
    expect(router.state.location.pathname).toBe('/crm');
    await user.click(within(screen.getByRole('row', { name: /Business 2/ })).getByText('Sam Okafor'));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/business/uuid/${uuidOf(2)}`));
  });

  it('selects all rows or none, and shows a partial selection', async () => {
    const { user } = await openTable();
    const all = screen.getByRole('checkbox', { name: 'Select all on this page' });
    await select(user, 1);
    expect(all).toBePartiallyChecked();
    await user.click(all);
    expect(screen.getByRole('button', { name: 'Bulk Actions (3)' })).toBeVisible();
    await user.click(all);
    expect(screen.queryByRole('toolbar', { name: 'Bulk actions' })).not.toBeInTheDocument();
  });

  it('clears the selection with another view and with existing customers', async () => {
    const { user } = await openTable();
    await select(user, 1, 2);
    await user.click(screen.getByRole('checkbox', { name: 'Show Existing Customers' }));
    expect(screen.queryByRole('button', { name: /Bulk Actions/ })).not.toBeInTheDocument();
    await select(user, 1);
    await user.click(screen.getByRole('button', { name: 'List View' }));
    expect(screen.queryByRole('button', { name: /Bulk Actions/ })).not.toBeInTheDocument();
  });

  it('sets the status of one lead from its row, and refreshes the meters', async () => {
    const { api, user } = await openTable();
    api.on('PATCH /api/business-status/*', changedLead());
    const listener = jest.fn();
    window.addEventListener('status-changed', listener);
    await user.click(screen.getByRole('button', { name: 'More actions for Business 1' }));
    await user.click(await screen.findByRole('button', { name: 'Recontact' }));
    expect(await screen.findByText('Status updated')).toBeVisible();
    expect(api.sent('PATCH /api/business-status/1')[0]?.body).toEqual({ status: 'recontact' });
    expect(listener).toHaveBeenCalledTimes(1);
    window.removeEventListener('status-changed', listener);
  });

  it('shows why a status could not be set', async () => {
    const { api, user } = await openTable();
    api.on('PATCH /api/business-status/*', refusal(403, 'forbidden', 'This lead belongs to somebody else.'));
    await user.click(screen.getByRole('button', { name: 'More actions for Business 1' }));
    await user.click(await screen.findByRole('button', { name: 'Closed (Lost)' }));
    expect(await screen.findByText('Status update failed')).toBeVisible();
    expect(screen.getByText('This lead belongs to somebody else.')).toBeVisible();
  });

  it('marks as viewed, archives and restores from a row', async () => {
    const { api, user } = await openTable();
    api.on('POST /api/business-view/*', changedLead()).on('POST /api/bulk/restore', outcome(1));
    await user.click(screen.getByRole('button', { name: 'More actions for Business 3' }));
    await user.click(await screen.findByRole('button', { name: 'Mark as Viewed' }));
    expect(await screen.findByText('Business marked as viewed')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'More actions for Business 2' }));
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('1 business restored')).toBeVisible();
    expect(api.sent('POST /api/bulk/restore')[0]?.body).toEqual({ ids: [2] });
  });
});

describe('Bulk actions', () => {
  it('offer the five statuses and no other', async () => {
    const { api, user } = await openTable();
    api.on('POST /api/bulk/update-status', outcome(2));
    const listener = jest.fn();
    window.addEventListener('status-changed', listener);
    await select(user, 1, 2);
    await choose(user, 2, 'Closed (Won)');
    expect(await screen.findByText('Status updated for 2 businesses')).toBeVisible();
    expect(api.sent('POST /api/bulk/update-status')[0]?.body).toEqual({ ids: [1, 2], status: 'closed_won' });
    expect(screen.queryByText(/qualified|proposal|negotiation/i)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Bulk Actions/ })).not.toBeInTheDocument();
    expect(listener).toHaveBeenCalledTimes(1);
    window.removeEventListener('status-changed', listener);
  });

  it('delete after a warning that it is permanent', async () => {
    const { api, user } = await openTable();
    api.on('POST /api/bulk/delete', outcome(3));
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await choose(user, 3, 'Delete Selected');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Deletion' }));
    expect(dialog.getByText(/This action is permanent and cannot be undone/)).toBeVisible();
    expect(dialog.getByText('Business 2')).toBeVisible();
    expect(api.sent('POST /api/bulk/delete')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('3 businesses deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('report failed leads, and leave them selected', async () => {
    const { api, user } = await openTable();
    api.on('POST /api/bulk/archive', outcome(1, { id: 2, message: 'This lead belongs to somebody else' }));
    await select(user, 1, 2);
    await choose(user, 2, 'Archive');
    expect(await screen.findByText('1 business archived')).toBeVisible();
    expect(screen.getByText('1 business left as before. This lead belongs to somebody else')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Bulk Actions (1)' })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select Business 2' })).toBeChecked();
  });

  it.each([
    ['Archive', 'archive', '2 businesses archived', 1, 1, '1 business restored', '1 business left as before.'],
    ['Restore', 'restore', '2 businesses restored', 2, 0, '2 businesses archived', undefined],
  ] as const)('can be undone by the server: %s', async (name, action, done, undone, kept, title, text) => {
    const { api, user } = await openTable();
    api
      .on(`POST /api/bulk/${action}`, Response.json(outcome(2), { headers: { 'X-Bulk-Job': '7' } }))
      .on('POST /api/bulk-jobs/7/undo', undoneJob({ id: 7, action, undone, kept }));
    await select(user, 1, 2);
    await choose(user, 2, name);
    expect(await screen.findByText(done)).toBeVisible();
    const reads = api.sent('GET /api/admin/all-assignments').length;
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(title)).toBeVisible();
    if (text) expect(screen.getByText(text)).toBeVisible();
    expect(api.sent('POST /api/bulk-jobs/7/undo')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    await waitFor(() => expect(api.sent('GET /api/admin/all-assignments').length).toBeGreaterThan(reads));
  });

  it('add and remove several tags, and can be undone', async () => {
    const { api, user } = await openTable();
    api
      .on('GET /api/all-tags', ['Imported', 'Fair', 'Vet'])
      .on('POST /api/bulk/add-tags', Response.json(outcome(2), { headers: { 'X-Bulk-Job': '7' } }))
      .on('POST /api/bulk/remove-tags', outcome(1))
      .on('POST /api/bulk-jobs/7/undo', undoneJob({ id: 7, action: 'add-tags', undone: 2, kept: 0 }));
    await select(user, 1, 2);
    await choose(user, 2, 'Add tags');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Tags' }));
    expect(dialog.getByText('Adds these tags to 2 businesses. Other tags stay.')).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Tag' })).toHaveFocus());
    await user.click(dialog.getByRole('button', { name: 'Add Tags' }));
    expect(await dialog.findByText('Please enter a tag')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Tag' })).toHaveFocus();
    expect(dialog.queryByRole('button', { name: 'Imported' })).not.toBeInTheDocument();
    await user.click(await dialog.findByRole('button', { name: 'Vet' }));
    await user.type(dialog.getByRole('textbox', { name: 'Tag' }), ' hot ');
    await user.click(dialog.getByRole('button', { name: 'Add Tags' }));
    expect(await screen.findByText('Tags added to 2 businesses')).toBeVisible();
    expect(api.sent('POST /api/bulk/add-tags')[0]?.body).toEqual({ ids: [1, 2], tags: ['Vet', 'hot'] });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Tags removed from 2 businesses')).toBeVisible();
    await select(user, 3);
    await choose(user, 1, 'Remove tags');
    await user.type(await screen.findByRole('textbox', { name: 'Tag' }), 'hot{Enter}');
    expect(await screen.findByText('Tags removed from 1 business')).toBeVisible();
    expect(api.sent('POST /api/bulk/remove-tags')[0]?.body).toEqual({ ids: [3], tags: ['hot'] });
  });

  it('show why an undo failed', async () => {
    const { api, user } = await openTable();
    api
      .on('POST /api/bulk/archive', Response.json(outcome(1), { headers: { 'X-Bulk-Job': '7' } }))
      .on('POST /api/bulk-jobs/7/undo', refusal(400, 'validation_failed', 'This job cannot be undone any more'));
    await select(user, 1);
    await choose(user, 1, 'Archive');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Failed to restore businesses')).toBeVisible();
    expect(screen.getByText('This job cannot be undone any more')).toBeVisible();
  });

  it('offer no undo without a job', async () => {
    const { api, user } = await openTable();
    api.on('POST /api/bulk/archive', outcome(1));
    await select(user, 1);
    await choose(user, 1, 'Archive');
    expect(await screen.findByText('1 business archived')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('report a failure, and preserve the selection', async () => {
    const { api, user } = await openTable();
    api.on('POST /api/bulk/restore', refusal(503, 'unavailable', 'The leads service is busy.'));
    await select(user, 1);
    await choose(user, 1, 'Restore');
    expect(await screen.findByText('Failed to restore businesses')).toBeVisible();
    expect(screen.getByText('The leads service is busy.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Bulk Actions (1)' })).toBeEnabled();
  });

  it('reassign to another user, with notes', async () => {
    const { api, user } = await openTable();
    api.on('GET /api/users-for-reassignment', [alexandra, people.admin, sam]).on('POST /api/bulk/reassign', outcome(2));
    await select(user, 1, 3);
    await choose(user, 2, 'Reassign');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reassign Businesses' }));
    await dialog.findByRole('option', { name: 'Sam Okafor' });
    expect(dialog.queryByRole('option', { name: 'Dana Whitfield' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Reassign' }));
    expect(await dialog.findByText('Please select a user to reassign to')).toBeVisible();
    expect(api.sent('POST /api/bulk/reassign')).toHaveLength(0);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Select User' }), 'Sam Okafor');
    await user.type(dialog.getByRole('textbox', { name: 'Notes (optional)' }), '  Knows the owner ');
    await user.click(dialog.getByRole('button', { name: 'Reassign' }));
    expect(await screen.findByText('2 businesses reassigned')).toBeVisible();
    expect(api.sent('POST /api/bulk/reassign')[0]?.body).toEqual({
      ids: [1, 3],
      newUserId: 3,
      notes: 'Knows the owner',
    });
  });

  it('leave the dialog open for another choice if no lead could be reassigned', async () => {
    const { api, user } = await openTable();
    api.on('GET /api/users-for-reassignment', [sam]);
    api.on('POST /api/bulk/reassign', outcome(0, { id: 1, message: 'Already assigned to sam' }));
    await select(user, 1);
    await choose(user, 1, 'Reassign');
    await screen.findByRole('option', { name: 'Sam Okafor' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Select User' }), 'Sam Okafor');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reassign' }));
    expect(await screen.findByText('Failed to reassign businesses')).toBeVisible();
    expect(screen.getByText('Already assigned to sam')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Reassign Businesses' })).toBeVisible();
  });

  it('omit blank notes', async () => {
    const { api, user } = await openTable();
    api.on('GET /api/users-for-reassignment', [sam]).on('POST /api/bulk/reassign', outcome(1));
    await select(user, 1);
    await choose(user, 1, 'Reassign');
    await screen.findByRole('option', { name: 'Sam Okafor' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Select User' }), 'Sam Okafor');
    await user.type(screen.getByRole('textbox', { name: 'Notes (optional)' }), '   ');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reassign' }));
    await screen.findByText('1 business reassigned');
    expect(api.sent('POST /api/bulk/reassign')[0]?.body).toEqual({ ids: [1], newUserId: 3 });
  });
});
