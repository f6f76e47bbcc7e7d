import type { Notification } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import { savedActivity } from '../../../test/lead-world';

const note = (id: number, more: Partial<Notification> = {}): Notification => ({
  id,
  userId: 3,
  title: 'New business assigned',
  message: `Business ${id} was assigned to you by Dana Whitfield.`,
  type: 'assigned',
  relatedBusinessId: id,
  relatedUserBusinessId: id,
  sourceUserId: 1,
  read: false,
  createdAt: '2026-11-18T10:00:00Z',
  ...more,
});

/** Stores what was marked as read, as the server does. */
function server(notes: Notification[]) {
  const all = notes.map((one) => ({ ...one }));
  const api = new FakeApi().signedIn(people.user);
  return api
    .on('GET /api/notifications', ({ query }) => {
      const [page, size] = [Number(query.get('page')), Number(query.get('pageSize'))];
      const unread = all.filter(({ read }) => !read).length;
      return Response.json(all.slice((page - 1) * size, page * size), {
        headers: { 'X-Total-Count': String(all.length), 'X-Unread-Count': String(unread) },
      });
    })
    .on('POST /api/notifications/*/read', (_call, [id]) => {
      for (const one of all) if (String(one.id) === id) one.read = true;
      return { message: 'Done' };
    })
    .on('POST /api/notifications/read-all', () => {
      for (const one of all) one.read = true;
      return { message: 'Done' };
    });
}

const openPanel = async () => {
  const app = renderApp('/nowhere');
  await app.user.click(await screen.findByRole('button', { name: /^Notifications/ }));
  return { ...app, panel: await screen.findByRole('dialog', { name: 'Notifications' }) };
};

describe('The bell', () => {
  it('counts unread notifications, and opens the panel with the newest first', async () => {
    server([note(9), note(8, { read: true })]);
    const { panel, user } = await openPanel();
    expect(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toHaveAttribute('aria-expanded', 'true');
    const links = within(panel).getAllByRole('link');
    expect(links.map((link) => /Business \d/.exec(link.textContent)?.[0])).toEqual(['Business 9', 'Business 8']);
    expect(within(panel).getAllByText('Unread')).toHaveLength(1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: /^Notifications/ })).toHaveFocus();
  });

  it('leads from a notification to its lead, and marks it as read', async () => {
    const api = server([note(9), note(8)]);
    const { panel, user, router } = await openPanel();
    await user.click(within(panel).getByRole('link', { name: /Business 9/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/business/9'));
    await waitFor(() => expect(api.sent('POST /api/notifications/9/read')).toHaveLength(1));
    expect(panel).not.toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });

  it('marks all as read at once, and reverts after a server error', async () => {
    const api = server([note(9), note(8)]);
    const { panel, user } = await openPanel();
    await user.click(within(panel).getByRole('button', { name: 'Mark all read' }));
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeVisible();
    expect(api.sent('POST /api/notifications/read-all')).toHaveLength(1);
    expect(within(panel).getByRole('button', { name: 'Mark all read' })).toBeDisabled();
  });

  it('shows as unread again what the server did not mark', async () => {
    server([note(9)]).on('POST /api/notifications/read-all', refusal(503, 'unavailable', 'Busy.'));
    const { panel, user } = await openPanel();
    await user.click(within(panel).getByRole('button', { name: 'Mark all read' }));
    await waitFor(() => expect(within(panel).getByText('1 unread')).toBeVisible());
  });

  it('loads more', async () => {
    server(Array.from({ length: 25 }, (_, index) => note(25 - index)));
    const { panel, user } = await openPanel();
    expect(within(panel).getAllByRole('link')).toHaveLength(20);
    await user.click(within(panel).getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(within(panel).getAllByRole('link')).toHaveLength(25));
    expect(within(panel).queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  it('says when there is nothing', async () => {
    server([]);
    const { panel } = await openPanel();
    expect(within(panel).getByRole('heading', { name: 'No notifications' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeVisible();
  });
});

it('A due follow-up can be snoozed from the bell, which marks its notification as read', async () => {
  const due = note(9, { type: 'follow_up', title: 'Follow-up due', message: 'Acme: Ask again', dueFollowUpId: 101 });
  const api = server([due]).on('PATCH /api/contact-activity/*', savedActivity());
  const { panel, user } = await openPanel();
  const snooze = within(await within(panel).findByRole('group', { name: 'Snooze: Acme: Ask again' }));
  await user.click(snooze.getByRole('button', { name: 'Tomorrow' }));
  expect(await screen.findByText('Follow-up updated')).toBeVisible();
  expect(api.sent('PATCH /api/contact-activity/101')[0]?.body).toEqual({ snooze: 'tomorrow' });
  await waitFor(() => expect(api.sent('POST /api/notifications/9/read')).toHaveLength(1));
});

describe('The notification settings', () => {
  const all = {
    assigned: true,
    reassigned: true,
    recycling: true,
    import: true,
    follow_up: false,
    job: true,
    search: true,
    export: true,
    job_mail: false,
    daily_summary: true,
    monday_brief: true,
  };

  it('are switches that apply at once, and revert after a server error', async () => {
    const api = new FakeApi()
      .signedIn(people.user)
      .on('GET /api/notifications', [])
      .on('GET /api/notifications/settings', all)
      .on('PATCH /api/notifications/settings', ({ body }) => ({ ...all, ...(body as object) }));
    const { user } = renderApp('/nowhere');
    await user.click(await screen.findByRole('button', { name: 'Notifications' }));
    await user.click(await screen.findByRole('button', { name: 'Notification settings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Notification settings' });
    const summary = await within(dialog).findByRole('checkbox', { name: 'Daily summary' });
    expect(summary).toBeChecked();
    expect(within(dialog).getByRole('checkbox', { name: 'Follow-ups' })).not.toBeChecked();
    expect(within(dialog).getByRole('checkbox', { name: 'End of long work' })).not.toBeChecked();
    // Only users who lead the team get it.
    expect(within(dialog).queryByRole('checkbox', { name: 'Monday brief' })).not.toBeInTheDocument();
    api.on('GET /api/notifications/settings', { ...all, daily_summary: false });
    await user.click(summary);
    await waitFor(() => expect(summary).not.toBeChecked());
    expect(api.sent('PATCH /api/notifications/settings')[0]?.body).toEqual({ daily_summary: false });
    api.on('PATCH /api/notifications/settings', refusal(503, 'unavailable', 'The server is busy.'));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Imports' }));
    expect(await screen.findByText('The server is busy.')).toBeVisible();
    await waitFor(() => expect(within(dialog).getByRole('checkbox', { name: 'Imports' })).toBeChecked());
  });
});
