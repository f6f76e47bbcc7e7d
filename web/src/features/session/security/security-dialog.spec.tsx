import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';

const codes = Array.from({ length: 10 }, (_, index) => `ABCDEF-GHJKLM-NPQRST-UVWXY${'23456789AB'[index]}`);
const secret = 'JBSWY3DPEHPK3PXP';

const open = async (api: FakeApi) => {
  api.signedIn(people.user);
  const { user } = renderApp('/nowhere');
  await user.click(await screen.findByRole('button', { name: /Sam Okafor/ }));
  await user.click(await screen.findByRole('button', { name: 'Sign-in security' }));
  return { user, dialog: await screen.findByRole('dialog', { name: 'Sign-in security' }) };
};

describe('Sign-in security', () => {
  it('sets up an authenticator app by a code and the password, and shows the recovery codes once', async () => {
    let since: string | null = null;
    const api = new FakeApi()
      .on('GET /api/user/second-factor', () => ({ authenticatorSince: since, recoveryCodesLeft: since ? 10 : 0 }))
      .on('POST /api/user/authenticator', { secret, uri: `otpauth://totp/sam?secret=${secret}` })
      .on('POST /api/user/authenticator/confirm', () => {
        since = '2026-03-02T09:00:00.000Z';
        return { message: 'Authenticator app added', recoveryCodes: codes };
      });
    const { user, dialog } = await open(api);
    await user.click(await within(dialog).findByRole('button', { name: 'Set up an authenticator app' }));
    expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeVisible();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await user.type(screen.getByLabelText('Code of the app'), '12345');
    await user.type(screen.getByLabelText('Current password'), 'Demo1234');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Please enter the 6 digits of the app')).toBeVisible();
    expect(api.sent('POST /api/user/authenticator/confirm')).toHaveLength(0);
    await user.type(screen.getByLabelText('Code of the app'), '6');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(codes[9]!)).toBeVisible();
    expect(api.sent('POST /api/user/authenticator/confirm')[0]?.body).toEqual({
      code: '123456',
      currentPassword: 'Demo1234',
    });
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText('10 of 10 are left.')).toBeVisible();
    expect(screen.queryByText(codes[9]!)).not.toBeInTheDocument();
  });

  it('removes it and renews the codes only with the password, and shows a refusal beside the field', async () => {
    const message = 'Your current password is not right';
    const api = new FakeApi()
      .on('GET /api/user/second-factor', { authenticatorSince: '2026-03-02T09:00:00.000Z', recoveryCodesLeft: 3 })
      .on('POST /api/user/recovery-codes', { message: 'Recovery codes renewed', recoveryCodes: codes })
      .on(
        'POST /api/user/authenticator/remove',
        refusal(400, 'validation_failed', message, { issues: [{ path: 'currentPassword', message }] }),
      );
    const { user, dialog } = await open(api);
    await user.click(await within(dialog).findByRole('button', { name: 'Remove the app' }));
    await user.type(await screen.findByLabelText('Current password'), 'Wrong-1{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(message));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Renew the recovery codes' }));
    await user.type(await screen.findByLabelText('Current password'), 'Demo1234{Enter}');
    expect(await screen.findByText(codes[0]!)).toBeVisible();
    // A click beside it, which must not lose the codes.
    await user.click(screen.getByRole('dialog', { name: 'Recovery codes' }));
    expect(screen.getByText(codes[0]!)).toBeVisible();
  });

  it('lists passkeys and removes one, and says where the browser can make none', async () => {
    let passkeys = [
      { id: 7, name: 'Laptop', createdAt: '2026-03-02T09:00:00.000Z', lastUsedAt: '2026-04-02T09:00:00.000Z' },
      { id: 8, name: 'Phone', createdAt: '2026-03-05T09:00:00.000Z', lastUsedAt: null },
    ];
    const api = new FakeApi()
      .on('GET /api/user/second-factor', () => ({ authenticatorSince: null, recoveryCodesLeft: 10, passkeys }))
      .on('POST /api/user/passkeys/*/remove', (_, [id]) => {
        passkeys = passkeys.filter((each) => each.id !== Number(id));
        return { message: 'Passkey Laptop removed' };
      });
    const { user, dialog } = await open(api);
    const list = await within(dialog).findByRole('list', { name: 'Your passkeys' });
    expect(within(list).getByText('Last used on Apr 2, 2026')).toBeVisible();
    expect(within(list).getByText('Added on Mar 5, 2026')).toBeVisible();
    expect(within(dialog).getByText('This browser cannot use passkeys at this address.')).toBeVisible();
    await user.click(within(list).getByRole('button', { name: 'Remove Laptop' }));
    await user.type(await screen.findByLabelText('Current password'), 'Demo1234{Enter}');
    expect(await screen.findByText('Passkey Laptop removed')).toBeVisible();
    expect(await screen.findByText('Phone')).toBeVisible();
    expect(screen.queryByText('Laptop')).not.toBeInTheDocument();
  });

  it('lists the remembered browsers, and forgets all of them', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    let remembered = [{ userAgent, at: '2026-03-02T09:00:00.000Z' }];
    const since = '2026-03-01T09:00:00.000Z';
    const api = new FakeApi()
      .on('GET /api/user/second-factor', () => ({ authenticatorSince: since, recoveryCodesLeft: 10, remembered }))
      .on('POST /api/user/remembered-browsers/forget', () => {
        remembered = [];
        return { message: 'Remembered browsers forgotten' };
      });
    const { user, dialog } = await open(api);
    expect(await within(dialog).findByText('Firefox on Linux, since Mar 2, 2026')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Forget all' }));
    expect(await screen.findByText('Remembered browsers forgotten')).toBeVisible();
    await waitFor(() => expect(within(dialog).queryByText(/Firefox on Linux/)).not.toBeInTheDocument());
  });
});
