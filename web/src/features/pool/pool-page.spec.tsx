import type { HistoryEntry, PooledLead } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { fakePosition } from '../../../test/fake-position';
import { changedLead, uuid } from '../../../test/lead-world';
import { renderApp } from '../../../test/render-app';
import type { PoolPage } from './api';

const moved = (entry: Partial<HistoryEntry['history']>, from: string | null, to: string): HistoryEntry => ({
  history: { id: 1, createdAt: '2026-11-16T12:00:00.000Z', notes: null, kind: 'returned', reason: null, ...entry },
  previousUser: from === null ? null : { username: from },
  newUser: { username: to },
  changedBy: { username: 'dana' },
});
const pooled = (id: number, name: string, rest: Partial<PooledLead> = {}): PooledLead => ({
  id,
  business: { name, formattedAddress: `${id} Main St, Austin, TX 78701`, vicinity: null, latitude: 30, longitude: -97 },
  status: 'new',
  history: [moved({ reason: 'not_reached', notes: 'Try mornings' }, 'theo', 'Pool of West')],
  activities: [],
  ...rest,
});
const page = (leads: PooledLead[], rest: Partial<PoolPage> = {}): PoolPage => ({
  name: 'Pool of West',
  leads,
  total: leads.length,
  totalIsExact: true,
  nextCursor: null,
  claimsADay: 10,
  claimedToday: 3,
  ...rest,
});
const server = (...answers: PoolPage[]) =>
  new FakeApi().signedIn(people.user).on('GET /api/pool', () => (answers.length > 1 ? answers.shift() : answers[0]));
const claims = (name: string) => screen.findByRole('button', { name: `Claim ${name}` });

