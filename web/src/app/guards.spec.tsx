import { act, screen, waitFor } from '@testing-library/react';
import { pages, type SessionUser } from '@lead-finder/contracts';
import type { RouteObject } from 'react-router-dom';
import { FakeApi, people, refusal } from '../../test/fake-api';
import { renderApp } from '../../test/render-app';
import { routes } from './routes';

const arrivesAt = async (user: SessionUser | null, from: string, to: string) => {
  new FakeApi().signedIn(user);
  const { router } = renderApp(from);
  await waitFor(() => expect(screen.queryByText('Loading...')).not.toBeInTheDocument());
  await waitFor(() => expect(router.state.location.pathname).toBe(to));
};

const pathsOf = ({ path, children = [] }: RouteObject): string[] => [
  ...(path ? [path] : []),
  ...children.flatMap(pathsOf),
];

describe('Who may see which page', () => {
  it('knows the pages that the gateway answers with 200, and no others', () =>
    expect(routes.flatMap(pathsOf).sort()).toEqual([...pages, '*'].sort()));

  it('shows a spinner while the session loads', async () => {
    new FakeApi().on('GET /api/user', () => new Promise<object>(() => undefined));
    renderApp('/crm');
    expect(await screen.findByText('Loading...')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Home' })).not.toBeInTheDocument();
  });

  it.each(['/', '/search', '/crm', '/business/12', '/business/uuid/4b8c', '/users', '/import', '/progress'])(
    'sends a visitor without a session from %s to sign-in',
    (path) => arrivesAt(null, path, '/auth'),
  );

  it('redirects a signed-in user from the sign-in page to the home page', () => arrivesAt(people.user, '/auth', '/'));

  it.each([people.user, people.manager])('sends $username from /users home', (user) => arrivesAt(user, '/users', '/'));

  it('redirects a user from /progress to the list', () => arrivesAt(people.user, '/progress', '/crm'));

  it.each([people.manager, people.admin])('lets $username see /progress', (user) =>
    arrivesAt(user, '/progress', '/progress'),
  );

  it.each([people.user, people.manager])('shows $username that /import is for administrators', async (account) => {
    new FakeApi().signedIn(account);
    const { user, router } = renderApp('/import');
    expect(await screen.findByRole('heading', { name: 'Admin Access Required' })).toBeVisible();
    expect(screen.getByText('You need administrator privileges to access this page.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Return to Home' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it.each([
    [0, 5_000],
    [0.5, 7_500],
  ])(
    'loads the page by itself, with one read, when the session can be read again (random %d)',
    async (random, afterMs) => {
      jest.useFakeTimers();
      const spread = jest.spyOn(Math, 'random').mockReturnValue(random);
      try {
        const api = new FakeApi().on(
          'GET /api/user',
          refusal(503, 'unavailable', 'The users service is not available.'),
        );
        renderApp('/import');
        expect(await screen.findByText('Lead Finder could not be reached')).toBeVisible();
        await act(() => jest.advanceTimersByTimeAsync(afterMs));
        expect(screen.getByText('Lead Finder could not be reached')).toBeVisible();
        expect(api.sent('GET /api/user').at(-1)?.headers.get('X-Automatic')).toBe('1');
        expect(api.sent('GET /api/user')).toHaveLength(2);
        api.signedIn(people.admin);
        await act(() => jest.advanceTimersByTimeAsync(afterMs));
        expect(await screen.findByRole('link', { name: 'User Management' })).toBeVisible();
        expect(api.sent('GET /api/user')).toHaveLength(3);
      } finally {
        spread.mockRestore();
        jest.useRealTimers();
      }
    },
  );

  it('offers to try again when the session cannot be read', async () => {
    const api = new FakeApi().on('GET /api/user', new Response('', { status: 503 }));
    const { user, router } = renderApp('/import');
    expect(await screen.findByText('Lead Finder could not be reached')).toBeVisible();
    api.signedIn(people.admin);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: 'User Management' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/import');
  });
});
