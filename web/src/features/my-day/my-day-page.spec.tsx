import type { DueFollowUp, MyDay } from '@lead-finder/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { savedActivity } from '../../../test/lead-world';
import { renderApp } from '../../../test/render-app';
import { rememberedList } from '../../lib/lead-views';

const due = (id: number, name: string, daysLate: number): DueFollowUp => ({
  lead: { id, uuid: `uuid-${id}`, name, status: 'recontact', phone: '(503) 555-0108' },
  activity: { id: 100 + id, type: 'call', description: `About ${name}`, scheduledAt: '2026-11-18T16:30:00.000Z' },
  day: '2026-11-18',
  daysLate,
});
const myDay = (part: Partial<MyDay> = {}): MyDay => ({
  today: '2026-11-18',
  overdue: 1,
  dueToday: 1,
  newLeads: 1,
  due: [due(1, 'Harbor Bakery', 2), due(2, 'Pho Hanoi Kitchen', 0)],
  nextCursor: null,
  fresh: [{ id: 3, uuid: 'uuid-3', name: 'Delta Roofing', assignedAt: '2026-11-18T08:00:00.000Z' }],
  ...part,
});
const weekOf = (...counts: number[]) => counts.map((count, index) => ({ day: `2026-11-${16 + index}`, count }));
const server = (day: MyDay = myDay()) =>
  new FakeApi()
    .signedIn(people.user)
    .on('GET /api/my-day', day)
    .on('GET /api/admin/all-assignments', [])
    .on('GET /api/progress/my-week', { today: day.today, days: weekOf(6, 5, 3, 0, 0, 0, 0) });

