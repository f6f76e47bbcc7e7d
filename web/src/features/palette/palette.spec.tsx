import type { FoundLead } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import { lead, uuidOf } from '../lead-list/leads.fixture';

const found = (id: number, name: string, match: FoundLead['match'] = null): FoundLead => ({
  ...lead({ id, status: 'recontact', business: { name } }),
  match,
});

function open(user: (typeof people)[keyof typeof people] = people.user) {
  const api = new FakeApi().signedIn(user).on('GET /api/all-tags', []).on('GET /api/admin/users', []);
  api.on('GET /api/leads/find', ({ query }) => {
    const leads = [found(7, 'Hillcrest Yoga Collective'), found(8, 'Pleasant Hill Day Care')];
    return Response.json(leads.filter(({ business }) => business.name.toLowerCase().includes(query.get('q') ?? '')));
  });
  return { api, ...renderApp('/nowhere') };
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

describe('The command palette', () => {
  it('opens with Ctrl K, finds leads by name, and opens the selected one', async () => {
    const { user, router, api } = open();
    await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' });
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Search leads and commands' });
    expect(field).toHaveFocus();
    await user.type(field, 'hill');
    const found = await screen.findByRole('option', { name: /Pleasant Hill Day Care/ });
    expect(within(found).getByText('Hill').tagName).toBe('MARK');
    expect(within(found).getByText('Recontact')).toBeVisible();
    expect(api.sent('GET /api/leads/find').map(({ query }) => query.get('q'))).toEqual(['hill']);
    await user.keyboard('{ArrowDown}');
    expect(found).toHaveAttribute('aria-selected', 'true');
    expect(field).toHaveAttribute('aria-activedescendant', found.id);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/business/uuid/${uuidOf(8)}`));
    expect(screen.queryByRole('combobox', { name: 'Search leads and commands' })).not.toBeInTheDocument();
  });

  it('has what was typed right after its key, of which the page gets nothing', async () => {
    const { user, router } = open();
    await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' });
    await user.keyboard('{Control>}k{/Control}gdHill');
    expect(await screen.findByRole('combobox', { name: 'Search leads and commands' })).toHaveValue('gdHill');
    expect(router.state.location.pathname).toBe('/nowhere');
  });

  it('finds the lead of a pasted phone number, and says what matched', async () => {
    const { user, api } = open();
    api.on('GET /api/leads/find', [found(9, 'Delta Roofing', { field: 'phone', text: '(501) 555-0199' })]);
    await user.click(await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' }));
    await user.click(await screen.findByRole('combobox', { name: 'Search leads and commands' }));
    await user.paste('+1 (501) 555-0199');
    expect(await screen.findByRole('option', { name: /Delta Roofing/ })).toHaveTextContent('Phone: (501) 555-0199');
    expect(api.sent('GET /api/leads/find')[0]?.query.get('q')).toBe('+1 (501) 555-0199');
    expect(api.sent('GET /api/all-tags')).toEqual([]);
  });

  it('opens the first result of what was typed, although Enter comes before the response', async () => {
    const { user, router, api } = open();
    let respond = (_leads: FoundLead[]) => {};
    api.on('GET /api/leads/find', () => new Promise((resolve) => (respond = (leads) => resolve(Response.json(leads)))));
    await user.click(await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' }));
    await user.type(await screen.findByRole('combobox', { name: 'Search leads and commands' }), 'use the{Enter}');
    await waitFor(() => expect(api.sent('GET /api/leads/find')).toHaveLength(1));
    expect(screen.getByRole('option', { name: 'Use the dark theme' })).toBeVisible();
    respond([found(7, 'Use the Force Gym')]);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/business/uuid/${uuidOf(7)}`));
  });

  it('says if the search failed', async () => {
    const { user, api } = open();
    api.on('GET /api/leads/find', () => new Response(null, { status: 503 }));
    await user.click(await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' }));
    await user.type(await screen.findByRole('combobox', { name: 'Search leads and commands' }), 'qqqq');
    expect(await screen.findByText('Not everything could be searched. Type again to retry.')).toBeVisible();
    expect(screen.queryByText(/Nothing matches/)).not.toBeInTheDocument();
  });

  const manager = { ...people.manager, managesTeam: true };
  it.each([
    ['an administrator', people.admin, '/api/admin/users'],
    ['a manager of teams', manager, '/api/users-for-reassignment'],
  ])('finds people for %s, and opens their leads', async (_, who, list) => {
    const { user, api, router } = open(who);
    api.on(`GET ${list}`, [{ id: 4, username: 'alex', fullName: 'Alexandra Lindqvist', role: 'user' }]);
    await user.click(await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' }));
    await user.type(await screen.findByRole('combobox', { name: 'Search leads and commands' }), 'lind');
    await user.click(await screen.findByRole('option', { name: /^Alexandra/ }));
    await waitFor(() => expect(router.state.location.search).toContain('userId=4'));
  });

  it('asks for no people for a manager without teams, who sees own leads alone', async () => {
    const { user, api } = open(people.manager);
    await user.click(await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' }));
    await user.type(await screen.findByRole('combobox', { name: 'Search leads and commands' }), 'lind');
    expect(await screen.findByText('Nothing matches ‘lind’.')).toBeVisible();
    expect(api.sent('GET /api/users-for-reassignment')).toEqual([]);
  });

  it('finds tags, and opens the leads that have them', async () => {
    const { user, api, router } = open();
    api.on('GET /api/all-tags', ['Hot', 'Hotel trade']);
    await user.click(await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' }));
    await user.type(await screen.findByRole('combobox', { name: 'Search leads and commands' }), 'hot');
    await user.click(await screen.findByRole('option', { name: /trade/ }));
    await waitFor(() => expect(router.state.location.search).toContain('tag=Hotel+trade'));
  });

  it('offers the pages that the user may open, by the starts of their words', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' }));
    await screen.findByRole('combobox', { name: 'Search leads and commands' });
    expect(options()).toEqual(expect.arrayContaining(['My dayG D', 'Map of leadsG M']));
    expect(options().join()).not.toMatch(/User Management|Team Progress|Import|Audit/);
    await user.keyboard('m da');
    expect(options()).toEqual(['My dayG D', 'Work the leads of my day, one after another']);
    await user.keyboard('x');
    expect(await screen.findByText('Nothing matches ‘m dax’.')).toBeVisible();
  });

  it('offers an admin the screens of admins', async () => {
    const { user, router } = open(people.admin);
    await user.click(await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' }));
    await user.click(await screen.findByRole('option', { name: /User Management/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
  });

  it('changes the theme', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' }));
    await user.click(await screen.findByRole('option', { name: 'Use the dark theme' }));
    expect(document.documentElement).toHaveAttribute('data-bs-theme', 'dark');
  });
});

describe('The keys of every page', () => {
  it('open a page with G and its letter, but not while the user types', async () => {
    const { user, router } = open();
    await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' });
    await user.keyboard('gd');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-day'));
    await user.keyboard('/');
    expect(await screen.findByRole('combobox', { name: 'Search leads and commands' })).toHaveValue('');
    await user.keyboard('gc');
    expect(router.state.location.pathname).toBe('/my-day');
  });

  it("are listed by '?'", async () => {
    const { user } = open();
    await screen.findByRole('button', { name: 'Search and commands (Ctrl K)' });
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keys' });
    expect(within(dialog).getByText('Search leads, screens and actions')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});
