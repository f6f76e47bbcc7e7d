import { act, screen, waitFor, within } from '@testing-library/react';
import { people } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';
import { LeadServer } from '../lead-server.fixture';
import { lead } from '../leads.fixture';
import type { SavedView } from './api';

const view = (part: Partial<SavedView> = {}): SavedView => ({
  key: 'abc',
  name: 'To recontact',
  shared: false,
  query: 'view=table&status=recontact',
  owner: 'Sam Okafor',
  isMine: true,
  isDefault: false,
  total: 42,
  totalIsExact: true,
  ...part,
});
const server = (views: SavedView[]) =>
  new LeadServer([lead({ id: 1 })])
    .signedIn(people.manager)
    .on('GET /api/saved-views', () => views)
    .on('POST /api/saved-views', ({ body }) => {
      views.push(view({ ...(body as object), key: 'new' }));
      return views.at(-1);
    })
    .on('PATCH /api/saved-views/*', ({ body }) => Object.assign(views[0]!, body));
const openMenu = async (user: ReturnType<typeof renderApp>['user'], name: string | RegExp = 'Views') =>
  user.click(await screen.findByRole('button', { name }));

describe('The saved views of the list', () => {
  it('save what the list shows under a name, and show the name', async () => {
    const views: SavedView[] = [];
    const api = server(views);
    const { user, router } = renderApp('/crm?q=bakery&page=2');
    await openMenu(user);
    await user.click(await screen.findByRole('button', { name: 'Save this as a new view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
    await user.type(dialog.getByLabelText('Name'), 'Bakeries');
    await user.click(dialog.getByLabelText('Everybody, each with the leads that they see'));
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    expect(await screen.findByRole('button', { name: /^Bakeries/, expanded: false })).toBeVisible();
    expect(api.sent('POST /api/saved-views')[0]?.body).toMatchObject({
      name: 'Bakeries',
      shared: true,
      isDefault: false,
      query: 'q=bakery',
      filter: { q: 'bakery', sort: 'newest' },
    });
    await waitFor(() => expect(router.state.location.search).toContain('saved=new'));
  });

  it('are for a team of their manager, if the manager wants it', async () => {
    const views: SavedView[] = [];
    const api = server(views).signedIn({ ...people.manager, teams: [{ id: 4, name: 'West' }] });
    const { user } = renderApp('/crm');
    await openMenu(user);
    await user.click(await screen.findByRole('button', { name: 'Save this as a new view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
    await user.type(dialog.getByLabelText('Name'), 'West');
    await user.click(dialog.getByLabelText('A team and the teams below it'));
    expect(within(dialog.getByLabelText('Team')).getByRole('option', { name: 'West' })).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    await waitFor(() => expect(api.sent('POST /api/saved-views')[0]?.body).toMatchObject({ shared: false, teamId: 4 }));
  });

  it('become own views if their user may not share them any more', async () => {
    const views = [view({ query: '', teamId: 9 })];
    const api = server(views).signedIn({ ...people.manager, teams: [{ id: 4, name: 'West' }] });
    const { user } = renderApp('/crm?saved=abc');
    await openMenu(user, /^To recontact/);
    await user.click(await screen.findByRole('button', { name: 'Change this view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change view' }));
    expect(dialog.getByLabelText('Only me')).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    await waitFor(() =>
      expect(api.sent('PATCH /api/saved-views/abc')[0]?.body).toMatchObject({ shared: false, teamId: null }),
    );
  });

  it('open with their filters and their count, also from a link with their key alone', async () => {
    server([view(), view({ key: 'def', name: 'All', isMine: false, query: '', total: 10_000, totalIsExact: false })]);
    const { user, router } = renderApp('/crm?saved=abc');
    await openMenu(user, /^To recontact/);
    await waitFor(() => expect(router.state.location.search).toBe('?view=table&saved=abc&status=recontact'));
    const everybody = within(screen.getByRole('group', { name: 'Everybody' }));
    await user.click(everybody.getByRole('button', { name: /^All.*10,000\+/ }));
    await waitFor(() => expect(router.state.location.search).toBe('?saved=def'));
  });

  it('show no other leads before those of the view of a link', async () => {
    const api = server([view()]);
    renderApp('/crm?saved=abc');
    expect(await screen.findByRole('button', { name: 'Remove filter Status Recontact' })).toBeVisible();
    const lists = api.sent('GET /api/admin/all-assignments');
    expect(lists.map(({ query }) => query.get('status'))).toEqual(['recontact']);
  });

  it('say that the view of a link is gone, and leave the address with its other filters', async () => {
    const api = server([view()]);
    const { user, router } = renderApp('/crm?saved=other');
    const gone = 'This saved view was removed or is not shared with you. The list opens without it.';
    expect(await screen.findByText(gone)).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await screen.findByText(/^1 result/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(gone)).not.toBeInTheDocument();

    await act(() => router.navigate('/crm?saved=removed&status=recontact'));
    expect(await screen.findByText(gone)).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe('?status=recontact'));
    await act(() => router.navigate('/crm?saved=abc'));
    await waitFor(() => expect(router.state.location.search).toBe('?view=table&saved=abc&status=recontact'));
    expect(screen.queryByText(gone)).not.toBeInTheDocument();
    expect(api.sent('GET /api/saved-views')).toHaveLength(1);
  });

  it('need no word that one is gone when its user removes it', async () => {
    const views = [view({ query: '' })];
    const api = server(views).on('DELETE /api/saved-views/*', () => {
      views.length = 0;
      return { message: 'Removed' };
    });
    const { user, router } = renderApp('/crm?saved=abc');
    await openMenu(user, /^To recontact/);
    await user.click(await screen.findByRole('button', { name: 'Change this view' }));
    await user.click(await screen.findByRole('button', { name: 'Remove view' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByText(/saved view was removed/)).not.toBeInTheDocument();
    expect(api.sent('DELETE /api/saved-views/abc')).toHaveLength(1);
  });

  it('say what was changed, and save or undo it', async () => {
    const api = server([view()]);
    const { user, router } = renderApp('/crm?saved=abc');
    await waitFor(() => expect(router.state.location.search).toContain('status=recontact'));
    await user.click(await screen.findByRole('button', { name: 'Remove filter Status Recontact' }));
    expect(await screen.findByText('Changed')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo changes' }));
    await waitFor(() => expect(screen.queryByText('Changed')).not.toBeInTheDocument());
    await user.click(screen.getByLabelText('Hide Closed Leads'));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText('Changed')).not.toBeInTheDocument());
    expect(api.sent('PATCH /api/saved-views/abc')[0]?.body).toMatchObject({
      query: 'view=table&status=recontact&hideClosed=false',
    });
  });
});
