import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import { lead } from '../lead-list/leads.fixture';

const lena = {
  id: 7,
  username: 'lena',
  email: 'lena@northfield.example',
  fullName: 'Lena Voss',
  role: 'user',
  monthlyGoal: 60,
  active: true,
  failedLoginAttempts: 0,
  lockedUntil: null,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
};

const leads = (...ids: number[]) => ids.map((id) => lead({ id }));

const openDialog = async (api: FakeApi) => {
  api.signedIn(people.admin).on('GET /api/users', [lena]).on('GET /api/admin/users', [people.admin, people.user, lena]);
  const { user } = renderApp('/users');
  await user.click(await screen.findByRole('button', { name: 'Delete User: lena' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Confirm Delete' })) };
};

describe('Deleting a user', () => {
  it('shows what is deleted too, and accepts an empty response', async () => {
    const api = new FakeApi()
      .on('GET /api/users/7/lead-count', { leads: 12 })
      .on('DELETE /api/users/7', new Response('', { status: 200 }));
    const { user, dialog } = await openDialog(api);
    expect(dialog.getByText('This will permanently delete the user and all their related data.')).toBeVisible();
    expect(await dialog.findByText(/has 12 leads, which are deleted too/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('User Deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('first moves all leads to another user, including archived ones, page by page', async () => {
    const pages = [Response.json(leads(1, 2), { headers: { 'X-Next-Cursor': 'more' } }), Response.json(leads(3))];
    let left = 3;
    const api = new FakeApi()
      .on('GET /api/users/7/lead-count', () => ({ leads: left }))
      .on('GET /api/admin/all-assignments', ({ query }) => pages[query.get('cursor') === 'more' ? 1 : 0])
      .on('POST /api/bulk/reassign', ({ body }) => {
        const { ids } = body as { ids: number[] };
        const failed = ids.includes(3) ? 1 : 0;
        left = failed;
        return { message: 'Done', results: { success: ids.length - failed, failed, errors: [] } };
      });
    const { user, dialog } = await openDialog(api);
    const select = await dialog.findByLabelText('Reassign the leads first');
    await waitFor(() => expect(within(select).getByRole('option', { name: 'Sam Okafor' })).toBeInTheDocument());
    expect(within(select).queryByRole('option', { name: 'Lena Voss' })).not.toBeInTheDocument();
    await user.selectOptions(select, 'Sam Okafor');
    await user.click(dialog.getByRole('button', { name: 'Reassign' }));
    expect(await dialog.findByText(/2 leads reassigned to Sam Okafor\. 1 lead stayed/)).toBeVisible();
    expect(await dialog.findByText(/has 1 lead, which is deleted too/)).toBeVisible();
    expect(api.sent('POST /api/bulk/reassign').map(({ body }) => body)).toEqual([
      { ids: [1, 2], newUserId: 3 },
      { ids: [3], newUserId: 3 },
    ]);
    const first = Object.fromEntries(api.sent('GET /api/admin/all-assignments')[0]!.query);
    expect(first).toEqual({ userId: '7', archived: 'any', existingCustomers: 'true', pageSize: '100' });
  });

  it("shows the server's error and stays open", async () => {
    const api = new FakeApi()
      .on('GET /api/users/7/lead-count', { leads: 0 })
      .on('DELETE /api/users/7', refusal(409, 'not_yourself', 'You cannot delete yourself'));
    const { user, dialog } = await openDialog(api);
    expect(await dialog.findByText(/has no leads/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('You cannot delete yourself')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Confirm Delete' })).toBeVisible();
  });
});