describe('My day', () => {
  it('lists overdue, due and new leads, and is linked from the header', async () => {
    server();
    const { user, router } = renderApp('/nowhere');
    await user.click(await screen.findByRole('link', { name: 'My day' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-day'));
    expect(await screen.findByText('Wednesday, November 18 · 1 overdue, 1 due today, 1 new lead')).toBeVisible();
    const overdue = within(screen.getByRole('region', { name: 'Overdue' }));
    expect(overdue.getByRole('link', { name: 'Harbor Bakery' })).toHaveAttribute('href', '/business/uuid/uuid-1');
    expect(overdue.getByText('2 days late')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Due today' })).getByText('4:30 PM')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'New for you' })).getByText('Delta Roofing')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Call and log' })).toHaveAttribute('href', '/next-lead?from=my-day');
  });

  it('marks the follow-ups of a person on leave, which a stand-in completes and does not move', async () => {
    const standsInFor = { id: 9, username: 'alex', fullName: 'Alex Agent' };
    const ofAlex = { ...due(1, 'Harbor Bakery', 2), standsInFor };
    server(myDay({ standsIn: 1, due: [ofAlex, due(2, 'Pho Hanoi Kitchen', 0)] }));
    const { user } = renderApp('/my-day');
    const overdue = within(await screen.findByRole('region', { name: 'Overdue' }));
    expect(overdue.getByText('for Alex Agent')).toBeVisible();
    const next = within(screen.getByRole('region', { name: 'Next lead' }));
    expect(next.getByText('Next lead · 1 of 2')).toBeVisible();
    expect(next.getByText('Pho Hanoi Kitchen')).toBeVisible();
    await user.click(overdue.getByRole('button', { name: 'Done: Harbor Bakery' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Outcome')).toBeVisible();
    expect(dialog.queryByLabelText('Or move it to')).not.toBeInTheDocument();
  });

  it('shows the week day by day, and the progress towards the goals', async () => {
    server()
      .on('GET /api/weekly-contacts', { count: 14, target: 24, weekProgress: 38 })
      .on('GET /api/today-contacts', { count: 56, target: 100, monthName: 'November', monthProgress: 59 });
    renderApp('/my-day');
    const week = within(await screen.findByRole('region', { name: 'This week' }));
    expect(await week.findByText('14 of 24 contacts')).toBeVisible();
    expect(week.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '6Mon',
      '5Tue',
      '3Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
    ]);
    expect(week.getByText("4 ahead of the week's pace. 3 more contacts put the month back on pace.")).toBeVisible();
  });

  it('moves from lead to lead with Up and Down', async () => {
    server();
    const { user } = renderApp('/my-day');
    const link = (name: string) => screen.findByRole('link', { name });
    const [pho, delta] = [await link('Pho Hanoi Kitchen'), await link('Delta Roofing')];
    const harbor = await link('Harbor Bakery');
    act(() => harbor.focus());
    await user.keyboard('{ArrowDown}');
    expect(pho).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(delta).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(pho).toHaveFocus();
  });

  it('starts after the leads skipped by Skip or J, and restarts at the end', async () => {
    const waiting = ['Harbor Bakery', 'Pho Hanoi Kitchen', 'Delta Roofing'];
    server().on('GET /api/next-lead', ({ query }) => {
      const at = Number(query.get('cursor') ?? 0);
      const [id, name] = [at + 1, waiting[at]];
      return {
        next: name ? { id, uuid: `uuid-${id}`, name, updatedAt: '2026-11-18T08:00:00.000Z', cursor: `${id}` } : null,
        missed: false,
      };
    });
    const { user } = renderApp('/my-day');
    const bar = within(await screen.findByRole('region', { name: 'Next lead' }));
    expect(bar.getByText(/Next lead · 1 of 3/)).toHaveTextContent('2 days late');
    await user.click(bar.getByRole('button', { name: /^Skip/ }));
    expect(await bar.findByText('Pho Hanoi Kitchen')).toBeVisible();
    expect(bar.getByRole('button', { name: /^Skip/ })).toHaveFocus();
    expect(bar.getByText('About Pho Hanoi Kitchen')).toBeVisible();
    expect(bar.getByText('Next lead · 2 of 3')).toBeVisible();
    expect(bar.getByRole('link', { name: 'Call and log' })).toHaveAttribute('href', '/next-lead?from=my-day&after=1');
    await user.keyboard('j');
    expect(await bar.findByText('Delta Roofing')).toBeVisible();
    expect(bar.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/business/uuid/uuid-3');
    await user.keyboard('j');
    expect(await bar.findByText('Harbor Bakery')).toBeVisible();
    expect(bar.getByRole('link', { name: 'Call and log' })).toHaveAttribute('href', '/next-lead?from=my-day');
  });

  it('preserves a typed outcome until it is saved, also when the page is left', async () => {
    server();
    const { user, unmount } = renderApp('/my-day');
    await user.click(await screen.findByRole('button', { name: 'Done: Harbor Bakery' }));
    await user.type(await screen.findByLabelText('Outcome'), 'Wants a quotation');
    unmount();
    const again = renderApp('/my-day');
    await again.user.click(await screen.findByRole('button', { name: 'Done: Harbor Bakery' }));
    expect(await screen.findByLabelText('Outcome')).toHaveValue('Wants a quotation');
  });

  it('completes a follow-up with an outcome, and preserves the typed text when that fails', async () => {
    const api = server().on('PATCH /api/contact-activity/*', refusal(503, 'unavailable', 'Leads are not available.'));
    const { user } = renderApp('/my-day');
    await user.click(await screen.findByRole('button', { name: 'Done: Harbor Bakery' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Complete Follow-up' }));
    await user.type(dialog.getByLabelText('Outcome'), 'Wants a quotation');
    await user.click(dialog.getByRole('button', { name: 'Complete Follow-up' }));
    expect(await screen.findByText('Leads are not available.')).toBeVisible();
    expect(dialog.getByLabelText('Outcome')).toHaveValue('Wants a quotation');
    api.on('PATCH /api/contact-activity/*', { ...savedActivity(), message: 'Follow-up completed' });
    api.on('GET /api/my-day', myDay({ overdue: 0, due: [due(2, 'Pho Hanoi Kitchen', 0)] }));
    await user.click(dialog.getByRole('button', { name: 'Complete Follow-up' }));
    expect(await screen.findByText('Follow-up completed')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Harbor Bakery')).not.toBeInTheDocument());
    expect(api.sent('PATCH /api/contact-activity/101')[1]?.body).toMatchObject({
      outcome: 'Wants a quotation',
      completedAt: expect.any(String),
    });
  });

  it.each([
    ['In 1 hour', { snooze: 'hour' }],
    ['Next week', { snooze: 'week' }],
  ])('snoozes a follow-up: %s', async (name, body) => {
    const api = server().on('PATCH /api/contact-activity/*', savedActivity());
    const { user } = renderApp('/my-day');
    await user.click(await screen.findByRole('button', { name: 'Done: Harbor Bakery' }));
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(api.sent('PATCH /api/contact-activity/101')[0]?.body).toEqual(body));
  });

  it('makes, shows once and removes the address of the calendar', async () => {
    let since: string | null = null;
    server()
      .on('GET /api/calendar', () => ({ since }))
      .on('POST /api/calendar', () => {
        since = '2026-11-18T10:00:00Z';
        return { token: 'secret' };
      })
      .on('DELETE /api/calendar', () => {
        since = null;
        return { message: 'Calendar address removed' };
      });
    const { user } = renderApp('/my-day');
    await user.click(await screen.findByRole('button', { name: /your menu$/ }));
    await user.click(screen.getByRole('button', { name: 'Calendar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Calendar' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Create address' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Create address' }));
    expect(await dialog.findByLabelText('Address, shown only now')).toHaveValue(
      'http://localhost/api/calendar/secret.ics',
    );
    // A click beside it, which must not lose the address.
    await user.click(screen.getByRole('dialog', { name: 'Calendar' }));
    await user.click(await dialog.findByRole('button', { name: 'Remove address' }));
    expect(await dialog.findByRole('button', { name: 'Create address' })).toBeVisible();
    expect(dialog.queryByLabelText('Address, shown only now')).not.toBeInTheDocument();
  });

  it.each([
    [people.user, '/crm?status=new'],
    [people.admin, '/crm?status=new&userId=1'],
  ])('leads to the new leads of the user alone', async (user, address) => {
    server(myDay({ newLeads: 12 })).signedIn(user);
    renderApp('/my-day');
    expect(await screen.findByRole('link', { name: 'Show all new leads' })).toHaveAttribute('href', address);
  });

  it('says that nothing is due, and offers the next step', async () => {
    server(myDay({ overdue: 0, dueToday: 0, newLeads: 0, due: [], fresh: [] }));
    renderApp('/my-day');
    expect(await screen.findByText('Nothing is due today')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open your leads' })).toHaveAttribute('href', '/crm');
  });

  it('is beside the three views of the list, which open with their last filters', async () => {
    server();
    const { user, router } = renderApp('/my-day');
    expect(await screen.findByRole('button', { name: 'My day' })).toHaveAttribute('aria-pressed', 'true');
    rememberedList.write({ view: 'list', q: 'bakery' });
    await user.click(screen.getByRole('button', { name: 'Table View' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
    expect(rememberedList.read()).toMatchObject({ view: 'table', q: 'bakery' });
    // My day stays until the list has loaded, and has a button of the same name.
    await screen.findByRole('button', { name: /Show Filters/ });
    await user.click(screen.getByRole('button', { name: 'My day' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-day'));
  });

  it('is summarised above the list if leads are due', async () => {
    server();
    renderApp('/');
    expect(await screen.findByRole('link', { name: 'Open My day' })).toHaveAttribute('href', '/my-day');
  });

  it('reports a failure, and tries again', async () => {
    const api = server().on('GET /api/my-day', refusal(503, 'unavailable', 'Leads are not available.'));
    const { user } = renderApp('/my-day');
    expect(await screen.findByText('My day could not be loaded')).toBeVisible();
    api.on('GET /api/my-day', myDay());
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Overdue' })).toBeVisible();
  });
});
