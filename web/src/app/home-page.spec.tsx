import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people } from '../../test/fake-api';
import { renderApp } from '../../test/render-app';

const tabs = async () => within(await screen.findByRole('tablist')).getAllByRole('tab');
const selected = async () => (await tabs()).find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent;

describe('Home', () => {
  it('has two tabs for an administrator, the search first', async () => {
    new FakeApi().signedIn(people.admin);
    renderApp('/');
    expect((await tabs()).slice(0, 2).map((tab) => tab.textContent)).toEqual(['Search Businesses', 'CRM Dashboard']);
    expect(await selected()).toBe('Search Businesses');
  });

  it.each(['/crm', '/crm/'])('opens the tab of its address %s, and gives each tab an address', async (address) => {
    new FakeApi().signedIn(people.admin);
    const { user, router } = renderApp(address);
    expect(await selected()).toBe('CRM Dashboard');
    await user.click(screen.getByRole('tab', { name: 'Search Businesses' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await selected()).toBe('Search Businesses');
  });

  it.each([people.user, people.manager])('is the CRM list alone for $username', async (user) => {
    new FakeApi().signedIn(user);
    renderApp('/');
    expect(await screen.findByRole('heading', { name: 'My Assigned Businesses' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Search Businesses' })).not.toBeInTheDocument();
  });
});
