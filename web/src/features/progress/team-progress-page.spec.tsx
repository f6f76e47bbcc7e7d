import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal, settings } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import { record } from './team.fixture';

const months = [
  record(1, 'Maria Castellanos', 80),
  record(3, 'Sam Okafor', 45),
  record(4, 'Theo Nakagawa', 12),
  record(5, 'Kofi Mensah', 0),
];

const server = () =>
  new FakeApi()
    .signedIn(people.manager)
    .on('GET /api/weekly-contacts', { count: 11, target: 24, weekProgress: 37.3 })
    .on('GET /api/today-contacts', { count: 80, target: 100, monthName: 'November', monthProgress: 50 })
    .on('GET /api/notifications', [])
    .on('GET /api/team-progress', months)
    .on('GET /api/team-progress-weekly', [record(1, 'Maria Castellanos', 11, 24), record(3, 'Sam Okafor', 6, 24)])
    .on('GET /api/team-progress-last-week', [record(1, 'Maria Castellanos', 31, 24)]);

const open = async () => {
  const app = renderApp('/progress');
  await screen.findByRole('heading', { name: 'Team Progress' });
  return app;
};

describe('The team page', () => {
  it('shows the own goals and the summary', async () => {
    server();
    await open();
    expect(screen.getByRole('link', { name: 'Back to CRM Dashboard' })).toHaveAttribute('href', '/crm');
    const weekly = await screen.findByRole('region', { name: 'Your Weekly Progress' });
    await waitFor(() => expect(weekly).toHaveTextContent('11/24 46%2 ahead of pace'));
    const monthly = screen.getByRole('region', { name: 'Your Monthly Progress' });
    expect(monthly).toHaveTextContent('80/100 80%30 ahead of pace');
    const summary = await screen.findByRole('region', { name: 'Team Summary' });
    expect(summary).toHaveTextContent('Active members3 of 4');
    expect(summary).toHaveTextContent('Total contacts this month137 of 400');
    expect(summary).toHaveTextContent('Against pace63 behind');
  });

  it('groups the members and shows their three numbers', async () => {
    server();
    await open();
    for (const [group, name] of [
      ['Top Performers', 'Maria Castellanos'],
      ['On Track', 'Sam Okafor'],
      ['Needs Attention', 'Theo Nakagawa'],
      ['Just Started', 'Kofi Mensah'],
    ]) {
      const section = await screen.findByRole('region', { name: group });
      expect(within(section).getAllByRole('article')).toHaveLength(1);
      expect(within(section).getByRole('article', { name })).toBeVisible();
    }
    const maria = screen.getByRole('article', { name: 'Maria Castellanos' });
    expect(maria).toHaveTextContent('user1@northfield.example');
    expect(maria).toHaveTextContent('This Week11/24 46%Last Week31/24 129%This Month80/100 80%');
    const theo = screen.getByRole('article', { name: 'Theo Nakagawa' });
    expect(theo).toHaveTextContent('This Week–Last Week–This Month12/100 12%');
  });

  it('has the figures of the chart as a table', async () => {
    server();
    await open();
    const table = await screen.findByRole('table', { name: 'Contacts of each member' }, { timeout: 15_000 });
    const rows = [...(table as HTMLTableElement).rows].map(({ cells }) => [...cells].map((cell) => cell.textContent));
    expect(rows.slice(0, 3)).toEqual([
      ['Member', 'This Week', 'Last Week', 'This Month'],
      ['Maria Castellanos', '11', '31', '80'],
      ['Sam Okafor', '6', '0', '45'],
    ]);
  });

  it('finds and sorts members', async () => {
    server();
    const { person } = await open();
    await person.type(await screen.findByRole('searchbox', { name: 'Search members' }), 'theo');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    await person.type(screen.getByRole('searchbox'), 'dora');
    expect(await screen.findByRole('heading', { name: 'Nobody found' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4));
  });

  it('opens the leads behind a number', async () => {
    const moved = { from: 'new', to: 'in_progress' };
    const api = server()
      .on('GET /api/settings', { ...settings, timeZone: 'UTC' })
      .on('GET /api/progress/leads', () =>
        Response.json(
          [{ leadId: 7, businessName: 'Pho Hanoi Kitchen', ...moved, contactedAt: '2026-11-17T10:00:00Z' }],
          { headers: { 'X-Total-Count': '45' } },
        ),
      );
    const { person } = await open();
    const card = await screen.findByRole('article', { name: 'Sam Okafor' });
    await person.click(within(card).getByRole('button', { name: /^45\/100 45%, This Month/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Sam Okafor: This Month' });
    expect(await within(dialog).findByText('Pho Hanoi Kitchen')).toBeVisible();
    // A manager sees the name, not the profile (decisions, section 4).
    expect(within(dialog).queryByRole('link')).not.toBeInTheDocument();
    expect(within(dialog).getByText('In Progress')).toBeVisible();
    expect(dialog).toHaveTextContent('45 contacts');
    const query = api.sent('GET /api/progress/leads')[0]?.query;
    const month = new Date().toISOString().slice(0, 7);
    expect(Object.fromEntries(query ?? [])).toMatchObject({ userId: '3', from: `${month}-01`, kind: 'contacts' });
    await person.click(within(dialog).getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(api.sent('GET /api/progress/leads').at(-1)?.query.get('page')).toBe('2'));
    const kofi = screen.getByRole('article', { name: 'Kofi Mensah', hidden: true });
    expect(within(kofi).queryByRole('button', { hidden: true })).toBeNull();
  });

  it('says when there is nobody', async () => {
    server()
      .on('GET /api/team-progress', [])
      .on('GET /api/team-progress-weekly', [])
      .on('GET /api/team-progress-last-week', []);
    await open();
    expect(await screen.findByRole('heading', { name: 'No Team Data Available' })).toBeVisible();
  });

  it('tries once more, then says that it failed and lets one try again', async () => {
    const api = server().on('GET /api/team-progress', refusal(503, 'unavailable', 'The server is busy.'));
    const { person } = await open();
    expect(await screen.findByRole('heading', { name: 'Error Loading Team Progress' })).toBeVisible();
    expect(api.sent('GET /api/team-progress')).toHaveLength(2);
    api.on('GET /api/team-progress', months);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Team Summary' })).toBeVisible();
  });

  it('is for managers and admins', async () => {
    server().signedIn(people.user);
    const { router } = renderApp('/progress');
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
  });
});
