import { screen, waitFor } from '@testing-library/react';
import { FakeApi, people } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';

const secret = 'JBSWY3DPEHPK3PXP';
const required = (isDue: boolean) => ({ ...people.user, secondFactor: { from: '2026-12-01', isDue } });

describe('A required second factor', () => {
  it('is set up before anything else, and then the page that was asked for opens', async () => {
    const api = new FakeApi()
      .on('GET /api/user', () =>
        api.sent('POST /api/user/authenticator/confirm').length > 0 ? people.user : required(true),
      )
      .on('POST /api/user/authenticator', { secret, uri: `otpauth://totp/sam?secret=${secret}` })
      .on('POST /api/user/authenticator/confirm', { message: 'Added', recoveryCodes: ['ABCDEF-GHJKLM-NPQRST-UVWXYZ'] });
    const { user } = renderApp('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    expect(screen.queryByText('404 Page Not Found')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }));
    await screen.findByRole('img', { name: 'QR code of the key' });
    await user.type(screen.getByLabelText('Code of the app'), '123456');
    await user.type(screen.getByLabelText('Current password'), 'Demo1234');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await user.click(await screen.findByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText('404 Page Not Found')).toBeVisible();
  });

  it('is announced before its day, and can wait until then', async () => {
    new FakeApi().on('GET /api/user', required(false));
    const { user } = renderApp('/nowhere');
    const notice = await screen.findByText('From Dec 1, 2026 on, your sign-in needs a second factor.');
    expect(screen.getByText('404 Page Not Found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(notice).not.toBeInTheDocument());
  });
});
