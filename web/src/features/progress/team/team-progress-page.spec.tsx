import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal, settings } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';
import { spanOf } from '../calendar.rules';
import { record } from './team.fixture';

const months = [
  record(1, 'Maria Castellanos', 80),
  record(3, 'Sam Okafor', 45),
  record(4, 'Theo Nakagawa', 12),
  record(5, 'Kofi Mensah', 0),
];

const today = new Date().toISOString().slice(0, 10);
const eight = [3, 0, 5, 1, 9, 2, 4, 6].map((count, index) => ({
  from: spanOf('week', today, { weeks: 7 - index, months: 0 }).from,
  count,
  target: 5,
}));
const lastWeek = spanOf('lastWeek', today);
const brief = {
  week: spanOf('week', today).from,
  ...lastWeek,
  contacts: { count: 155, target: 226, before: 137 },
  won: 9,
  lost: 1,
  overdue: 4,
  behind: [
    {
      userId: 4,
      name: 'Theo Nakagawa',
      count: 2,
      target: 24,
      reasons: [
        { kind: 'new', count: 88 },
        { kind: 'attempts', count: 1 },
      ],
    },
  ],
  behindTotal: 1,
};
const daysOf = ({ query }: { query: URLSearchParams }) => {
  const day = query.get('from')!;
  return [
    { day, count: 4 },
    { day: `${day.slice(0, 8)}02`, count: 2 },
  ];
};

