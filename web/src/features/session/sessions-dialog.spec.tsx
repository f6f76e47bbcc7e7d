import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import { deviceName } from '../../ui/device-name.rules';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const edge =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const session = (id: string, userAgent: string, current = false) => {
  const now = new Date().toISOString();
  return { id, current, address: '192.0.2.1', userAgent, createdAt: now, lastUsedAt: now };
};

const open = async (api: FakeApi) => {
  api.signedIn(people.user);
  const { user } = renderApp('/nowhere');
  await user.click(await screen.findByRole('button', { name: /Sam Okafor/ }));
  await user.click(await screen.findByRole('button', { name: 'Where you are signed in' }));
  return { user, dialog: await screen.findByRole('dialog') };
};

describe("The user's sessions", () => {
  it('are listed, and all but this one can be ended', async () => {
    let sessions = [session('1', firefox, true), session('2', phone)];
    const api = new FakeApi()
      .on('GET /api/sessions', () => sessions)
      .on('POST /api/sessions/end-others', () => {
        sessions = sessions.slice(0, 1);
        return { ended: 1, message: '1 other session signed out' };
      });
    const { user, dialog } = await open(api);
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(2));
    expect(within(dialog).getByText('Firefox on Windows').closest('li')).toHaveTextContent('This one');
    expect(within(dialog).getByText('Safari on iPhone').closest('li')).toHaveTextContent('192.0.2.1');
    await user.click(within(dialog).getByRole('button', { name: 'Sign out the others' }));
    expect(await screen.findByText('1 other session signed out')).toBeVisible();
    expect(await within(dialog).findByText('You are signed in nowhere else.')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Sign out the others' })).toBeDisabled();
  });

  it('can be ended one by one, named by device, address and time, with the focus staying in the list', async () => {
    let sessions = [session('1', firefox, true), session('2', phone), session('3', edge)];
    const api = new FakeApi()
      .on('GET /api/sessions', () => sessions)
      .on('DELETE /api/sessions/*', (_, [id]) => {
        sessions = sessions.filter((each) => each.id !== id);
        return null;
      });
    const { user, dialog } = await open(api);
    const button = await within(dialog).findByRole('button', {
      name: /^Sign out: Safari on iPhone, 192\.0\.2\.1, signed in .+/,
    });
    button.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('The session is signed out.')).toBeVisible();
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(2));
    expect(within(dialog).queryByText('Safari on iPhone')).not.toBeInTheDocument();
    await waitFor(() => expect(within(dialog).getByRole('list', { name: 'Your sessions' })).toHaveFocus());
    expect(api.sent('DELETE /api/sessions/2')).toHaveLength(1);
  });

  it('are read again after one could not be ended', async () => {
    const api = new FakeApi()
      .on('GET /api/sessions', [session('1', firefox, true), session('2', phone)])
      .on('DELETE /api/sessions/2', refusal(404, 'not_found', 'Session not found'));
    const { user, dialog } = await open(api);
    await user.click(await within(dialog).findByRole('button', { name: /^Sign out: Safari/ }));
    expect(await screen.findByText('Session not found')).toBeVisible();
    await waitFor(() => expect(api.sent('GET /api/sessions')).toHaveLength(2));
  });

  it('sign the user out when the current one is ended', async () => {
    const api = new FakeApi()
      .on('GET /api/sessions', [session('1', firefox, true)])
      .on('POST /api/logout', { message: 'Done' });
    const { user, dialog } = await open(api);
    await user.click(await within(dialog).findByRole('button', { name: /^Sign out: Firefox/ }));
    expect(await screen.findByText('Logged out')).toBeVisible();
    expect(api.sent('POST /api/logout')).toHaveLength(1);
  });

  it('report that they could not be read', async () => {
    const { dialog } = await open(new FakeApi().on('GET /api/sessions', refusal(503, 'unavailable', 'Down')));
    expect(await within(dialog).findByText('Your sessions could not be read')).toBeVisible();
  });

  it.each([
    [firefox, 'Firefox on Windows'],
    [edge, 'Edge on macOS'],
    [phone, 'Safari on iPhone'],
    ['curl/8.5', 'Unknown device'],
  ])('name the device of %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));
});
