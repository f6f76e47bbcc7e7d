import { mock } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import { leavePage } from '../../lib/leave-page';

const offered = { providers: [{ id: 4, kind: 'oidc', name: 'Northfield ID' }], hasDomains: true };
const answer = { address: 'https://login.northfield.example/authorize?state=1' };
const left = () => mock.method(leavePage, 'to', () => undefined).mock;

describe('The sign-in page', () => {
  it('has no other way to sign in while no provider is enabled', async () => {
    const api = new FakeApi();
    renderApp('/auth');
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
    await waitFor(() => expect(api.sent('GET /api/sign-in/providers')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Other ways to sign in' })).toBeNull();
  });

  it('goes to a provider, and names the page that was asked for', async () => {
    const to = left();
    const api = new FakeApi()
      .on('GET /api/sign-in/providers', { ...offered, hasDomains: false })
      .on('POST /api/sign-in/oidc/*/start', answer);
    const { user } = renderApp('/progress?kind=overdue');
    await user.click(await screen.findByRole('button', { name: 'Continue with Northfield ID' }));
    await waitFor(() => expect(to.calls[0]?.arguments).toEqual([answer.address]));
    expect(api.sent('POST /api/sign-in/oidc/4/start')[0]?.body).toEqual({ returnTo: '/progress?kind=overdue' });
    expect(screen.queryByRole('button', { name: 'Continue with your company' })).toBeNull();
  });

  it('finds the provider of a company by the e-mail address', async () => {
    const to = left();
    const api = new FakeApi()
      .on('GET /api/sign-in/providers', offered)
      .on('POST /api/sign-in/provider-of-domain', { id: 4, kind: 'saml', name: 'Northfield ID' })
      .on('POST /api/sign-in/saml/*/start', answer);
    const { user } = renderApp('/auth');
    await user.click(await screen.findByRole('button', { name: 'Continue with your company' }));
    await user.type(screen.getByLabelText('Email at your company'), 'kim@northfield.example{Enter}');
    await waitFor(() => expect(to.calls[0]?.arguments).toEqual([answer.address]));
    expect(api.sent('POST /api/sign-in/provider-of-domain')[0]?.body).toEqual({ email: 'kim@northfield.example' });
  });

  it('says at the field that no company has this domain, until the address changes', async () => {
    const message = 'There is no sign-in for this domain. Check the address, or use your username and password.';
    const issues = [{ path: 'email', message: 'Please enter a valid email address' }];
    const api = new FakeApi()
      .on('GET /api/sign-in/providers', offered)
      .on('POST /api/sign-in/provider-of-domain', refusal(404, 'not_found', message));
    const { user } = renderApp('/auth');
    await user.click(await screen.findByRole('button', { name: 'Continue with your company' }));
    const field = screen.getByLabelText('Email at your company');
    await user.type(field, 'kim@unknown.example{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    expect(screen.queryByText('Login failed')).toBeNull();
    api.on('POST /api/sign-in/provider-of-domain', refusal(400, 'validation_failed', 'Bad', { issues }));
    await user.clear(field);
    expect(field).toBeValid();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(issues[0]!.message)));
  });

  it('shows one sentence if the provider is down, and the password still works', async () => {
    const message = 'The identity provider did not answer. Please try again in a moment.';
    new FakeApi()
      .on('GET /api/sign-in/providers', offered)
      .on('POST /api/sign-in/oidc/*/start', refusal(503, 'unavailable', message))
      .on('POST /api/login', people.user);
    const { user } = renderApp('/auth');
    await user.click(await screen.findByRole('button', { name: 'Continue with Northfield ID' }));
    expect(await screen.findByText(message)).toBeVisible();
    await user.type(screen.getByLabelText('Username or email'), 'sam');
    await user.type(screen.getByLabelText('Password'), 'Demo1234{Enter}');
    expect(await screen.findByText('Login successful')).toBeVisible();
  });

  it('says why a sign-in by a provider was refused, and nothing that an address made up', async () => {
    new FakeApi();
    const { unmount } = renderApp('/auth?problem=no_account');
    expect(await screen.findByText('You have no account here yet. Ask your manager for one.')).toBeVisible();
    unmount();
    renderApp('/auth?problem=constructor');
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leaves for the sign-out of the provider after a sign-out', async () => {
    const to = left();
    const redirectTo = 'https://login.northfield.example/end';
    new FakeApi().signedIn(people.user).on('POST /api/logout', { message: 'Done', redirectTo });
    const { user } = renderApp('/users');
    await user.click(await screen.findByRole('button', { name: 'Sam Okafor, your menu' }));
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(to.calls[0]?.arguments).toEqual([redirectTo]));
  });
});
