import type { FirstStep } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

/** The users service, which stores the ended steps. */
function serverOf(user: keyof typeof people, names: readonly FirstStep[], done: readonly FirstStep[] = []) {
  const ended = new Set<string>(done);
  const listed = () => names.map((step) => ({ step, isDone: ended.has(step) }));
  const answer = () => ({ steps: listed().every(({ isDone }) => isDone) ? [] : listed() });
  return new FakeApi()
    .signedIn(people[user])
    .on('GET /api/first-steps', answer)
    .on('POST /api/first-steps', ({ body }) => {
      const { step } = body as { step: string };
      (step === 'all' ? names : [step]).forEach((name) => ended.add(name));
      return answer();
    })
    .on('GET /api/admin/all-assignments', Response.json([], { headers: { 'X-Total-Count': '0' } }));
}
const endedIn = (api: FakeApi) => api.sent('POST /api/first-steps').map(({ body }) => body);
const panel = async () => within(await screen.findByRole('region', { name: 'First steps' }));

describe('The first steps', () => {
  it('show an administrator what is done and where to do the rest', async () => {
    serverOf('admin', ['organisation', 'people', 'find', 'assign'], ['people']);
    const { user, router } = renderApp('/');
    const list = await panel();
    expect(list.getByText('1 of 4 done')).toBeVisible();
    expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Name your organisation', '/organisation'],
      ['Done: Invite your colleagues', '/users'],
      ['Find or import businesses', '/search'],
      ['Assign the first business', '/search'],
    ]);
    await user.click(list.getByRole('link', { name: 'Name your organisation' }));
    expect(router.state.location.pathname).toBe('/organisation');
  });

  it('tick themselves when the user opens the page of a step, once', async () => {
    const api = serverOf('user', ['lead', 'day', 'queue'], ['lead']);
    const { user, router } = renderApp('/crm');
    await user.click((await panel()).getByRole('link', { name: 'See what is due today' }));
    await waitFor(() => expect(endedIn(api)).toEqual([{ step: 'day' }]));
    void router.navigate('/crm');
    expect((await panel()).getByText('2 of 3 done')).toBeVisible();
    void router.navigate('/my-day');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-day'));
    expect(endedIn(api)).toHaveLength(1);
  });

  it('go for good when the user dismisses them', async () => {
    const api = serverOf('manager', ['team', 'day', 'lead']);
    const { user } = renderApp('/crm');
    await user.click((await panel()).getByRole('button', { name: 'Dismiss the first steps' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument());
    expect(endedIn(api)).toEqual([{ step: 'all' }]);
  });

  it('are none for a user who has worked here for long', async () => {
    new FakeApi().signedIn(people.admin);
    renderApp('/');
    await screen.findByRole('heading', { name: 'Search for Businesses' });
    expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument();
  });
});
