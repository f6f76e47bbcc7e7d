import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import type { User } from './api';

const account = (id: number, username: string, more: Partial<User> = {}): User => ({
  id,
  username,
  email: `${username}@northfield.example`,
  fullName: `${username} Doe`,
  role: 'user',
  monthlyGoal: 100,
  active: true,
  failedLoginAttempts: 0,
  lockedUntil: null,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  ...more,
});

const sam = account(3, 'sam', { fullName: 'Sam Okafor' });
const locked = account(4, 'lena', { lockedUntil: new Date(Date.now() + 600_000).toISOString() });
const inactive = account(5, 'ruth', { active: false, role: 'manager' });

const list = (users: User[], total = users.length) =>
  Response.json(users, { headers: { 'X-Total-Count': String(total) } });

const open = (api: FakeApi) => {
  api.signedIn(people.admin);
  return renderApp('/users');
};
const withUsers = (...users: User[]) => new FakeApi().on('GET /api/users', list(users));

describe('User management', () => {
  it('shows every account with what can be done to it', async () => {
    open(withUsers(sam, locked, inactive));
    const row = (await screen.findByText('Sam Okafor')).closest('tr') as HTMLElement;
    expect(row).toHaveTextContent('sam@northfield.example');
    expect(within(row).getByText('Active')).toBeVisible();
    expect(within(row).queryByRole('button', { name: 'Unlock sam' })).not.toBeInTheDocument();
    expect(within(row).getByTitle('Deactivate User (prevent login)')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Unlock lena' })).toBeVisible();
    const activate = screen.getByRole('button', { name: 'Activate User (allow login): ruth' });
    expect(activate).toHaveAttribute('title', 'Activate User (allow login)');
    expect(screen.getByText('Showing 1 to 3 of 3 users')).toBeVisible();
    expect(screen.getByText('Page 1 of 1')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/');
  });

  it('reads pages of ten and returns to the first when a filter changes', async () => {
    const page = (first: number) => Array.from({ length: 10 }, (_, at) => account(first + at, `u${first + at}`));
    const api = new FakeApi().on('GET /api/users', ({ query }) => list(page(Number(query.get('page')) * 10), 25));
    const { user } = open(api);
    expect(await screen.findByText('Showing 1 to 10 of 25 users')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Page 2 of 3')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Role'), 'Manager');
    await user.selectOptions(screen.getByLabelText('Status'), 'Locked');
    await user.type(screen.getByLabelText('Search users'), 'sam');
    await waitFor(() => {
      const query = Object.fromEntries(api.sent('GET /api/users').at(-1)!.query);
      expect(query).toEqual({ q: 'sam', role: 'manager', status: 'locked', page: '1', pageSize: '10' });
    });
    expect(await screen.findByText('Page 1 of 3')).toBeVisible();
  });

  it('says that no user matches, and offers to try again after a failure', async () => {
    const api = new FakeApi().on('GET /api/users', refusal(503, 'unavailable', 'Down'));
    const { user } = open(api);
    expect(await screen.findByText('Error loading users. Please try again.')).toBeVisible();
    api.on('GET /api/users', list([]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No users found matching your search.')).toBeVisible();
  });

  it('creates a user with the messages of the specification, an empty goal being 100', async () => {
    const api = withUsers(sam).on('POST /api/users', account(9, 'theo'));
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Add User' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create New User' }));
    expect(dialog.getByText('All fields are required.')).toBeVisible();
    await user.clear(dialog.getByLabelText('Monthly Goal'));
    await user.type(dialog.getByLabelText('Monthly Goal'), 'many');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    for (const message of [
      'Username must be at least 3 characters',
      'Password must be at least 8 characters',
      'Must be a valid email',
      'Full name must be at least 2 characters',
      'Monthly goal must be a number',
    ]) {
      expect(await dialog.findByText(message)).toBeVisible();
    }
    expect(dialog.getByLabelText('Username')).toHaveFocus();
    expect(api.sent('POST /api/users')).toHaveLength(0);

    await user.type(dialog.getByLabelText('Username'), 'theo');
    await user.type(dialog.getByLabelText('Email'), 'theo@northfield.example');
    await user.type(dialog.getByLabelText('Password'), 'Purple-Lantern-7');
    await user.type(dialog.getByLabelText('Full Name'), 'Theo Nakagawa');
    await user.clear(dialog.getByLabelText('Monthly Goal'));
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    expect(await screen.findByText('User Created')).toBeVisible();
    expect(api.sent('POST /api/users')[0]?.body).toEqual({
      username: 'theo',
      email: 'theo@northfield.example',
      password: 'Purple-Lantern-7',
      fullName: 'Theo Nakagawa',
      role: 'user',
      monthlyGoal: 100,
    });
    await waitFor(() => expect(api.sent('GET /api/users')).toHaveLength(2));
  });

  it('shows teams and time zones only while there are teams, and filters and sorts by them', async () => {
    const west = {
      id: 7,
      name: 'West',
      parentId: null,
      timeZone: 'America/Denver',
      workingDays: null,
      managerIds: [],
      members: 1,
      version: 1,
    };
    const api = withUsers(account(3, 'sam', { teamId: 7, timeZone: null }));
    const { user, unmount } = open(api);
    await screen.findByText('sam');
    expect(screen.queryByText('Time zone')).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Team')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Teams/ })).not.toBeInTheDocument();
    unmount();

    api.on('GET /api/teams', { teams: [west], managers: [], people: 1, withoutTeam: 0 });
    open(api);
    const cells = within((await screen.findByRole('link', { name: 'West' })).closest('tr')!);
    expect(cells.getByText('Denver')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Team' }));
    await user.selectOptions(screen.getByLabelText('Team'), 'Without a team');
    await waitFor(() => {
      const query = Object.fromEntries(api.sent('GET /api/users').at(-1)!.query);
      expect(query).toEqual({ teamId: 'none', sort: 'team', page: '1', pageSize: '10' });
    });
    api.on('PUT /api/users/3', account(3, 'sam'));
    await user.click(screen.getByRole('button', { name: 'Edit User: sam' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    expect(dialog.getByLabelText('Time zone')).toHaveAttribute(
      'placeholder',
      "The team's (America/Denver): type a city",
    );
    await user.selectOptions(dialog.getByLabelText('Team'), 'No team');
    await user.type(dialog.getByLabelText('Time zone'), 'honol');
    await user.click(await dialog.findByText('Pacific/Honolulu'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.sent('PUT /api/users/3')[0]?.body).toMatchObject({ teamId: null, timeZone: 'Pacific/Honolulu' }),
    );
  });

  it('shows a duplicate username beside its field and preserves the typed values', async () => {
    const api = withUsers(sam).on('PUT /api/users/3', refusal(409, 'username_taken', 'This username is taken'));
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Edit User: sam' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    await user.type(dialog.getByLabelText('Username'), 'uel');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('This username is taken')).toBeVisible();
    expect(dialog.getByLabelText('Username')).toHaveValue('samuel');
    expect(screen.getByText('Error')).toBeVisible();
  });

  it('edits an account without asking for a password', async () => {
    const api = withUsers(sam).on('PUT /api/users/3', sam);
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Edit User: sam' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Role'), 'Manager');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('User Updated')).toBeVisible();
    const { username, email, fullName, monthlyGoal } = sam;
    expect(api.sent('PUT /api/users/3')[0]?.body).toEqual({ username, email, fullName, monthlyGoal, role: 'manager' });
  });

  it('resets the password of a named user', async () => {
    const api = withUsers(sam).on('POST /api/users/3/reset-password', { message: 'Done' });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Reset Password: sam' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset Password' }));
    expect(dialog.getByText(/Sam Okafor/)).toBeVisible();
    await user.type(dialog.getByLabelText('New password'), 'purple-lantern-7{Enter}');
    expect(await dialog.findByText('Password must contain at least one uppercase letter')).toBeVisible();
    await user.clear(dialog.getByLabelText('New password'));
    await user.type(dialog.getByLabelText('New password'), 'Purple-Lantern-7{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.sent('POST /api/users/3/reset-password')[0]?.body).toEqual({ newPassword: 'Purple-Lantern-7' });
  });

  it('shows beside the field that a password is too easy to guess, for new and existing accounts', async () => {
    const message = 'This password is too easy to guess';
    const refused = (path: string) => refusal(400, 'validation_failed', message, { issues: [{ path, message }] });
    const api = withUsers(sam)
      .on('POST /api/users', refused('password'))
      .on('POST /api/users/3/reset-password', refused('newPassword'));
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Reset Password: sam' }));
    await user.type(await screen.findByLabelText('New password'), 'Summer2026{Enter}');
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/too easy to guess/));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Add User' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create New User' }));
    await user.type(dialog.getByLabelText('Username'), 'theo');
    await user.type(dialog.getByLabelText('Email'), 'theo@northfield.example');
    await user.type(dialog.getByLabelText('Full Name'), 'Theo Nakagawa');
    await user.type(dialog.getByLabelText('Password'), 'Summer2026');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription(/too easy to guess/));
    expect(dialog.getByLabelText('Password')).toHaveFocus();
  });

  it('closes the form by a click beside it only before anything is typed', async () => {
    const { user } = open(withUsers(sam));
    const form = () => screen.findByRole('dialog', { name: 'Create New User' });
    await user.click(await screen.findByRole('button', { name: 'Add User' }));
    await user.click(await form());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Add User' }));
    await user.type(within(await form()).getByLabelText('Username'), 'theo');
    await user.click(await form());
    expect(within(await form()).getByLabelText('Username')).toHaveValue('theo');
    await user.click(within(await form()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('unlocks, deactivates and activates, each with its toast', async () => {
    const api = withUsers(sam, locked, inactive)
      .on('POST /api/users/4/unlock', { message: 'Done', user: locked })
      .on('POST /api/users/3/set-active-status', { message: 'Done', user: { ...sam, active: false } })
      .on('POST /api/users/5/set-active-status', { message: 'Done', user: { ...inactive, active: true } });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Unlock lena' }));
    expect(await screen.findByText('Account Unlocked')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Deactivate User (prevent login): sam' }));
    expect(await screen.findByText('Account deactivated')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(api.sent('POST /api/users/3/set-active-status').map(({ body }) => body)).toEqual([
        { active: false },
        { active: true },
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Activate User (allow login): ruth' }));
    expect(await screen.findByText('Account activated')).toBeVisible();
  });

  it('reports the undo of a deactivation that took the user from the list', async () => {
    const api = withUsers(sam);
    api.on('POST /api/users/3/set-active-status', ({ body }) => {
      api.on('GET /api/users', list([]));
      return { message: 'Done', user: { ...sam, ...(body as object) } };
    });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Deactivate User (prevent login): sam' }));
    expect(await screen.findByText('No users found matching your search.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Account activated')).toBeVisible();
  });

  it.each([
    [refusal(409, 'last_admin', 'The last administrator cannot be deactivated'), /^The last administrator cannot/],
    [new Response('', { status: 500 }), /^Failed to change account status$/],
    [new Response('<html>'), /^Failed to change account status: Invalid server response$/],
  ])('reports a failure in an Error toast', async (answer, words) => {
    const { user } = open(withUsers(sam).on('POST /api/users/3/set-active-status', answer));
    await user.click(await screen.findByRole('button', { name: 'Deactivate User (prevent login): sam' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
  });
});
