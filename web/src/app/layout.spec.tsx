import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../test/fake-api';
import { renderApp } from '../../test/render-app';
import { personalStore } from '../lib/browser-store';
import { request } from '../lib/http';

describe('The header', () => {
  it.each([
    [people.user, ['Home']],
    [people.manager, ['Home', 'Team Progress']],
    [people.admin, ['Home', 'Team Progress', 'User Management']],
  ])('links where $username may go', async (user, links) => {
    new FakeApi().signedIn(user);
    renderApp('/nowhere');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    expect(
      within(nav)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(expect.arrayContaining(links));
    expect(within(nav).queryByRole('link', { name: 'User Management' }) !== null).toBe(user.role === 'admin');
    expect(within(nav).queryByRole('link', { name: 'Team Progress' }) !== null).toBe(user.role !== 'user');
  });

  it.each([
    ['/crm', people.user, 'Home'],
    ['/pool', people.user, 'Pool'],
    ['/pool', people.admin, 'Home'],
    ['/distribution', people.admin, 'Home'],
    ['/territories', people.admin, 'Home'],
    ['/users/import', people.admin, 'User Management'],
  ])('marks the link that holds %s', async (address, user, name) => {
    new FakeApi().signedIn(user);
    renderApp(address);
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(nav.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([name]);
  });

  it('shows how to reach the support team', async () => {
    new FakeApi().signedIn(people.user);
    const { user } = renderApp('/nowhere');
    await user.click(await screen.findByRole('button', { name: 'Help' }));
    const help = await screen.findByRole('dialog', { name: 'Need Help?' });
    expect(within(help).getByRole('link')).toHaveAttribute('href', 'mailto:support@northfield.example');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(help).not.toBeInTheDocument());
  });

  it('changes the theme and remembers it', async () => {
    new FakeApi().signedIn(people.user);
    const { user } = renderApp('/nowhere');
    await user.click(await screen.findByRole('button', { name: /Sam Okafor/ }));
    await user.click(await screen.findByRole('button', { name: 'Dark theme', pressed: false }));
    expect(document.documentElement).toHaveAttribute('data-bs-theme', 'dark');
    expect(localStorage.getItem('lead-finder.device.theme')).toBe('"dark"');
  });
});

describe('Signing out', () => {
  it('does not follow from the second click of a double click on something else', async () => {
    const signOut = jest.fn(() => new Promise<object>(() => undefined));
    new FakeApi().signedIn(people.user).on('POST /api/logout', signOut);
    renderApp('/nowhere');
    const logout = await screen.findByRole('button', { name: 'Logout' });
    fireEvent.click(screen.getByRole('button', { name: 'Help' }), { detail: 1 });
    fireEvent.click(logout, { detail: 2 });
    await screen.findByRole('dialog', { name: 'Need Help?' });
    expect(signOut).not.toHaveBeenCalled();
    fireEvent.click(logout, { detail: 1 });
    await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1));
  });

  it("reports it, clears the user's data, and shows the sign-in page", async () => {
    let answer: () => void = () => undefined;
    new FakeApi()
      .signedIn(people.user)
      .on('POST /api/logout', () => new Promise<object>((resolve) => (answer = () => resolve({ message: 'Done' }))));
    const { user, router, client } = renderApp('/nowhere');
    // Signing in clears what the previous user stored, so the test stores it for this user.
    await screen.findByRole('button', { name: 'Logout' });
    client.setQueryData(['/api/my-businesses'], [{ name: 'Pho Hanoi Kitchen' }]);
    personalStore('list', {}).write({ q: 'pho' });
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('button', { name: 'Logging out...' })).toBeDisabled();
    answer();
    expect(await screen.findByText('You have been logged out successfully.')).toBeVisible();
    expect(screen.getByText('Logged out')).toBeVisible();
    expect(client.getQueryData(['/api/my-businesses'])).toBeUndefined();
    expect(localStorage.getItem('lead-finder.my.list')).toBeNull();
    await act(() => router.navigate('/crm'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
    expect(router.state.location.state).toBeNull();
  });

  it('reports a failure and stays', async () => {
    new FakeApi().signedIn(people.user).on('POST /api/logout', refusal(503, 'unavailable', 'The server is busy.'));
    const { user } = renderApp('/nowhere');
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Logout failed')).toBeVisible();
    expect(screen.getByText('The server is busy.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Logout' })).toBeEnabled();
  });
});

describe('A session that ended by itself', () => {
  it('leads to the sign-in page on the next 401, and returns afterwards', async () => {
    const api = new FakeApi()
      .signedIn(people.manager)
      .on('GET /api/all-tags', refusal(401, 'unauthenticated', 'Please sign in.'));
    const { router } = renderApp('/progress');
    expect(await screen.findByRole('button', { name: 'Logout' })).toBeVisible();
    api.signedIn(null);
    await expect(request('GET', '/api/all-tags')).rejects.toThrow('401');
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
    expect(router.state.location.state).toMatchObject({ from: { pathname: '/progress' } });
  });

  it('is not assumed after a late 401 while the session is alive', async () => {
    const api = new FakeApi()
      .signedIn(people.manager)
      .on('GET /api/all-tags', refusal(401, 'unauthenticated', 'Please sign in.'));
    const { router } = renderApp('/progress');
    await screen.findByRole('button', { name: 'Logout' });
    await expect(request('GET', '/api/all-tags')).rejects.toThrow('401');
    await waitFor(() => expect(api.sent('GET /api/user')).toHaveLength(2));
    expect(api.sent('GET /api/user')[1]?.headers.get('X-Automatic')).toBe('1');
    expect(router.state.location.pathname).toBe('/progress');
  });
});
