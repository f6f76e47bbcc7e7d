import { leadFilter, type WaitingExport } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';
import { LeadServer } from '../lead-server.fixture';

const { role: _role, email: _email, ...sam } = people.user;
const { role: __role, email: __email, ...dana } = people.admin;

const waiting = (change: Partial<WaitingExport> = {}): WaitingExport => ({
  id: 1,
  user: sam,
  filter: leadFilter.parse({ q: 'Bakery' }),
  owner: null,
  leads: 12_500,
  state: 'waiting',
  askedAt: '2026-03-02T09:00:00.000Z',
  expiresAt: '2026-03-03T09:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  ...change,
});

describe('the page of exports', () => {
  it('shows an administrator who asks for which leads, and takes the decision', async () => {
    const answers = [refusal(409, 'export_request_ended', 'Ben Boss has allowed this export already')];
    const api = new FakeApi()
      .signedIn(people.admin)
      .on('GET /api/export-requests', [waiting(), waiting({ id: 2, user: dana })])
      .on(
        'POST /api/export-requests/*/decide',
        () => answers.shift() ?? waiting({ state: 'refused', decidedBy: dana }),
      );
    const { user } = renderApp('/exports');
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Decide on the export of Sam Okafor' }));
      return screen.findByRole('dialog', { name: 'Export of 12,500 leads' });
    };
    const dialog = await open();
    expect(within(dialog).getByText('Name: Bakery')).toBeVisible();
    // The own export is for another administrator.
    expect(screen.queryByRole('button', { name: 'Decide on the export of Dana Whitfield' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Allow' }));
    expect(await screen.findByText('Ben Boss has allowed this export already')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(within(await open()).getByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText('Export refused')).toBeVisible();
    expect(api.sent('POST /api/export-requests/1/decide').map(({ body }) => body)).toEqual([
      { allowed: true },
      { allowed: false },
    ]);
  });

  it('lets a user download what was allowed, and withdraw', async () => {
    const api = new FakeApi()
      .signedIn(people.user)
      .on('GET /api/export-requests', [
        waiting({ state: 'allowed', decidedBy: dana, decidedAt: '2026-03-02T10:00:00.000Z' }),
        waiting({ id: 2, state: 'expired' }),
      ])
      .on('POST /api/export-requests/*/withdraw', waiting({ state: 'withdrawn' }));
    const { user } = renderApp('/exports');
    expect(await screen.findByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      '/api/export-requests/1/leads.csv',
    );
    expect(screen.getByText('by Dana Whitfield')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Export withdrawn')).toBeVisible();
    expect(api.sent('POST /api/export-requests/1/withdraw')).toHaveLength(1);
  });

  it('says that no export waits', async () => {
    new FakeApi().signedIn(people.user).on('GET /api/export-requests', []);
    renderApp('/exports');
    expect(await screen.findByText('No exports wait')).toBeVisible();
  });
});

describe('the export of the list', () => {
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  afterEach(() => click.mockClear());

  it('downloads the leads if it need not wait', async () => {
    const api = new LeadServer([])
      .signedIn(people.admin)
      .on('GET /api/export-requests/check', { waits: false, leads: 0, recentLeads: 0, maxLeads: null });
    const { user } = renderApp('/crm?q=bakery');
    await user.click(await screen.findByRole('link', { name: 'Export CSV' }));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    expect((click.mock.contexts[0] as HTMLAnchorElement).href).toMatch(/\/all-assignments\.csv\?.*q=bakery/);
    expect(api.sent('GET /api/export-requests/check')[0]?.query.get('q')).toBe('bakery');
  });

  it('asks an administrator if it has to wait, and says why it could not', async () => {
    const answers = [refusal(409, 'export_needs_approval', 'There is no other administrator who could allow it')];
    const api = new LeadServer([])
      .signedIn(people.admin)
      .on('GET /api/export-requests/check', { waits: true, leads: 900, recentLeads: 200, maxLeads: 1_000 })
      .on('POST /api/export-requests', () => answers.shift() ?? waiting());
    const { user } = renderApp('/crm?q=bakery');
    await user.click(await screen.findByRole('link', { name: 'Export CSV' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ask for this export' });
    expect(dialog).toHaveTextContent('This export has 900 leads. Above 1,000 leads in 24 hours');
    expect(dialog).toHaveTextContent('You exported 200 leads in the last 24 hours.');
    await user.click(within(dialog).getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText('There is no other administrator who could allow it')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText('Export asked for')).toBeVisible();
    expect(api.sent('POST /api/export-requests').at(-1)?.body).toMatchObject({ filter: { q: 'bakery' } });
    expect(click).not.toHaveBeenCalled();
  });
});
