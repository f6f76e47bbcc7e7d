import { mock } from 'node:test';
import { act, screen, waitFor } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import { leavePage } from '../../lib/leave-page';
import { rememberedList } from '../../lib/lead-views';

/** What the browser does when another tab has signed out, or signed in this user. */
const inAnotherTab = (userId: number | null) => {
  const key = 'lead-finder.my.owner';
  if (userId === null) localStorage.removeItem(key);
  else localStorage.setItem(key, String(userId));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
};

describe('A page whose browser has another tab', () => {
  it('shows the sign-in page after a sign-out there, and the home page after the next sign-in', async () => {
    const api = new FakeApi().signedIn(people.user);
    const { router } = renderApp('/my-day');
    await screen.findByRole('button', { name: 'Logout' });
    api.signedIn(null);
    inAnotherTab(null);
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
    expect(screen.queryByText(/signed out because your session ended/)).not.toBeInTheDocument();
    api.signedIn(people.user);
    inAnotherTab(people.user.id);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('starts anew for another user who signs in there', async () => {
    const left = mock.method(leavePage, 'to', () => undefined).mock;
    const api = new FakeApi().signedIn(people.user);
    renderApp('/my-day');
    await screen.findByRole('button', { name: 'Logout' });
    rememberedList.write({ q: 'pho' });
    api.signedIn(people.admin);
    localStorage.clear();
    inAnotherTab(people.admin.id);
    await waitFor(() => expect(left.calls[0]?.arguments).toEqual(['/']));
    expect(rememberedList.read()).toBeNull();
  });
});

describe('A session that ended', () => {
  it('promises nothing of what was typed if the browser stores none of it', async () => {
    const api = new FakeApi()
      .signedIn(people.user)
      .on('GET /api/my-day', refusal(401, 'unauthenticated', 'Please sign in.'));
    api.on('GET /api/user', ({ headers }) =>
      headers.has('X-Automatic') ? refusal(401, 'unauthenticated', 'No.') : people.user,
    );
    const { router } = renderApp('/my-day');
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
    expect(await screen.findByText(/your session ended. Sign in to go on/)).toBeVisible();
    expect(screen.queryByText(/What you typed/)).not.toBeInTheDocument();
  });
});
