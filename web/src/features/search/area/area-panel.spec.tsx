import type { AreaSearch } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../test/fake-api';
import { answer, argenta, business, capitol } from '../../../../test/found-businesses';
import { renderApp } from '../../../../test/render-app';

const address = '/search?businessType=dentist&location=Little+Rock%2C+AR&keyword=kids';
const list = 'GET /api/area-searches';
const area: AreaSearch = {
  id: 7,
  businessType: 'dentist',
  location: 'Little Rock, AR',
  keyword: null,
  radius: 4_828,
  provider: 'google',
  status: 'running',
  budget: 60,
  calls: 12,
  found: 140,
  percentDone: 40,
  problem: null,
  createdBy: { id: 1, username: 'admin', fullName: 'Dana Whitfield' },
  createdAt: '2026-11-20T10:00:00.000Z',
  finishedAt: null,
};

function open(searches: AreaSearch[], at = address) {
  const api = new FakeApi()
    .signedIn(people.admin)
    .on('POST /api/search-businesses', answer([capitol]))
    .on(list, { searches, provider: 'google', callsLeftToday: 150 });
  return { api, ...renderApp(at) };
}
const panel = async () => within(await screen.findByRole('region', { name: 'Whole Area' }));
const shown = async (user: ReturnType<typeof open>['user']) => {
  const inPanel = await panel();
  await user.click(inPanel.getByRole('button', { name: 'Show' }));
  return inPanel;
};

describe('The search of a whole area', () => {
  it('shows its maximum cost before it starts, and sends the values of the form', async () => {
    const { api, user } = open([]);
    api.on('POST /api/area-searches', area);
    const inPanel = await shown(user);
    expect(inPanel.getByText(/within 3 miles/)).toHaveTextContent('dentist in Little Rock, AR, within 3 miles, kids');
    expect(inPanel.getByText(/You have 150 calls left today/)).toBeVisible();
    const calls = inPanel.getByLabelText('Calls at most');
    await user.clear(calls);
    await user.type(calls, '9000');
    expect(inPanel.getByText('Calls must be from 1 to 5,000')).toBeVisible();
    expect(inPanel.getByRole('button', { name: 'Search Whole Area' })).toBeDisabled();
    await user.clear(calls);
    await user.type(calls, '80');
    await user.click(inPanel.getByRole('button', { name: 'Search Whole Area' }));
    await waitFor(() => expect(api.sent('POST /api/area-searches')).toHaveLength(1));
    expect(api.sent('POST /api/area-searches')[0]?.body).toEqual({
      businessType: 'dentist',
      location: 'Little Rock, AR',
      radius: 4_828,
      keyword: 'kids',
      budget: 80,
    });
    await waitFor(() => expect(api.sent(list)).toHaveLength(2));
  });

  it('shows its progress, and can be stopped', async () => {
    const { api, user } = open([area]);
    api.on('POST /api/area-searches/7/stop', { ...area, status: 'stopping' });
    const inPanel = await shown(user);
    const row = within(inPanel.getByRole('listitem'));
    expect(row.getByText('Searching · 40% of the area · 140 found · 12 of 60 calls')).toBeVisible();
    expect(row.getByRole('progressbar', { name: /^Progress of dentist in / })).toHaveAttribute('aria-valuenow', '40');
    expect(inPanel.getByRole('button', { name: 'Search Whole Area' })).toBeDisabled();
    api.on(list, { searches: [{ ...area, status: 'stopped' }], provider: 'google', callsLeftToday: 138 });
    await user.click(row.getByRole('button', { name: 'Stop' }));
    expect(await inPanel.findByText(/^Stopped · 40% of the area/)).toBeVisible();
    expect(inPanel.getByRole('button', { name: 'Continue' })).toBeVisible();
  });

  it('shows why it ended, continues with more calls, and shows what prevents it', async () => {
    const problem = 'You have used your 200 provider calls of today.';
    const { api, user } = open([{ ...area, status: 'failed', problem }]);
    api.on('POST /api/area-searches/7/continue', refusal(400, 'validation_failed', 'You have one running already.'));
    const inPanel = await shown(user);
    expect(inPanel.getByText(problem)).toBeVisible();
    await user.click(inPanel.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('You have one running already.')).toBeVisible();
    expect(api.sent('POST /api/area-searches/7/continue')[0]?.body).toEqual({ budget: 60 });
  });

  it('shows its results instead of those of a search, page by page', async () => {
    const { api, user, router } = open([{ ...area, status: 'completed' }]);
    const more = { totalPages: 7, totalCount: 140, provider: 'google', attribution: 'Google Maps' };
    api.on('GET /api/area-searches/*/results', ({ query }) =>
      query.get('page') === '1'
        ? answer([argenta], { ...more, nextPageToken: '2' })
        : answer([business(9, 'Next Dental')], { ...more, page: 2, nextPageToken: '3' }),
    );
    const inPanel = await shown(user);
    await user.click(inPanel.getByRole('button', { name: 'Show Results' }));
    expect(await screen.findByRole('heading', { name: 'Results (140 businesses found)' })).toBeVisible();
    expect(screen.getByRole('article', { name: 'Argenta Dental Arts' })).toBeVisible();
    expect(router.state.location.search).toContain('area=7');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('article', { name: 'Next Dental' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await screen.findByRole('article', { name: 'Argenta Dental Arts' })).toBeVisible();
    expect(screen.queryByText(/backward pagination/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('article', { name: 'Capitol Smiles' })).toBeVisible();
    expect(router.state.location.search).not.toContain('area');
  });

  it('uses the values of the form, searched or not', async () => {
    const { api, user } = open([]);
    api.on('POST /api/area-searches', area);
    const inPanel = await shown(user);
    const radius = screen.getByLabelText(/radius/i);
    await user.clear(radius);
    await user.type(radius, '10');
    expect(inPanel.getByText(/within 10 miles/)).toBeVisible();
    await user.click(inPanel.getByRole('button', { name: 'Search Whole Area' }));
    await waitFor(() => expect(api.sent('POST /api/area-searches')[0]?.body).toMatchObject({ radius: 16_093 }));
  });

  it('requires a search first, and is only for administrators', async () => {
    const { user, unmount } = open([], '/search');
    const inPanel = await shown(user);
    expect(inPanel.getByText('Choose a business type and a location above first.')).toBeVisible();
    unmount();
    const api = new FakeApi().signedIn(people.manager).on('POST /api/search-businesses', answer([capitol]));
    renderApp(address);
    await screen.findByRole('heading', { name: /^Results/ });
    expect(screen.queryByRole('region', { name: 'Whole Area' })).not.toBeInTheDocument();
    expect(api.sent(list)).toHaveLength(0);
  });
});
