import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const session = (id: string, userAgent: string, current = false) => {
  const now = new Date().toISOString();
  return { id, current, address: '192.0.2.1', userAgent, createdAt: now, lastUsedAt: now };
};
const account = (id: number, username: string, fullName: string) => ({
  ...{ id, username, fullName, email: `${username}@northfield.example`, role: 'user', monthlyGoal: 100, active: true },
  ...{
    failedLoginAttempts: 0,
    lockedUntil: null,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
  },
});
const users = [account(3, 'sam', 'Sam Okafor'), account(people.admin.id, 'admin', 'Dana Whitfield')];

const open = async (api: FakeApi, username = 'sam') => {
  api.signedIn(people.admin).on('GET /api/users', Response.json(users, { headers: { 'X-Total-Count': '2' } }));
  const { user } = renderApp('/users');
  await user.click(await screen.findByRole('button', { name: `Sessions: ${username}` }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Sessions' })) };
};

describe('The sessions of a user', () => {
  it('are listed for administrators, who end one', async () => {
    let sessions = [session('1', firefox), session('2', phone)];
    const api = new FakeApi()
      .on('GET /api/users/3/sessions', () => sessions)
      .on('DELETE /api/users/3/sessions/*', (_, [id]) => {
        sessions = sessions.filter((each) => each.id !== id);
        return null;
      });
    const { user, dialog } = await open(api);
    expect(dialog.getByText(/Sam Okafor/)).toBeVisible();
    await user.click(await dialog.findByRole('button', { name: /^Sign out: Safari on iPhone, 192\.0\.2\.1/ }));
    expect(await screen.findByText('One session of Sam Okafor is signed out.')).toBeVisible();
    await waitFor(() => expect(dialog.queryByText('Safari on iPhone')).not.toBeInTheDocument());
    expect(dialog.getByText('Firefox on Windows')).toBeVisible();
    expect(api.sent('DELETE /api/users/3/sessions/2')).toHaveLength(1);
  });

  it('end all at once, and the dialog says that there are none', async () => {
    let sessions = [session('1', firefox), session('2', phone)];
    const api = new FakeApi()
      .on('GET /api/users/3/sessions', () => sessions)
      .on('POST /api/users/3/sessions/end-all', () => {
        sessions = [];
        return { ended: 2, message: '2 sessions signed out' };
      });
    const { user, dialog } = await open(api);
    await dialog.findByText('Firefox on Windows');
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByText('2 sessions signed out')).toBeVisible();
    expect(await dialog.findByText('Signed in nowhere')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Sign out everywhere' })).toBeDisabled();
  });

  it('show a skeleton while they load, and can be read again after a failure', async () => {
    let answer = (_: Response) => undefined as void;
    const api = new FakeApi().on(
      'GET /api/users/3/sessions',
      () => new Promise<Response>((resolve) => (answer = resolve)),
    );
    const { user, dialog } = await open(api);
    expect(await dialog.findByRole('list', { name: 'Sessions of sam' })).toHaveAttribute('aria-busy', 'true');
    expect(dialog.getByRole('button', { name: 'Sign out everywhere' })).toBeDisabled();
    answer(refusal(503, 'unavailable', 'Down'));
    expect(await dialog.findByText('The sessions could not be read')).toBeVisible();
    api.on('GET /api/users/3/sessions', [session('1', firefox)]);
    await user.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByText('Firefox on Windows')).toBeVisible();
  });

  it('report that one could not be ended', async () => {
    const api = new FakeApi()
      .on('GET /api/users/3/sessions', [session('1', firefox)])
      .on('DELETE /api/users/3/sessions/1', new Response('', { status: 500 }));
    const { user, dialog } = await open(api);
    await user.click(await dialog.findByRole('button', { name: /^Sign out: Firefox/ }));
    expect(await screen.findByText('Failed to sign out')).toBeVisible();
  });

  it('sign out an administrator who ends his own current session', async () => {
    const api = new FakeApi()
      .on(`GET /api/users/${people.admin.id}/sessions`, [session('1', firefox, true)])
      .on('POST /api/logout', { message: 'Done' });
    const { user, dialog } = await open(api, 'admin');
    expect((await dialog.findByText('Firefox on Windows')).closest('li')).toHaveTextContent('This one');
    await user.click(dialog.getByRole('button', { name: /^Sign out: Firefox/ }));
    expect(await screen.findByText('Logged out')).toBeVisible();
  });
});
