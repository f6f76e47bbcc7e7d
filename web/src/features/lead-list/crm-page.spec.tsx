import { act, screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { changedLead } from '../../../test/lead-world';
import { renderApp } from '../../../test/render-app';
import { alexandra, lead, sam, uuidOf } from './leads.fixture';
import { facets, LeadServer } from './lead-server.fixture';

const delta = lead({ id: 2, user: alexandra, viewed: false, tags: ['Imported'], business: { name: 'Delta Roofing' } });
const pho = lead({ id: 1, customFields: { email: 'hello@phohanoi.example' } });
const kessler = lead({
  id: 3,
  archived: true,
  existingCustomer: true,
  status: 'closed_won',
  business: { name: 'Kessler Hardware' },
});
const many = Array.from({ length: 25 }, (_, index) =>
  lead({ id: index + 1, business: { name: `Business ${index + 1}` } }),
);

const open = (api: FakeApi, address = '/crm') => ({ api, ...renderApp(address) });
const cards = async () => {
  const buttons = await screen.findAllByRole('button', { name: 'View Profile' });
  return [...new Set(buttons.map((button) => button.closest('li')))];
};
const lastQuery = (api: FakeApi) => Object.fromEntries(api.sent('GET /api/admin/all-assignments').at(-1)?.query ?? []);

describe('The CRM list', () => {
  it('has the title of all assignments for an administrator, and links to the import', async () => {
    new LeadServer([pho]).signedIn(people.admin);
    const { user, router } = renderApp('/crm');
    expect(await screen.findByRole('heading', { name: 'All Business Assignments' })).toBeVisible();
    expect(screen.getByText('Every lead of the team, whoever it is assigned to.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Import from CSV' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/import'));
  });

  it('has the title of the own leads for other users, and offers no import', async () => {
    new LeadServer([pho]).signedIn(people.user);
    renderApp('/');
    expect(await screen.findByRole('heading', { name: 'My Assigned Businesses' })).toBeVisible();
    expect(screen.getByText('Leads that are assigned to you.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Import from CSV' })).not.toBeInTheDocument();
  });

  it('shows the details of the lead on a card', async () => {
    new LeadServer([pho]).signedIn(people.user);
    renderApp('/crm');
    const [card] = await cards();
    const inside = within(card!);
    expect(inside.getByRole('link', { name: 'Pho Hanoi Kitchen' })).toHaveAttribute(
      'href',
      `/business/uuid/${uuidOf(1)}`,
    );
    expect(inside.getByText('1619 Rebsamen Park Rd, Little Rock, AR 72202, USA')).toBeVisible();
    expect(inside.getByRole('link', { name: 'Map' })).toHaveAttribute(
      'href',
      expect.stringContaining('google.com/maps'),
    );
    expect(inside.getByRole('link', { name: '(501) 555-0199' })).toHaveAttribute('href', 'tel:5015550199');
    expect(inside.getAllByRole('link', { name: 'Website' })[0]).toHaveAttribute('href', 'https://phohanoi.example');
    expect(inside.getByRole('link', { name: 'hello@phohanoi.example' })).toHaveAttribute(
      'href',
      'mailto:hello@phohanoi.example',
    );
    expect(inside.getByText('Sam Okafor')).toBeVisible();
    expect(inside.getByText('New')).toBeVisible();
    expect(inside.queryByRole('button', { name: 'Mark as Viewed' })).not.toBeInTheDocument();
  });

  it('marks new, imported, archived and customer leads, and links no map for imported ones', async () => {
    new LeadServer([delta, kessler]).signedIn(people.admin);
    renderApp('/crm?hideClosed=false&archived=true&existingCustomers=true');
    const [first, second] = await cards();
    expect(first).toHaveClass('unviewed');
    expect(within(first!).getByText('NEW')).toBeVisible();
    expect(within(first!).getByText('Imported')).toBeVisible();
    expect(within(first!).queryByRole('link', { name: 'Map' })).not.toBeInTheDocument();
    expect(within(first!).getByText('No email')).toBeVisible();
    expect(second).not.toHaveClass('unviewed');
    expect(within(second!).getByText('ARCHIVED')).toBeVisible();
    expect(within(second!).getByText('Existing customer')).toBeVisible();
  });

  it('marks a lead as viewed', async () => {
    const api = new LeadServer([delta]).signedIn(people.admin).on('POST /api/business-view/*', changedLead());
    const { user } = open(api);
    await user.click((await screen.findAllByRole('button', { name: 'Mark as Viewed' }))[0]!);
    expect(await screen.findByText('Business marked as viewed')).toBeVisible();
    expect(api.sent('POST /api/business-view/2')).toHaveLength(1);
    expect(api.sent('GET /api/admin/all-assignments').length).toBeGreaterThan(1);
  });

  it('reads the list again by the button, and after a change signal', async () => {
    const { api, user } = open(new LeadServer([pho]).signedIn(people.user));
    await cards();
    await user.click(screen.getByRole('button', { name: 'Refresh List' }));
    expect(await screen.findByText('List refreshed')).toBeVisible();
    const before = api.sent('GET /api/admin/all-assignments').length;
    act(() => void window.dispatchEvent(new Event('leads-changed')));
    await waitFor(() => expect(api.sent('GET /api/admin/all-assignments')).toHaveLength(before + 1));
    expect(api.sent('GET /api/admin/all-assignments').at(-1)?.headers.get('X-Automatic')).toBe('1');
    expect(api.sent('GET /api/admin/all-assignments')[0]?.headers.get('X-Automatic')).toBeNull();
  });

  it('shows a skeleton while it loads, then why it failed, and tries again', async () => {
    let answer: (reply: Response) => void = () => undefined;
    const api = new LeadServer([pho]).signedIn(people.user);
    api.on('GET /api/admin/all-assignments', () => new Promise<Response>((resolve) => (answer = resolve)));
    const { user } = open(api);
    expect(await screen.findByRole('list', { name: 'Loading leads' })).toHaveAttribute('aria-busy', 'true');
    answer(refusal(503, 'unavailable', 'The leads service is busy.'));
    expect(await screen.findByRole('heading', { name: 'The list could not be loaded' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The leads service is busy. Nothing you did is lost. Your filters are kept.',
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Request test-request');
    api.serve();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: 'Pho Hanoi Kitchen' })).toBeVisible();
  });
});

describe('An empty list', () => {
  it('says who assigns leads to a user', async () => {
    new LeadServer([]).signedIn(people.user);
    renderApp('/crm');
    expect(await screen.findByRole('heading', { name: 'No business assignment found' })).toBeVisible();
    expect(screen.getByText(/Nothing is assigned to you yet\. An administrator assigns leads/)).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Refresh List' })).toHaveLength(2);
  });

  it('links an administrator to the search', async () => {
    new LeadServer([]).signedIn(people.admin);
    renderApp('/crm');
    expect(await screen.findByText(/Search for businesses and assign them, or import a CSV file/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search Businesses' })).toHaveAttribute('href', '/search');
  });

  it('offers to reset filters that match nothing', async () => {
    const { user, router } = open(new LeadServer([pho]).signedIn(people.user), '/crm?q=unknown&view=table');
    await screen.findByText(/None of your leads matches the filters/);
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(await screen.findByRole('link', { name: 'Pho Hanoi Kitchen' })).toBeVisible();
    expect(router.state.location.search).toBe('?view=table');
  });
});

describe('Paging', () => {
  it('counts the results and turns pages', async () => {
    const { api, user } = open(new LeadServer(many).signedIn(people.user));
    expect(await screen.findByText('25 results found')).toBeVisible();
    expect(screen.getByText('page 1/3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByRole('link', { name: 'Business 11' })).toBeVisible();
    expect(lastQuery(api)).toMatchObject({ page: '2', pageSize: '10', hideClosed: 'true', sort: 'newest' });
  });

  it('returns to page 1 with another page size or filter', async () => {
    const { api, user } = open(new LeadServer(many).signedIn(people.user), '/crm?page=3');
    await screen.findByText('page 3/3');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Page size' }), '20');
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ page: '1', pageSize: '20' }));
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await screen.findByText('page 2/2');
    await user.click(screen.getByRole('checkbox', { name: 'Hide Closed Leads' }));
    await screen.findByText('page 1/2');
    expect(lastQuery(api)).not.toHaveProperty('hideClosed');
  });

  it('goes to the last existing page', async () => {
    open(new LeadServer(many).signedIn(people.user), '/crm?page=9');
    expect(await screen.findByText('page 3/3')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Business 21' })).toBeVisible();
  });

  describe('behind page 100', () => {
    /** Serves 300 pages, each with a lead that names it, and cursors that name their page. */
    const far = () =>
      new LeadServer([]).signedIn(people.admin).on('GET /api/admin/all-assignments', ({ query }) => {
        const cursor = query.get('cursor');
        if (cursor === 'old') return refusal(400, 'validation_failed', 'The cursor does not belong to this list');
        const number = Number(cursor ?? query.get('page'));
        const headers = {
          'X-Total-Count': '3000',
          'X-Next-Cursor': `${number + 1}`,
          'X-Previous-Cursor': `${number - 1}`,
        };
        if (number > 300) return Response.json([], { headers: { ...headers, 'X-Previous-Cursor': '300' } });
        return Response.json([lead({ id: number, business: { name: `Page ${number}` } })], { headers });
      });
    const shown = (number: number) => screen.findByRole('link', { name: `Page ${number}` });

    it('goes on and back by cursor and keeps the number of the page', async () => {
      const { api, user, router } = open(far(), '/crm?page=100');
      await shown(100);
      for (const [direction, number] of [
        ['Next', 101],
        ['Next', 102],
        ['Previous', 101],
      ] as const) {
        await user.click(screen.getByRole('button', { name: `${direction} page` }));
        await shown(number);
        expect(screen.getByText(`page ${number}/300`)).toBeVisible();
        await waitFor(() => expect(router.state.location.search).toBe(`?page=${number}&at=${number}`));
      }
      await user.click(screen.getByRole('button', { name: 'Previous page' }));
      await shown(100);
      await waitFor(() => expect(router.state.location.search).toBe('?page=100'));
      const cursors = api.sent('GET /api/admin/all-assignments').map(({ query }) => query.get('cursor'));
      expect(cursors).toEqual([null, '101', '102']);
    });

    it('shows the last page if there is none any more, by its cursor', async () => {
      const { api } = open(far(), '/crm?page=500&at=500');
      await shown(300);
      expect(screen.getByText('page 300/300')).toBeVisible();
      expect(lastQuery(api)).toMatchObject({ cursor: '300' });
    });

    it('begins at page 1 if the server does not know the cursor', async () => {
      open(far(), '/crm?page=200&at=old');
      await shown(1);
    });
  });

  it('shows 10,000+ if the server stopped counting, and counts exactly on request', async () => {
    const api = new LeadServer(many).signedIn(people.admin);
    api.on('GET /api/admin/all-assignments', ({ query }) => {
      const isExact = query.get('count') === 'exact';
      const headers = { 'X-Total-Count': isExact ? '14572' : '10000', 'X-Total-Count-Exact': String(isExact) };
      return Response.json(many.slice(0, 10), { headers });
    });
    const { user } = open(api);
    expect(await screen.findByText('10,000+ results found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'count exactly' }));
    expect(await screen.findByText('14,572 results found')).toBeVisible();
  });
});

describe('The filters', () => {
  it('are sent to the server, shown as chips, and removed one by one', async () => {
    const api = new LeadServer([pho, delta]).signedIn(people.admin).on('GET /api/admin/users', [sam, alexandra]);
    const { user, router } = open(api);
    await cards();
    await user.click(screen.getByRole('button', { name: 'Show Filters' }));
    const panel = within(await screen.findByRole('region', { name: 'Filters' }));
    await user.type(panel.getByRole('searchbox', { name: 'Search Name' }), 'del');
    await panel.findByRole('option', { name: 'Alexandra Lindqvist-Marchetti (214)' });
    await user.selectOptions(panel.getByRole('combobox', { name: 'Assigned User' }), '4');
    await user.click(panel.getByRole('button', { name: /Lead Status/ }));
    await user.click(panel.getByRole('checkbox', { name: 'Recontact' }));
    await user.click(panel.getByRole('checkbox', { name: 'New' }));
    await user.click(await panel.findByRole('button', { name: /Custom Tags/ }));
    await user.type(panel.getByRole('searchbox', { name: 'Search tags' }), 'WALK');
    await waitFor(() => expect(panel.queryByRole('checkbox', { name: /Trade show/ })).not.toBeInTheDocument());
    await user.click(panel.getByRole('checkbox', { name: /Walk-in welcome/ }));
    await user.selectOptions(panel.getByRole('combobox', { name: 'US State' }), 'AR');
    await user.selectOptions(panel.getByRole('combobox', { name: 'UK County' }), 'Kent');
    await waitFor(() =>
      expect(router.state.location.search).toBe(
        '?q=del&userId=4&status=new&status=recontact&tag=Walk-in+welcome&state=AR&county=Kent',
      ),
    );
    expect(api.sent('GET /api/admin/all-assignments').at(-1)?.query.getAll('status')).toEqual(['new', 'recontact']);
    const chips = within(screen.getByRole('group', { name: 'Filters in use' }));
    expect(chips.getByText('Alexandra Lindqvist-Marchetti')).toBeVisible();
    await user.click(chips.getByRole('button', { name: 'Remove filter Status New, Recontact' }));
    await user.click(panel.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(router.state.location.search).toBe('?q=del&userId=4&state=AR&county=Kent'));
    await user.click(panel.getByRole('button', { name: 'Reset Filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(panel.getByRole('searchbox', { name: 'Search Name' })).toHaveValue('');
  });

  it('have no field for tags and counties if there are none, and only the own name for a user', async () => {
    localStorage.setItem('lead-finder.my.filter-fields', JSON.stringify({ tags: true, counties: true }));
    const api = new LeadServer([pho])
      .signedIn(people.user)
      .on('GET /api/lead-facets', { ...facets, tags: [], counties: [] });
    const { user } = open(api);
    await cards();
    await user.click(screen.getByRole('button', { name: 'Show Filters' }));
    await waitFor(() => expect(screen.getByRole('option', { name: 'AR (12)' })).toBeInTheDocument());
    expect(screen.queryByText('Custom Tags')).not.toBeInTheDocument();
    expect(screen.queryByText('UK County')).not.toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Assigned User' })).toHaveDisplayValue('Sam Okafor');
    await user.click(screen.getByRole('button', { name: 'Hide Filters' }));
    expect(screen.queryByText('US State')).not.toBeInTheDocument();
  });

  it('choose the pool of one team, which its chip names', async () => {
    const { api, user, router } = open(new LeadServer([pho]).signedIn(people.admin));
    await cards();
    await user.click(screen.getByRole('button', { name: 'Show Filters' }));
    const field = screen.getByRole('combobox', { name: 'Leads without a User' });
    await user.selectOptions(field, await screen.findByRole('option', { name: 'Pool of Little Rock (31)' }));
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ pool: '4' }));
    expect(router.state.location.search).toBe('?pool=4');
    await user.click(await screen.findByRole('button', { name: 'Remove filter Pool of Little Rock' }));
    await waitFor(() => expect(field).toHaveDisplayValue('With all others'));
    await user.selectOptions(field, 'Pool (8)');
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ pool: 'organisation' }));
    await user.selectOptions(field, 'Only in a pool');
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ pool: 'true' }));
  });

  it('show archived leads beside the others, and customers when asked', async () => {
    const { api, user } = open(new LeadServer([pho]).signedIn(people.user));
    await cards();
    await user.click(screen.getByRole('checkbox', { name: 'Show Archived' }));
    await user.click(screen.getByRole('checkbox', { name: 'Show Existing Customers' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by date' }), 'Oldest First');
    await waitFor(() =>
      expect(lastQuery(api)).toMatchObject({ archived: 'any', existingCustomers: 'true', sort: 'oldest' }),
    );
  });

  it('search users and tags by name on the server if there are too many to list', async () => {
    const crowd = Array.from({ length: 201 }, (_, id) => ({
      id: id + 10,
      username: `user${id}`,
      fullName: `Person ${id}`,
      role: 'user',
    }));
    const tags = Array.from({ length: 50 }, (_, index) => ({ value: `Tag ${index}`, count: 1 }));
    const api = new LeadServer([pho])
      .signedIn(people.admin)
      .on('GET /api/admin/users', ({ query }) => (query.get('q') === 'ale' ? [alexandra] : crowd))
      .on('GET /api/lead-facets', ({ query }) => ({
        ...facets,
        tags: query.get('q') === 'rare' ? [{ value: 'Rare', count: 1 }] : tags,
      }));
    const { user, router } = open(api);
    await cards();
    await user.click(screen.getByRole('button', { name: 'Show Filters' }));
    await user.type(await screen.findByPlaceholderText('All Users: type a name'), 'ale');
    await user.click(await screen.findByRole('option', { name: /Alexandra/ }));
    await waitFor(() => expect(router.state.location.search).toBe('?userId=4'));
    await user.click(await screen.findByRole('button', { name: /Custom Tags/ }));
    await user.type(screen.getByRole('searchbox', { name: 'Search tags' }), 'rare');
    await user.click(await screen.findByRole('checkbox', { name: /Rare/ }));
    await waitFor(() => expect(router.state.location.search).toBe('?userId=4&tag=Rare'));
    await user.click(screen.getByRole('button', { name: 'Reset Filters' }));
    await waitFor(() => expect(screen.getByPlaceholderText('All Users: type a name')).toHaveValue(''));
  });
});

describe('Coming back to the list', () => {
  const returnTo = async (address: string) => {
    const page = open(new LeadServer(many).signedIn(people.user), address);
    const scrolls = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    await openProfile(page.user);
    await waitFor(() => expect(page.router.state.location.pathname).toBe(`/business/uuid/${uuidOf(14)}`));
    await act(() => page.router.navigate('/crm'));
    return { ...page, scrolls };
  };
  const openProfile = async (user: ReturnType<typeof renderApp>['user']) => {
    const link = await screen.findByRole('link', { name: 'Business 14' });
    Object.defineProperty(window, 'scrollY', { value: 420, configurable: true });
    await user.click(link);
  };
  afterEach(() => {
    jest.restoreAllMocks();
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
  });

  it('restores page, filters, view and scroll position, and highlights the lead', async () => {
    const { router, scrolls } = await returnTo('/crm?page=2&sort=oldest');
    const card = (await screen.findByRole('link', { name: 'Business 14' })).closest('li');
    expect(card).toHaveClass('returned');
    expect(scrolls).toHaveBeenLastCalledWith({ top: 420, behavior: 'instant' });
    expect(router.state.location.search).toBe('?page=2&sort=oldest');
    await waitFor(() => expect(card).not.toHaveClass('returned'));
  });

  it('remembers the view, too', async () => {
    await returnTo('/crm?page=2&view=table');
    expect(await screen.findByRole('table')).toBeVisible();
    expect((await screen.findByRole('link', { name: 'Business 14' })).closest('tr')).toHaveClass('returned');
  });

  it('follows a link with other filters', async () => {
    const { api, router } = open(new LeadServer(many).signedIn(people.user), '/crm?page=2');
    await screen.findByText('page 2/3');
    await act(() => router.navigate('/crm?q=Business+7'));
    expect(await screen.findByText('1 result found')).toBeVisible();
    expect(lastQuery(api)).toMatchObject({ q: 'Business 7', page: '1' });
  });
});
