import type { SessionUser } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const text =
  "Searches fail because PLACES_PROVIDER is not set. Set it, as 'Places provider' in docs/operations.md says.";
const open = (user: SessionUser = people.admin, notice: object = { code: 'places_provider_missing', text }) => {
  new FakeApi().signedIn(user).on('GET /api/places-notices', { notices: [notice] });
  return renderApp('/search');
};

describe('The search page of a product without a places provider', () => {
  it('shows an administrator what to set, and starts no search of a whole area', async () => {
    const { user } = open();
    expect(await screen.findByText(text)).toBeVisible();
    const area = within(await screen.findByRole('region', { name: 'Whole Area' }));
    await user.click(area.getByRole('button', { name: 'Show' }));
    expect(await area.findByText('A search cannot start until the places provider is set up.')).toBeVisible();
    expect(area.queryByRole('button', { name: 'Search Whole Area' })).not.toBeInTheDocument();
  });

  it.each([people.manager, people.user])('asks a $role to speak to an administrator', async (user) => {
    open(user, { code: 'places_provider_missing' });
    const asked = 'Searches fail because the places provider is not set up. Please tell an administrator.';
    expect(await screen.findByText(asked)).toBeVisible();
  });

  it('says nothing if the provider is a chosen sample', async () => {
    const { client } = open(people.admin, { code: 'places_sample', text });
    expect(await screen.findByRole('search', { name: 'Search for Businesses' })).toBeVisible();
    await waitFor(() => expect(client.getQueryState(['/api/places-notices'])?.status).toBe('success'));
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });
});