describe('the page of the pool', () => {
  it('shows where a lead is, why it came and what was done, before a claim', async () => {
    const activity = {
      id: 7,
      userBusinessId: 1,
      type: 'call' as const,
      description: 'Wants a price',
      scheduledAt: null,
      completedAt: null,
      outcome: null,
      createdBy: { id: 9, username: 'theo', fullName: 'Theo Nakagawa' },
      createdAt: '2026-10-23T12:00:00.000Z',
      updatedAt: '2026-10-23T12:00:00.000Z',
    };
    server(
      page([
        pooled(1, 'Hometown Tire', { activities: [activity] }),
        pooled(2, 'Café Élan', { history: [moved({}, null, 'Pool of West')] }),
      ]),
    );
    const { user } = renderApp('/nowhere');
    await user.click(await screen.findByRole('link', { name: 'Pool' }));
    expect(await screen.findByText('West · 2 leads without a user')).toBeVisible();
    expect(screen.getByRole('meter', { name: 'Claimed today' })).toHaveAttribute('aria-valuetext', '3 of 10');
    expect(screen.getByText('7 more until midnight')).toBeVisible();
    const [tire, cafe] = within(screen.getByRole('list', { name: '2 leads in the pool' }))
      .getAllByRole('listitem')
      .filter((row) => row.classList.contains('lf-pool')) as [HTMLElement, HTMLElement];
    for (const text of [
      '1 Main St, Austin, TX 78701',
      'Could not be reached',
      'Was with theo until Nov 16, 2026.',
      'Try mornings',
      'Wants a price',
    ])
      expect(within(tire).getByText(text)).toBeVisible();
    expect(within(tire).getByText('· Oct 23, 2026, Theo Nakagawa')).toBeVisible();
    expect(within(cafe).getByText('Never assigned')).toBeVisible();
    expect(within(cafe).getByText('No activity yet')).toBeVisible();
  });

  it('says from when on a lead that came back untouched can be claimed again', async () => {
    const history = [moved({ reason: 'untouched' }, 'sam', 'Pool of West')];
    server(page([pooled(1, 'Hometown Tire', { history, coolsDownUntil: '2026-12-04T12:00:00.000Z' })]));
    renderApp('/pool');
    expect(await screen.findByText('Untouched for too long')).toBeVisible();
    expect(screen.getByText('You can claim it again on Dec 4, 2026')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Claim Hometown Tire' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Untouched' })).toHaveAttribute('href', '/recycling');
  });

  it('claims a lead, counts it, and offers to open it', async () => {
    const api = server(page([pooled(1, 'Hometown Tire'), pooled(2, 'Café Élan')], { claimedToday: 8 })).on(
      'POST /api/pool/*/claim',
      ({ path }) => ({
        ...changedLead({ id: Number(path.split('/')[3]) }),
        claimsADay: 10,
        claimedToday: 7 + api.sent('POST /api/pool/1/claim').length + 1,
      }),
    );
    const { user } = renderApp('/pool');
    (await claims('Hometown Tire')).focus();
    await user.keyboard('{Enter}');
    const opened = await screen.findByRole('link', { name: 'Open Hometown Tire' });
    expect(opened).toHaveAttribute('href', `/business/uuid/${uuid}`);
    expect(opened).toHaveFocus();
    expect(screen.getByRole('meter', { name: 'Claimed today' })).toHaveAttribute('aria-valuetext', '9 of 10');
    expect(await claims('Café Élan')).toBeEnabled();
  });

  it('says in the row that a colleague was first, and keeps the other rows', async () => {
    server(page([pooled(1, 'Hometown Tire'), pooled(2, 'Café Élan')])).on(
      'POST /api/pool/*/claim',
      refusal(409, 'already_claimed', 'Omar Haddad got this lead in the meantime'),
    );
    const { user } = renderApp('/pool');
    await user.click(await claims('Hometown Tire'));
    expect(await screen.findByText('Omar Haddad got this lead in the meantime')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Claim Hometown Tire' })).toBeNull();
    expect(await claims('Café Élan')).toBeEnabled();
  });

  it('offers no claim after the last one of the day', async () => {
    server(page([pooled(1, 'Hometown Tire')], { claimedToday: 10 }));
    renderApp('/pool');
    expect(await claims('Hometown Tire')).toBeDisabled();
    expect(screen.getByText('None left today')).toBeVisible();
  });

  it('reads the page again after a refusal that it did not expect', async () => {
    const api = server(page([pooled(1, 'Hometown Tire')]), page([], { claimedToday: 10 })).on(
      'POST /api/pool/*/claim',
      refusal(409, 'already_assigned', 'This business is already assigned to sam'),
    );
    const { user } = renderApp('/pool');
    await user.click(await claims('Hometown Tire'));
    expect(await screen.findByText('This business is already assigned to sam')).toBeVisible();
    expect(await screen.findByText('The pool is empty')).toBeVisible();
    expect(api.sent('GET /api/pool')).toHaveLength(2);
  });

  it('goes on page by page, searches, and sorts by the distance from the device', async () => {
    fakePosition(30.25, -97.75);
    const api = server(
      page([pooled(1, 'Hometown Tire')], { total: 2, nextCursor: 'c1' }),
      page([pooled(2, 'Café Élan')], { total: 2 }),
      page([pooled(2, 'Café Élan', { distance: 1_609 })]),
    );
    const { user } = renderApp('/pool');
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Café Élan')).toBeVisible();
    expect(screen.getByText('Showing 2 of 2')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Sort'), 'Nearest First');
    expect(await screen.findByText('1.0 mi')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search the pool' }), 'caf');
    await waitFor(() => expect(api.sent('GET /api/pool').at(-1)?.query.get('q')).toBe('caf'));
    const queries = api.sent('GET /api/pool').map(({ query }) => Object.fromEntries(query));
    expect(queries.slice(0, 3)).toEqual([
      { pageSize: '20' },
      { cursor: 'c1', pageSize: '20' },
      { sort: 'nearest', near: '30.25,-97.75', pageSize: '20' },
    ]);
  });

  it('says that it is empty, and offers another try after a failure', async () => {
    const answers = [refusal(503, 'unavailable', 'Try later.'), page([])];
    new FakeApi().signedIn(people.user).on('GET /api/pool', () => answers.shift());
    const { user } = renderApp('/pool');
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('The pool is empty')).toBeVisible();
  });
});
