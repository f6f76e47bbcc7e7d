import { screen } from '@testing-library/react';
import { FakeApi, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const open = async (api: FakeApi, email: string) => {
  const page = renderApp('/forgot-password');
  await page.user.type(await screen.findByLabelText('Email'), email);
  await page.user.click(screen.getByRole('button', { name: 'Send reset link' }));
  return { ...page, api };
};

describe('The forgot-password page', () => {
  it('leads back to the login', async () => {
    new FakeApi();
    renderApp('/forgot-password');
    expect(await screen.findByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/auth');
  });

  it('accepts only a valid address', async () => {
    const { api } = await open(new FakeApi(), 'sam');
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(api.sent('POST /api/auth/forgot-password')).toHaveLength(0);
  });

  it('says the same whether the account exists or not', async () => {
    await open(new FakeApi().on('POST /api/auth/forgot-password', { message: 'ok' }), 'sam@northfield.example');
    const sent = "If an account exists with that email, we've sent a password reset link.";
    expect(await screen.findByText(sent)).toBeVisible();
  });

  it('shows the fallback for an error without a message', async () => {
    const answer = new Response('', { status: 500 });
    await open(new FakeApi().on('POST /api/auth/forgot-password', answer), 'sam@northfield.example');
    expect(await screen.findByText('An error occurred. Please try again.')).toBeVisible();
  });

  it('shows the message of an error, and preserves the typed text', async () => {
    const answer = refusal(429, 'rate_limited', 'Too many requests. Try again in an hour.');
    await open(new FakeApi().on('POST /api/auth/forgot-password', answer), 'sam@northfield.example');
    expect(await screen.findByText('Too many requests. Try again in an hour.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('sam@northfield.example');
  });

  it('asks to try later if the server is not reachable', async () => {
    const fail = () => Promise.reject(new TypeError('Failed to fetch'));
    await open(new FakeApi().on('POST /api/auth/forgot-password', fail), 'sam@northfield.example');
    expect(await screen.findByText('An error occurred. Please try again later.')).toBeVisible();
  });
});