const server = () =>
  new FakeApi()
    .signedIn(people.manager)
    .on('GET /api/weekly-contacts', { count: 11, target: 24, weekProgress: 37.3 })
    .on('GET /api/today-contacts', { count: 80, target: 100, monthName: 'November', monthProgress: 50 })
    .on('GET /api/notifications', [])
    .on('GET /api/team-progress', months)
    .on('GET /api/team-progress-weekly', [record(1, 'Maria Castellanos', 11, 24), record(3, 'Sam Okafor', 6, 24)])
    .on('GET /api/team-progress-last-week', [record(1, 'Maria Castellanos', 31, 24)])
    .on('GET /api/progress/weeks', [{ userId: 1, weeks: eight }])
    .on('GET /api/progress/days', daysOf)
    .on('GET /api/progress/funnel', [
      { status: 'new', leads: 120 },
      { status: 'in_progress', leads: 34 },
      { status: 'recontact', leads: 12 },
      { status: 'closed_won', leads: 9 },
      { status: 'closed_lost', leads: 0 },
    ])
    .on('GET /api/progress/brief', brief);

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

  it('shows the goals of the led teams against the sum of their people, of the month in view', async () => {
    const api = server().on('GET /api/teams/goals', [
      { id: 1, name: 'West', goal: 250, userIds: [1, 3, 77] },
      { id: 2, name: 'East', goal: null, userIds: [4] },
    ]);
    await open();
    const goals = within(await screen.findByRole('region', { name: 'Goals of teams' }));
    const rows = goals.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'TeamContactsGoal',
      'West125250 · 50 above the sum of its people, 200',
      'East12100 · the sum of its people',
    ]);
    expect(api.sent('GET /api/teams/goals')[0]!.query.get('on')).toBe(spanOf('month', today).to);
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

  const cellsOf = (table: HTMLElement) =>
    [...(table as HTMLTableElement).rows].map(({ cells }) => [...cells].map((cell) => cell.textContent));

  it('has the figures of the charts as tables', async () => {
    server();
    await open();
    const days = cellsOf(await screen.findByRole('table', { name: /^Contacts of the team by day/ }));
    expect(days[0]?.slice(0, 4)).toEqual(['Day', 'Contacts', 'Total', 'Pace']);
    expect(days[1]?.slice(1, 3)).toEqual(['4', '4']);
    const weeks = cellsOf(await screen.findByRole('table', { name: 'Last eight weeks of Maria Castellanos' }));
    expect(weeks).toHaveLength(9);
    expect(weeks.slice(1).map((cells) => cells[1])).toEqual(['3', '0', '5', '1', '9', '2', '4', '6']);
  });

  it('shows the statuses of the leads, and the leads behind each number', async () => {
    const api = server().on('GET /api/progress/leads', [
      { leadId: 9, userId: 4, businessName: 'Acme', from: null, to: 'new', at: '2026-11-17T10:00:00Z' },
    ]);
    const { user } = await open();
    const funnel = await screen.findByRole('region', { name: 'Where the leads stand' });
    expect(await within(funnel).findByRole('button', { name: 'Closed (Lost): 0, show the leads' })).toBeDisabled();
    await user.click(within(funnel).getByRole('button', { name: 'New: 120, show the leads' }));
    const dialog = await screen.findByRole('dialog', { name: 'Team: New' });
    expect(await within(dialog).findByText('Acme')).toBeVisible();
    expect(dialog).toHaveTextContent('Theo Nakagawa');
    expect(Object.fromEntries(api.sent('GET /api/progress/leads')[0]!.query)).toEqual({
      kind: 'new',
      page: '1',
      pageSize: '20',
    });
  });

  it('has the Monday brief, each figure leading to its list', async () => {
    const api = server().on('GET /api/progress/leads', []);
    const { user, router } = await open();
    const section = await screen.findByRole('region', { name: 'Monday brief' });
    await waitFor(() =>
      expect(section).toHaveTextContent('Last week brought 155 contacts of 226, 18 more than the week before.'),
    );
    expect(section).toHaveTextContent('9 leads won, 1 lost.');
    expect(section).toHaveTextContent(
      'Theo Nakagawa is 22 behind (2 of 24): holds 88 untouched leads, tried 1 lead last week.',
    );
    await user.click(within(section).getByRole('link', { name: '88 untouched leads' }));
    expect(await screen.findByRole('dialog', { name: 'Theo Nakagawa: New' })).toBeVisible();
    expect(Object.fromEntries(api.sent('GET /api/progress/leads')[0]!.query)).toMatchObject({
      kind: 'new',
      userId: '4',
    });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.search).toBe('');
    const tried = within(section).getByRole('link', { name: '1 lead' });
    expect(tried).toHaveAttribute('href', `/progress?kind=attempts&userId=4&from=${lastWeek.from}&to=${lastWeek.to}`);
  });

  it('steps week and month back, and returns to today', async () => {
    const api = server();
    const { user } = await open();
    await screen.findByRole('article', { name: 'Maria Castellanos' });
    expect(screen.getByRole('button', { name: 'Next week' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Previous week' }));
    await waitFor(() => expect(api.sent('GET /api/team-progress-weekly').at(-1)?.query.get('on')).toBe(lastWeek.from));
    expect(api.sent('GET /api/team-progress-last-week').at(-1)?.query.get('on')).toBe(lastWeek.from);
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    const month = spanOf('month', today, { weeks: 0, months: 1 }).from;
    await waitFor(() => expect(api.sent('GET /api/team-progress').at(-1)?.query.get('on')).toBe(month));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const members = screen.getByRole('link', { name: 'Members and their weeks (CSV)' });
    expect(members).toHaveAttribute('href', `/api/progress/export?table=members&week=${lastWeek.from}&month=${month}`);
    await user.click(screen.getByRole('button', { name: 'Back to today' }));
    expect(await screen.findByText('This Month', { selector: '.lf-period-steps span' })).toBeVisible();
  });

  it('lets a leader reassign leads from the list, and reports how many stayed', async () => {
    const lead = { userId: 4, from: null, to: 'new', at: '2026-11-17T10:00:00Z' };
    const api = server()
      .on('GET /api/progress/leads', [
        { ...lead, leadId: 8, businessName: 'Acme' },
        { ...lead, leadId: 9, businessName: 'Bell' },
      ])
      .on('GET /api/users-for-reassignment', [people.user])
      .on('POST /api/bulk/reassign', {
        message: '',
        results: { success: 1, failed: 1, errors: [{ id: 9, message: 'Already assigned to Sam.' }] },
      });
    const { user } = renderApp('/progress?kind=new&userId=4');
    const dialog = await screen.findByRole('dialog', { name: 'Theo Nakagawa: New' });
    for (const name of ['Acme', 'Bell'])
      await user.click(await within(dialog).findByRole('checkbox', { name: `Select ${name}` }));
    await user.click(within(dialog).getByRole('button', { name: 'Reassign' }));
    expect(await screen.findByText('Please select a user to reassign to')).toBeVisible();
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Select User' }), 'Sam Okafor');
    await user.click(within(dialog).getByRole('button', { name: 'Reassign' }));
    expect(await screen.findByText('1 business left as before. Already assigned to Sam.')).toBeVisible();
    expect(api.sent('POST /api/bulk/reassign')[0]?.body).toEqual({ ids: [8, 9], newUserId: 3 });
  });

  it('finds and sorts members', async () => {
    server();
    const { user } = await open();
    await user.type(await screen.findByRole('searchbox', { name: 'Search members' }), 'theo');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    await user.type(screen.getByRole('searchbox'), 'dora');
    expect(await screen.findByRole('heading', { name: 'Nobody found' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4));
  });

  it('opens the leads behind a number', async () => {
    const moved = { from: 'new', to: 'in_progress' };
    const api = server()
      .on('GET /api/settings', { ...settings, timeZone: 'UTC' })
      .on('GET /api/progress/leads', () =>
        Response.json(
          [{ leadId: 7, userId: 3, businessName: 'Pho Hanoi Kitchen', ...moved, at: '2026-11-17T10:00:00Z' }],
          { headers: { 'X-Total-Count': '45' } },
        ),
      );
    const { user } = await open();
    const card = await screen.findByRole('article', { name: 'Sam Okafor' });
    await user.click(within(card).getByRole('button', { name: /^45\/100 45%, This Month/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Sam Okafor: This Month' });
    expect(await within(dialog).findByText('Pho Hanoi Kitchen')).toBeVisible();
    // A manager sees the name, not the profile.
    expect(within(dialog).queryByRole('link')).not.toBeInTheDocument();
    expect(within(dialog).getByText('In Progress')).toBeVisible();
    expect(dialog).toHaveTextContent('45 contacts');
    const query = api.sent('GET /api/progress/leads')[0]?.query;
    const month = new Date().toISOString().slice(0, 7);
    expect(Object.fromEntries(query ?? [])).toMatchObject({ userId: '3', from: `${month}-01`, kind: 'contacts' });
    await user.click(within(dialog).getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(api.sent('GET /api/progress/leads').at(-1)?.query.get('page')).toBe('2'));
    const kofi = screen.getByRole('article', { name: 'Kofi Mensah', hidden: true });
    expect(within(kofi).queryByRole('button', { hidden: true })).toBeNull();
  });

  it('shows an empty team', async () => {
    server()
      .on('GET /api/team-progress', [])
      .on('GET /api/team-progress-weekly', [])
      .on('GET /api/team-progress-last-week', []);
    await open();
    expect(await screen.findByRole('heading', { name: 'No Team Data Available' })).toBeVisible();
  });

  it('retries once, then reports the failure and offers to try again', async () => {
    const api = server().on('GET /api/team-progress', refusal(503, 'unavailable', 'The server is busy.'));
    const { user } = await open();
    expect(await screen.findByRole('heading', { name: 'Error Loading Team Progress' })).toBeVisible();
    expect(api.sent('GET /api/team-progress')).toHaveLength(2);
    api.on('GET /api/team-progress', months);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Team Summary' })).toBeVisible();
  });

  it('is for managers and admins', async () => {
    server().signedIn(people.user);
    const { router } = renderApp('/progress');
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
  });

  it.each([
    ['/api/progress/funnel', 'The statuses could not be loaded'],
    ['/api/progress/days', 'The chart could not be loaded'],
  ])('says in its card that %s failed, and reads it again', async (path, title) => {
    const unavailable = refusal(503, 'unavailable', 'The server is busy.');
    const api = server().on(`GET ${path}`, unavailable);
    const { user } = await open();
    const alert = (await screen.findByText(title)).closest<HTMLElement>('[role=alert]')!;
    api.on(`GET ${path}`, []);
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument());
  });
});
