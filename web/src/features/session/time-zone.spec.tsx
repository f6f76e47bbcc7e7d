import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const abroad = 'Pacific/Honolulu';

function signedIn(timeZone: string | null) {
  let user = { ...people.user, timeZone };
  return new FakeApi()
    .on('GET /api/user', () => user)
    .on('PUT /api/user/time-zone', ({ body }) => (user = { ...user, ...(body as { timeZone: string }) }));
}

describe("The user's time zone", () => {
  it('is chosen in a dialog of the menu, which offers that of the device', async () => {
    const api = signedIn(abroad);
    const { user } = renderApp('/nowhere');
    await user.click(await screen.findByRole('button', { name: /Sam Okafor/ }));
    await user.click(await screen.findByRole('button', { name: 'Time zone' }));
    const dialog = await screen.findByRole('dialog');
    const field = within(dialog).getByLabelText('Your time zone');
    expect(field).toHaveValue(abroad);
    expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: 'Use it' }));
    expect(field).toHaveValue(device);
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Time zone saved')).toBeVisible();
    expect(api.sent('PUT /api/user/time-zone')[0]?.body).toEqual({ timeZone: device });
  });

  it('is offered once if the device is in another one', async () => {
    const api = signedIn(abroad);
    const text = `Your device is in ${device}. Use this time zone?`;
    const { user, unmount } = renderApp('/nowhere');
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    unmount();
    renderApp('/nowhere');
    await screen.findByText('404 Page Not Found');
    await waitFor(() => expect(api.sent('GET /api/user').length).toBeGreaterThan(1));
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('is not asked for while neither the user nor a team has one', async () => {
    signedIn(null);
    renderApp('/nowhere');
    await screen.findByText('404 Page Not Found');
    expect(screen.queryByText(/Your device is in/)).not.toBeInTheDocument();
  });
});
