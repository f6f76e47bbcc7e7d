import type { BulkJob, SelectableUser } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { FakeEventSource } from '../../../test/fake-event-source';
import { renderApp } from '../../../test/render-app';

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

const openDialog = async (api: FakeApi) => {
  api.signedIn(people.admin).on('GET /api/users', [lena]).on('GET /api/admin/users', [people.admin, people.user, lena]);
  const { user } = renderApp('/users');
  await user.click(await screen.findByRole('button', { name: 'Delete User: lena' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Confirm Delete' })) };
};

describe('Deleting a user', () => {
  it('shows what is deleted too, and accepts an empty response', async () => {
    FakeEventSource.install();
    const api = new FakeApi().on('GET /api/users/7/lead-count', { leads: 12 }).on('DELETE /api/users/7', async () => {
      await screen.findByRole('button', { name: 'Deleting...' });
      // The event comes before the response.
      FakeEventSource.open[0]!.push('team');
      return new Response('', { status: 200 });
    });
    const { user, dialog } = await openDialog(api);
    expect(dialog.getByText('This will permanently delete the user and all their related data.')).toBeVisible();
    expect(await dialog.findByText(/has 12 leads, which are deleted too/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('User Deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.sent('GET /api/users/7/lead-count')).toHaveLength(1);
  });

  const job = (change: Partial<BulkJob> = {}): BulkJob => ({
    id: 5,
    action: 'reassign',
    status: 'running',
    total: 3,
    done: 0,
    failed: 0,
    undone: 0,
    kept: 0,
    toStatus: null,
    newUser: null,
    removedTags: [],
    addedTags: [],
    createdBy: people.admin,
    createdAt: '2026-11-20T09:00:00.000Z',
    finishedAt: null,
    undoableUntil: null,
    ...change,
  });
  const ended = job({ status: 'completed', done: 2, failed: 1, finishedAt: '2026-11-20T09:00:01.000Z' });

  it('first moves all leads to another user as before there were teams, including archived ones, as one job', async () => {
    let left = 3;
    const api = new FakeApi()
      .on('GET /api/users/7/lead-count', () => ({ leads: left, byStatus: { new: left } }))
      .on('GET /api/bulk-jobs', () => {
        left = 1;
        return [ended];
      })
      .on('POST /api/bulk-jobs', job());
    const { user, dialog } = await openDialog(api);
    const select = await dialog.findByLabelText('Reassign the leads first');
    await waitFor(() => expect(within(select).getByRole('option', { name: 'Sam Okafor' })).toBeInTheDocument());
    expect(within(select).queryByRole('option', { name: 'Lena Voss' })).not.toBeInTheDocument();
    expect(dialog.queryByText('3 New')).not.toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: /pool/ })).not.toBeInTheDocument();
    await user.selectOptions(select, 'Sam Okafor');
    await user.click(dialog.getByRole('button', { name: 'Reassign' }));
    expect(await dialog.findByText(/2 leads reassigned to Sam Okafor\. 1 lead stayed/)).toBeVisible();
    expect(await dialog.findByText(/has 1 lead, which is deleted too/)).toBeVisible();
    expect(api.sent('POST /api/bulk-jobs')[0]!.body).toEqual({
      action: 'reassign',
      filter: { userId: 7, archived: 'any', existingCustomers: true },
      newUserId: 3,
    });
  });

  const openInTeam = async (selectable: SelectableUser[]) => {
    const inTeam = { ...lena, teamId: 4 };
    const colleagues = [inTeam, { ...lena, id: 8, username: 'max' }, { ...lena, id: 9, username: 'ida' }];
    const api = new FakeApi()
      .on('GET /api/users/7/lead-count', { leads: 3 })
      .on('GET /api/bulk-jobs', [ended])
      .on('POST /api/bulk-jobs', job());
    api.signedIn(people.admin).on('GET /api/admin/users', [{ ...people.admin, role: 'admin' }, ...selectable]);
    api.on('GET /api/users', ({ query }) => (query.get('teamId') === '4' ? colleagues : [inTeam]));
    const { user } = renderApp('/users');
    await user.click(await screen.findByRole('button', { name: 'Delete User: lena' }));
    return { api, user };
  };
  const max: SelectableUser = { id: 8, username: 'max', fullName: 'Max Moor', role: 'user' };
  const ida: SelectableUser = { id: 9, username: 'ida', fullName: 'Ida Imhof', role: 'user' };
  const leave = { until: '2026-12-04', standIn: null };

  it("offers to share the leads over the other people of the user's team", async () => {
    const { api, user } = await openInTeam([max, ida]);
    await user.click(await screen.findByRole('button', { name: 'Share them evenly over the team (2 users)' }));
    const words = /^2 leads reassigned to 2 users\..* ‘Bulk Jobs’ on the list of leads takes this back\.$/;
    expect(await screen.findByText(words)).toBeVisible();
    expect(api.sent('POST /api/bulk-jobs')[0]!.body).toMatchObject({ newUserIds: [8, 9] });
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  });

  it('gives people on leave no share, and says so', async () => {
    const { api, user } = await openInTeam([max, { ...ida, leave }]);
    expect(await screen.findByText('Ida Imhof is on leave and gets none.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Share them evenly over the team (1 user)' }));
    expect(await screen.findByText(/^2 leads reassigned to Max Moor\./)).toBeVisible();
    expect(api.sent('POST /api/bulk-jobs')[0]!.body).toMatchObject({ newUserIds: [8] });
  });

  it('offers no shares while the rest of the team is on leave', async () => {
    const { api } = await openInTeam([
      { ...max, leave },
      { ...ida, leave },
    ]);
    const words = 'The leads cannot be shared over the team, because everybody else in it is on leave.';
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Share them evenly/ })).not.toBeInTheDocument();
    expect(api.sent('POST /api/bulk-jobs')).toEqual([]);
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

describe('Deactivating a user while there are teams', () => {
  const tree = {
    teams: [
      {
        id: 4,
        name: 'West',
        parentId: null,
        timeZone: null,
        workingDays: null,
        managerIds: [],
        members: 1,
        version: 1,
      },
    ],
    managers: [],
    people: 1,
    withoutTeam: 1,
  };

  const open = async (teams: object) => {
    const api = new FakeApi()
      .signedIn(people.admin)
      .on('GET /api/users', [lena])
      .on('GET /api/teams', teams)
      .on('GET /api/admin/users', [people.admin])
      .on('GET /api/users/7/lead-count', { leads: 12, byStatus: { new: 10, closed_won: 2 } })
      .on('POST /api/users/7/set-active-status', { message: 'Account deactivated', user: { ...lena, active: false } });
    const { user } = renderApp('/users');
    await screen.findByRole('columnheader', { name: /Team/ });
    await user.click(screen.getByRole('button', { name: 'Deactivate User (prevent login): lena' }));
    return { api, user, dialog: within(await screen.findByRole('dialog', { name: 'Deactivate User' })) };
  };

  it('asks where the leads go, and moves none without that choice', async () => {
    const { api, user, dialog } = await open(tree);
    expect(await dialog.findByText(/12 leads stay as they are unless you move them/)).toBeVisible();
    expect(dialog.getByText('10 New · 2 Closed (Won)')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Return them to the pool' })).toBeVisible();
    expect(dialog.queryByText(/no other active manager/)).not.toBeInTheDocument();
    expect(api.sent('POST /api/users/7/set-active-status')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Account deactivated')).toBeVisible();
    expect(api.sent('POST /api/bulk-jobs')).toEqual([]);
  });

  it('names the team that loses its last manager', async () => {
    const west = { ...tree.teams[0]!, managerIds: [7, 8] };
    const managers = [
      { id: 7, username: 'lena', fullName: 'Lena Voss', role: 'manager', active: true },
      { id: 8, username: 'max', fullName: 'Max Moor', role: 'manager', active: false },
    ];
    const { dialog } = await open({ ...tree, teams: [west], managers });
    const words = 'West has no other active manager. The managers above and administrators still see it.';
    expect(await dialog.findByText(words)).toBeVisible();
  });
});
