import { screen, waitFor } from '@testing-library/react';
import { FakeApi, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const verify = 'GET /api/auth/verify-reset-token/*';
const valid = () => new FakeApi().on(verify, { message: 'Valid', valid: true });

const fill = async (password: string, confirm = password) => {
  const page = renderApp('/reset-password?token=abc');
  await page.user.type(await screen.findByLabelText('New password'), password);
  await page.user.type(screen.getByLabelText('Confirm password'), confirm);
  await page.user.click(screen.getByRole('button', { name: 'Reset password' }));
  return page;
};

describe('The reset-password page', () => {
  it('without a token says that it is missing and offers a new link', async () => {
    new FakeApi();
    const { user, router } = renderApp('/reset-password');
    const message = 'Missing reset token. Please check your reset link or request a new one.';
    expect(await screen.findByText(message)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Request New Reset Link' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/forgot-password'));
  });

  it('asks an invited user for the first password', async () => {
    valid().on('POST /api/auth/reset-password', { message: 'Done' });
    const { user } = renderApp('/reset-password?token=abc&invitation=1');
    expect(await screen.findByRole('heading', { name: 'Choose a password' })).toBeVisible();
    await user.type(await screen.findByLabelText('Password'), 'Purple-Lantern-7');
    await user.type(screen.getByLabelText('Confirm password'), 'Purple-Lantern-7');
    await user.click(screen.getByRole('button', { name: 'Save password' }));
    expect(await screen.findByText('Your password is saved. Sign in with it.')).toBeVisible();
  });

  it('verifies the token of the link first', async () => {
    let answer: (reply: object) => void = () => undefined;
    const api = new FakeApi().on(verify, () => new Promise<object>((resolve) => (answer = resolve)));
    renderApp('/reset-password?token=abc');
    expect(await screen.findByText('Verifying your reset link...')).toBeVisible();
    await waitFor(() => expect(api.sent('GET /api/auth/verify-reset-token/abc')).toHaveLength(1));
    answer({ message: 'Valid', valid: true });
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });

  it.each([
    ['what the server says', refusal(400, 'validation_failed', 'This link was used.'), 'This link was used.'],
    ['the fallback', new Response('', { status: 400 }), 'Invalid or expired token. Please request a new reset link.'],
    [
      'that it could not be verified',
      new Response('', { status: 503 }),
      'An error occurred while verifying your reset token. Please try again later.',
    ],
  ])('shows %s for an invalid token', async (_, answer, message) => {
    new FakeApi().on(verify, answer);
    renderApp('/reset-password?token=abc');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Request New Reset Link' })).toBeVisible();
  });

  it.each([
    ['Ab1', 'Password must be at least 8 characters'],
    [`Ab1${'x'.repeat(98)}`, 'Password must be at most 100 characters'],
    ['abcdefg1', 'Password must contain at least one uppercase letter'],
    ['ABCDEFG1', 'Password must contain at least one lowercase letter'],
    ['Abcdefgh', 'Password must contain at least one number'],
  ])('rejects %s: %s', async (password, message) => {
    const api = valid();
    await fill(password);
    expect(await screen.findByText(message)).toBeVisible();
    expect(api.sent('POST /api/auth/reset-password')).toHaveLength(0);
  });

  it('requires the same password twice', async () => {
    valid();
    await fill('Purple-Lantern-7', 'Purple-Lantern-8');
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
  });

  it('sends the token and the password, then leads to sign-in', async () => {
    const api = valid().on('POST /api/auth/reset-password', { message: 'Done' });
    await fill('Purple-Lantern-7');
    expect(await screen.findByText(/Your password has been reset/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth');
    expect(api.sent('POST /api/auth/reset-password')[0]?.body).toEqual({ token: 'abc', password: 'Purple-Lantern-7' });
  });

  it('shows beside the field that the password is too easy to guess', async () => {
    const message = 'This password is too easy to guess';
    const answer = refusal(400, 'validation_failed', message, { issues: [{ path: 'password', message }] });
    valid().on('POST /api/auth/reset-password', answer);
    await fill('Purple-Lantern-7');
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/too easy to guess/));
  });

  it('still shows the form when the reset fails', async () => {
    valid().on('POST /api/auth/reset-password', new Response('', { status: 500 }));
    await fill('Purple-Lantern-7');
    const message = 'An error occurred while resetting your password. Please try again.';
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('Purple-Lantern-7');
  });
});
