import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import { request } from '../../lib/http';

const fill = async (api: FakeApi) => {
  api.signedIn(people.user);
  const { user } = renderApp('/nowhere');
  await user.click(await screen.findByRole('button', { name: /Sam Okafor/ }));
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  await user.type(await screen.findByLabelText('Current password'), 'Demo1234');
  await user.type(screen.getByLabelText('New password'), 'Purple-Lantern-7');
  await user.type(screen.getByLabelText('Confirm password'), 'Purple-Lantern-7');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change password' }));
};

describe("Changing one's own password", () => {
  it('sends the old and the new one, and reports the success', async () => {
    const api = new FakeApi().on('POST /api/user/change-password', { message: 'Done' });
    await fill(api);
    expect(await screen.findByText('Password changed')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.sent('POST /api/user/change-password')[0]?.body).toEqual({
      currentPassword: 'Demo1234',
      newPassword: 'Purple-Lantern-7',
    });
  });

  it('leaves the page signed in even if a request with the former token gets a 401', async () => {
    const api = new FakeApi().on('GET /api/elsewhere', refusal(401, 'unauthenticated', 'Please sign in'));
    api.on('POST /api/user/change-password', async () => {
      api.signedIn(null);
      await request('GET', '/api/elsewhere').catch(() => undefined);
      api.signedIn(people.user);
      return { message: 'Password changed' };
    });
    await fill(api);
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(await screen.findByRole('button', { name: /Sam Okafor/ })).toBeVisible();
    expect(api.sent('GET /api/user')).toHaveLength(2);
  });

  it('shows beside the field that the new one is too easy to guess', async () => {
    const message = 'This password is too easy to guess';
    const answer = refusal(400, 'validation_failed', message, { issues: [{ path: 'newPassword', message }] });
    await fill(new FakeApi().on('POST /api/user/change-password', answer));
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/too easy to guess/));
  });

  it('shows beside the field that the current one is wrong, and stays open', async () => {
    const issues = [{ path: 'currentPassword', message: 'This is not your current password' }];
    const answer = refusal(400, 'validation_failed', 'Please check the form.', { issues });
    await fill(new FakeApi().on('POST /api/user/change-password', answer));
    expect(await screen.findByText('This is not your current password')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('Purple-Lantern-7');
  });
});
