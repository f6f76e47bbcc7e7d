import type { SessionUser } from '@lead-finder/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { answer, argenta, brandt, business, capitol } from '../../../test/found-businesses';
import { renderApp } from '../../../test/render-app';

const dentists = '/search?businessType=dentist&location=Little+Rock%2C+AR';
const path = 'POST /api/search-businesses';

const open = (address: string, user: SessionUser = people.admin, api = new FakeApi()) => {
  api.signedIn(user).on(path, answer([capitol, argenta, brandt]));
  return { api, ...renderApp(address) };
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const select = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const found = () => screen.findByRole('heading', { name: 'Results (3 businesses found)' });

describe('The search form', () => {
  it('requires type and location before it searches', async () => {
    const { api, user } = open('/search');
    await user.click(await screen.findByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Business type is required')).toBeVisible();
    expect(screen.getByText('Location is required')).toBeVisible();
    expect(api.sent(path)).toHaveLength(0);
  });

  it('suggests from two characters on, and searches with the defaults of the screen', async () => {
    const { api, user, router } = open('/search');
    const type = await screen.findByRole('combobox', { name: 'Business type' });
    await user.type(type, 'p');
    expect(screen.queryAllByRole('option', { name: /plumber/ })).toHaveLength(0);
    await user.type(type, 'lu');
    await user.click(screen.getByRole('option', { name: 'plumber' }));
    await user.type(screen.getByRole('combobox', { name: 'Location' }), 'austin{ArrowDown}{Enter}');
    await user.click(button('Search'));
    await found();
    expect(api.sent(path)[0]?.body).toEqual({
      businessType: 'plumber',
      location: 'Austin, TX',
      searchMethod: 'textSearch',
      page: 1,
      pageSize: 20,
      radius: 4_828,
      maxResults: 20,
      sortBy: 'relevance',
    });
    expect(router.state.location.search).toBe('?businessType=plumber&location=Austin%2C+TX');
  });

  it('searches with Enter, and closes its suggestions', async () => {
    const { user } = open('/search');
    await user.type(await screen.findByRole('combobox', { name: 'Business type' }), 'dentist');
    await user.type(screen.getByRole('combobox', { name: 'Location' }), 'Austin, TX');
    expect(screen.getByRole('option', { name: 'Austin, TX' })).toBeVisible();
    await user.keyboard('{Enter}');
    await found();
    expect(screen.getByRole('combobox', { name: 'Location' })).toHaveAttribute('aria-expanded', 'false');
  });

  it('shows all results of the home page on one page, and stays there', async () => {
    const { api, user, router } = open('/');
    await user.type(await screen.findByRole('combobox', { name: 'Business type' }), 'dentist');
    await user.type(screen.getByRole('combobox', { name: 'Location' }), 'Austin, TX');
    await user.click(button('Search'));
    await found();
    const usual = { page: 1, pageSize: 100, radius: 5_000, maxResults: 40, sortBy: 'relevance' };
    expect(api.sent(path)[0]?.body).toMatchObject(usual);
    expect(router.state.location.pathname).toBe('/');
    await user.click(button('Advanced'));
    expect(screen.getByLabelText('Max Results')).toHaveValue(40);
    expect(screen.getByLabelText('Search Radius')).toHaveAccessibleDescription('In miles: searches within 5,000 m');
  });

  it('sends the choices, and writes them into the address', async () => {
    const { api, user } = open('/search');
    await user.type(await screen.findByRole('combobox', { name: 'Business type' }), 'florist');
    await user.type(screen.getByRole('combobox', { name: 'Location' }), 'Reno, NV');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Search method' }), 'Nearby Search');
    await user.click(screen.getByRole('checkbox', { name: 'Open Now' }));
    await user.click(button('Advanced'));
    const radius = screen.getByLabelText('Search Radius');
    expect(radius).toHaveValue(3);
    await user.clear(radius);
    await user.type(radius, '2');
    expect(radius).toHaveAccessibleDescription('In miles: searches within 3,218 m');
    await user.clear(radius);
    await user.type(radius, '31');
    await user.clear(screen.getByLabelText('Max Results'));
    await user.selectOptions(screen.getByLabelText('Sort Results By'), 'Rating');
    await user.type(screen.getByLabelText('Additional Keyword'), '24 hours');
    await user.click(button('Search'));
    expect(await screen.findByText('Search radius must be from 1 to 30 miles')).toBeVisible();
    await user.clear(radius);
    await user.click(button('Search'));
    await found();
    expect(api.sent(path)[0]?.body).toMatchObject({
      searchMethod: 'nearbySearch',
      openNow: true,
      radius: 5_000,
      maxResults: 20,
      sortBy: 'rating',
      keyword: '24 hours',
    });
    expect(radius).toHaveValue(null);
  });

  it('runs the search of its address, and can run it again', async () => {
    const { api, user, router } = open(dentists, people.user);
    await found();
    expect(screen.getByRole('combobox', { name: 'Location' })).toHaveValue('Little Rock, AR');
    await user.click(button('Search'));
    await waitFor(() => expect(api.sent(path)).toHaveLength(2));
    await found();
    await act(() => router.navigate('/search?businessType=florist&location=Reno%2C+NV'));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Business type' })).toHaveValue('florist'));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Business type' })).toHaveValue('dentist'));
    await found();
  });

  it('is disabled during a search, which is aborted when the page is left', async () => {
    const api = new FakeApi();
    const { router } = open(dentists, people.admin, api);
    api.on(path, () => new Promise<object>(() => undefined));
    const reach = globalThis.fetch;
    let signal: AbortSignal | null | undefined;
    globalThis.fetch = (input, init) => {
      if (String(input) === '/api/search-businesses') signal = init?.signal;
      return reach(input, init);
    };
    expect(await screen.findByText('Searching for businesses...')).toBeVisible();
    expect(button('Search')).toBeDisabled();
    await act(() => router.navigate('/nowhere'));
    await waitFor(() => expect(signal?.aborted).toBe(true));
  });

  it('preserves its results during a visit to the other tab', async () => {
    const { api, user, router } = open(dentists);
    await found();
    await user.click(screen.getByRole('tab', { name: 'CRM Dashboard' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
    await user.click(screen.getByRole('tab', { name: 'Search Businesses' }));
    await found();
    expect(router.state.location.pathname + router.state.location.search).toBe(dentists);
    expect(api.sent(path)).toHaveLength(1);
  });
});

describe('The results', () => {
  it('are cards with everything about a business', async () => {
    open(dentists);
    await found();
    expect(screen.getByText('Sample data')).toBeVisible();
    const card = within(screen.getByRole('article', { name: 'Capitol Smiles' }));
    expect(card.getByText('Operational')).toBeVisible();
    expect(card.getByText('Open Now')).toBeVisible();
    expect(card.getByText('$$')).toBeVisible();
    expect(card.getByText('3.9', { exact: false })).toHaveTextContent('Rated 3.9 of 5');
    expect(card.getByText(/1,208/)).toBeVisible();
    expect(card.getByText('1 Main St, Little Rock, AR 72201')).toBeVisible();
    expect(card.getByRole('link', { name: '(501) 555-0101' })).toHaveAttribute('href', 'tel:5015550101');
    expect(card.getByText('Priyanka Raman')).toBeVisible();
    expect(card.getByRole('link', { name: /Website/ })).toHaveAttribute('href', 'https://www.example.com');
    expect(card.getByRole('link', { name: /Google Maps/ })).toHaveAttribute('href', expect.stringContaining('Capitol'));
    const bare = within(screen.getByRole('article', { name: 'Argenta Dental Arts' }));
    expect(bare.getByText('Not rated')).toBeVisible();
    expect(bare.getByText('N/A')).toBeVisible();
    expect(bare.getByText('No phone')).toBeVisible();
    const taken = within(screen.getByRole('article', { name: 'Dr. Brandt Dental' }));
    expect(taken.getByText('Temporarily closed')).toBeVisible();
    expect(taken.getByText('Already a lead')).toBeVisible();
    expect(taken.getByText('Sam Okafor, In Progress')).toBeVisible();
    expect(taken.queryByRole('link', { name: /Website/ })).not.toBeInTheDocument();
    expect(screen.getByText('Showing 3 of 3 results')).toBeVisible();
  });

  it('are all there, however many came', async () => {
    const api = new FakeApi();
    const { router } = open(dentists, people.user, api);
    api.on(path, answer(Array.from({ length: 40 }, (_, n) => business(n + 1, `Shop ${n + 1}`))));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(40));
    await act(() => router.navigate('/nowhere'));
    await act(() => router.navigate(-1));
    // Cached results render completely, so that the page can restore its scroll position.
    await screen.findByRole('heading', { name: 'Results (40 businesses found)' });
    expect(screen.getAllByRole('article')).toHaveLength(40);
    expect(api.sent(path)).toHaveLength(1);
  });

  it('are a table that sorts by its headers, missing values last', async () => {
    const { user } = open(dentists);
    await found();
    await user.click(button('Table'));
    const rows = () => screen.getAllByRole('row').slice(1);
    const names = () => rows().map((row) => within(row).getAllByRole('cell')[1]?.textContent);
    expect(
      screen
        .getAllByRole('columnheader')
        .slice(1)
        .map((head) => head.textContent),
    ).toEqual(['Business Name', 'Address', 'Phone Number', 'Rating', 'Links']);
    await user.click(button('Rating'));
    expect(screen.getByRole('columnheader', { name: 'Rating' })).toHaveAttribute('aria-sort', 'ascending');
    expect(names()).toEqual(['Capitol Smiles', expect.stringContaining('Dr. Brandt Dental'), 'Argenta Dental Arts']);
    await user.click(button('Rating'));
    expect(screen.getByRole('columnheader', { name: 'Rating' })).toHaveAttribute('aria-sort', 'descending');
    expect(names()).toEqual([expect.stringContaining('Dr. Brandt Dental'), 'Capitol Smiles', 'Argenta Dental Arts']);
    await user.click(button('Business Name'));
    expect(names()[0]).toBe('Argenta Dental Arts');
    expect(screen.getByRole('columnheader', { name: 'Rating' })).not.toHaveAttribute('aria-sort');
  });

  it('mark an existing customer, and a lead with the same phone', async () => {
    const sams = { user: people.user, status: 'in_progress' as const, existingCustomer: false };
    const hidden = { user: null, status: null, existingCustomer: false };
    const api = new FakeApi();
    const { user } = open(dentists, people.manager, api);
    api.on(
      path,
      answer([
        business(1, 'Customer', { takenBy: [{ ...sams, existingCustomer: true }] }),
        business(2, 'Alike', { samePhone: [sams] }),
        business(3, 'Alike too', { samePhone: [hidden] }),
        business(4, 'Taken', { takenBy: [hidden] }),
      ]),
    );
    const card = async (name: string) => within(await screen.findByRole('article', { name }));
    expect((await card('Customer')).getByText('Existing customer')).toBeVisible();
    expect((await card('Customer')).getByText('Sam Okafor, Existing customer')).toBeVisible();
    expect((await card('Alike')).getByText('Same phone as a lead of Sam Okafor, In Progress')).toBeVisible();
    expect((await card('Alike too')).getByText('Same phone as a business that is taken')).toBeVisible();
    expect((await card('Taken')).getByText('Already a lead')).toBeVisible();
    expect((await card('Taken')).queryByTitle('Whose lead it is')).not.toBeInTheDocument();
    await user.click(button('Table'));
    expect(screen.getByTitle('Same phone as a lead of Sam Okafor, In Progress')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Hide businesses that are taken' }));
    expect(screen.getByText('Showing 2 of 4 results')).toBeVisible();
  });

  it('can hide taken ones, and clear the selection of hidden ones', async () => {
    const { user } = open(dentists);
    await found();
    await user.click(button('Select All'));
    expect(button('Assign to User 3')).toBeEnabled();
    await user.click(screen.getByRole('checkbox', { name: 'Hide businesses that are taken' }));
    expect(screen.queryByText('Dr. Brandt Dental')).not.toBeInTheDocument();
    expect(screen.getByText('Showing 2 of 3 results')).toBeVisible();
    expect(button('Assign to User')).toBeDisabled();
  });

  it('can all be selected, and lose the selection with a new list', async () => {
    const { api, user } = open(dentists);
    await found();
    await user.click(button('Select All'));
    expect(select('Capitol Smiles')).toBeChecked();
    await user.click(button('Select All'));
    expect(select('Capitol Smiles')).not.toBeChecked();
    await user.click(select('Argenta Dental Arts'));
    expect(button('Assign to User 1')).toBeEnabled();
    await user.click(button('Search'));
    await waitFor(() => expect(api.sent(path)).toHaveLength(2));
    await found();
    expect(select('Argenta Dental Arts')).not.toBeChecked();
  });

  it('may be none', async () => {
    const api = new FakeApi();
    open(dentists, people.user, api);
    api.on(path, answer([]));
    expect(await screen.findByRole('heading', { name: 'No Results Found' })).toBeVisible();
    expect(screen.getByText('Try adjusting your search criteria or location.')).toBeVisible();
  });
});

describe('The pages of a search', () => {
  const pages = (api: FakeApi) =>
    api.on(path, ({ body }) => {
      const { page } = body as { page: number };
      const more = { page, totalPages: 3, totalCount: 60, nextPageToken: page < 3 ? `to-${page + 1}` : null };
      return answer([business(page, `Shop ${page}`)], { ...more, attribution: 'Powered by Places' });
    });
  const last = (api: FakeApi) => api.sent(path).at(-1)?.body;

  it('hide assigned ones on later pages too', async () => {
    const api = new FakeApi();
    const { user } = open(dentists, people.user, api);
    pages(api);
    await screen.findByText('Shop 1');
    await user.click(screen.getByRole('checkbox', { name: 'Hide businesses that are taken' }));
    await user.click(button('Next'));
    await screen.findByText('Shop 2');
    expect(screen.getByRole('checkbox', { name: 'Hide businesses that are taken' })).toBeChecked();
  });

  it('go forward by the token, and from any later page back to the first one', async () => {
    const api = new FakeApi();
    const { user, router } = open(dentists, people.user, api);
    pages(api);
    await screen.findByText('Shop 1');
    expect(screen.getByText('Page 1/3')).toBeVisible();
    expect(screen.getByText('Showing 1 of 60 results')).toBeVisible();
    expect(screen.getByText('Powered by Places')).toBeVisible();
    expect(button('Previous')).toBeDisabled();
    await user.click(button('Next'));
    await screen.findByText('Shop 2');
    expect(last(api)).toMatchObject({ page: 2, nextPageToken: 'to-2' });
    await user.click(button('Next'));
    await screen.findByText('Shop 3');
    expect(button('Next')).toBeDisabled();
    expect(router.state.location.search).not.toContain('to-3');
    await user.click(button('Previous'));
    await screen.findByText('Shop 1');
    expect(
      screen.getByText("Google Places API doesn't support backward pagination. Returning to page 1."),
    ).toBeVisible();
    expect(api.sent(path)).toHaveLength(3);
  });

  it('show the attribution that the provider requires', async () => {
    const api = new FakeApi();
    const { unmount } = open(dentists, people.user, api);
    api.on(path, answer([capitol], { provider: 'osm', attribution: '© OpenStreetMap contributors' }));
    expect(await screen.findByRole('link', { name: '© OpenStreetMap contributors' })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/copyright',
    );
    unmount();
    const other = new FakeApi();
    open(dentists, people.user, other);
    other.on(path, answer([capitol], { provider: 'google', attribution: 'Google Maps' }));
    expect(await screen.findByText('Google Maps', { selector: '[translate=no]' })).toBeVisible();
  });

  it('lead from the second page to the first without a toast', async () => {
    const api = new FakeApi();
    const { user } = open(dentists, people.user, api);
    pages(api);
    await screen.findByText('Shop 1');
    await user.click(button('Next'));
    await screen.findByText('Shop 2');
    await user.click(button('Previous'));
    await screen.findByText('Shop 1');
    expect(screen.queryByText(/backward pagination/)).not.toBeInTheDocument();
  });

  it('restart if a token has expired', async () => {
    const api = new FakeApi();
    const { user } = open(dentists, people.user, api);
    pages(api);
    await screen.findByText('Shop 1');
    api.on(path, refusal(400, 'invalid_request', 'This page token has expired.'));
    await user.click(button('Next'));
    await screen.findByText('Invalid request to Google Places API. Please check your search parameters.');
    pages(api);
    await user.click(button('Try Again'));
    await screen.findByText('Shop 1');
    expect(last(api)).toMatchObject({ page: 1 });
    expect(last(api)).not.toHaveProperty('nextPageToken');
  });
});

describe('Exporting results', () => {
  const exportPath = 'POST /api/export-businesses';
  const saved: string[] = [];

  beforeEach(() => {
    saved.length = 0;
    URL.createObjectURL = () => 'blob:results';
    URL.revokeObjectURL = () => undefined;
    HTMLAnchorElement.prototype.click = function click() {
      saved.push(this.download);
    };
  });

  const exportFirst = async (user: ReturnType<typeof open>['user']) => {
    await found();
    expect(button('Export')).toBeDisabled();
    await user.click(select('Capitol Smiles'));
    await user.click(button('Export'));
    await user.click(await screen.findByRole('button', { name: 'CSV File' }));
  };

  it('saves the selected ones as business-data.csv', async () => {
    const { api, user } = open(dentists, people.user);
    api.on(exportPath, new Response('Name\r\nCapitol Smiles\r\n', { headers: { 'Content-Type': 'text/csv' } }));
    expect(screen.queryByRole('button', { name: /Assign to User/ })).not.toBeInTheDocument();
    await exportFirst(user);
    expect(await screen.findByText('Data exported as CSV successfully!')).toBeVisible();
    expect(saved).toEqual(['business-data.csv']);
    expect(api.sent(exportPath)[0]?.body).toMatchObject({
      format: 'csv',
      placeIds: ['place-1'],
      businessType: 'dentist',
      location: 'Little Rock, AR',
      radius: 4_828,
    });
  });

  it('says why it failed', async () => {
    const { api, user } = open(dentists, people.user);
    api.on(exportPath, refusal(503, 'unavailable', 'The leads service is down.'));
    await exportFirst(user);
    expect(await screen.findByText('Export failed: The leads service is down.')).toBeVisible();
    expect(saved).toEqual([]);
  });
});
