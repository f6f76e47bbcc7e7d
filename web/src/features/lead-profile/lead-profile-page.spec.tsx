import { act, screen, waitFor, within } from '@testing-library/react';
import { people, refusal } from '../../../test/fake-api';
import { activity, LeadApi, leadProfile, uuid } from '../../../test/lead-world';
import { renderApp } from '../../../test/render-app';
import { saveListOrder } from '../../lib/list-return';

const title = () => screen.findByRole('heading', { name: 'Harbor Bakery' });

/** Signing in clears what the list stored before, so the test stores it afterwards. */
async function openFromList(ids: number[]) {
  new LeadApi();
  const page = renderApp('/nowhere');
  await screen.findByRole('button', { name: 'Logout' });
  saveListOrder(ids.map((id) => ({ id })));
  act(() => void page.router.navigate('/business/12'));
  await title();
  return page;
}

describe('The profile page', () => {
  it.each([
    [`/business/uuid/${uuid}`, `-by-uuid/${uuid}`],
    [`/business/${uuid}`, `-by-uuid/${uuid}`],
    ['/business/12', '/12'],
  ])('at %s reads the lead by the identifier in the address', async (address, named) => {
    const api = new LeadApi();
    renderApp(address);
    expect(await title()).toBeVisible();
    expect(api.sent(`GET /api/business-profile${named}`)).toHaveLength(1);
    expect(api.sent(`GET /api/assignment-history${named}`)).toHaveLength(1);
  });

  it('shows a spinner while it loads', async () => {
    new LeadApi().on('GET /api/business-profile/*', () => new Promise(() => undefined));
    renderApp('/business/12');
    expect(await screen.findByText('Loading business...')).toBeInTheDocument();
  });

  it('shows nothing to click before the tags on offer, which would push the actions below them away', async () => {
    let answer: (tags: string[]) => void = () => undefined;
    const api = new LeadApi().on('GET /api/all-tags', () => new Promise<string[]>((resolve) => (answer = resolve)));
    renderApp('/business/12');
    await waitFor(() => {
      expect(api.sent('GET /api/business-profile/12')).toHaveLength(1);
      expect(api.sent('GET /api/all-tags')).toHaveLength(1);
    });
    expect(await screen.findByText('Loading business...')).toBeInTheDocument();
    act(() => answer(['Spring fair']));
    await title();
    expect(screen.getByRole('button', { name: 'Spring fair' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reassign Business' })).toBeVisible();
  });

  it('shows a lead although the tags on offer cannot be loaded', async () => {
    new LeadApi().on('GET /api/all-tags', refusal(503, 'unavailable', 'Leads are not available.'));
    renderApp('/business/12');
    expect(await title()).toBeVisible();
  });

  it('says that a lead is assigned to another user, and what to do', async () => {
    new LeadApi().on('GET /api/business-profile/*', refusal(403, 'forbidden', 'It belongs to somebody else.'));
    const { user, router } = renderApp('/business/12');
    expect(await screen.findByText('Customer Assigned to Another User')).toBeVisible();
    expect(screen.getByText(/must be reassigned to you by its current user or an admin/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to CRM Dashboard' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
  });

  it.each([
    [refusal(404, 'not_found', 'There is no such business.'), 'There is no such business.'],
    [refusal(503, 'unavailable', 'Leads are not available.'), 'Leads are not available.'],
    [new Response('', { status: 500, statusText: 'Internal Server Error' }), '500: Internal Server Error'],
  ])('shows the message of any other error', async (answer, message) => {
    new LeadApi().on('GET /api/business-profile/*', answer);
    renderApp('/business/12');
    expect(await screen.findByText('Unable to Load Customer')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Back to CRM Dashboard' })).toBeVisible();
  });

  it.each([
    [
      { workingDays: 12, reminded: false, tonight: false, protectedUntil: '2026-12-01' },
      '12 working days left. It goes back to the pool on Dec 3, 2026, unless its user works it. Its follow-up protects it until Dec 1, 2026.',
    ],
    [
      { workingDays: 4, reminded: true, tonight: false, protectedUntil: null },
      '4 working days left. It goes back to the pool on Dec 3, 2026, unless its user works it. A call, an email, a meeting or a new status keeps it.',
    ],
    [
      { workingDays: 0, reminded: true, tonight: true, protectedUntil: null },
      'Untouched: this lead goes back to the pool tonight. A call, an email, a meeting or a new status keeps it.',
    ],
  ])('says when an untouched lead goes back to the pool: %j', async (rest, text) => {
    new LeadApi({ ...leadProfile(), recycling: { movesOn: '2026-12-03', ...rest } });
    renderApp('/business/12');
    await title();
    expect(screen.getByRole('note')).toHaveTextContent(text);
  });

  it('tries again after a failed connection', async () => {
    const api = new LeadApi().on('GET /api/business-profile/*', () => Promise.reject(new TypeError('Failed to fetch')));
    const { user } = renderApp('/business/12');
    expect(await screen.findByText(/could not be reached/)).toBeVisible();
    api.on('GET /api/business-profile/*', leadProfile());
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await title()).toBeVisible();
  });

  it('links to the previous and next lead of the list, by a button and by K and J', async () => {
    const { user, router } = await openFromList([11, 12, 13]);
    await user.keyboard('j');
    await waitFor(() => expect(router.state.location.pathname).toBe('/business/13'));
    act(() => void router.navigate('/business/12'));
    await user.click(await screen.findByRole('button', { name: 'Previous lead' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/business/11'));
  });

  it('has no previous or next lead if it was not opened from a list', async () => {
    await openFromList([1, 2]);
    expect(screen.queryByRole('button', { name: 'Next lead' })).not.toBeInTheDocument();
  });

  it('returns to the row of the list that it came from', async () => {
    // The list clears the stored position as soon as it is shown, so the test watches the write.
    const written = jest.spyOn(Storage.prototype, 'setItem');
    new LeadApi();
    const { user, router } = renderApp('/business/12');
    await title();
    await user.click(screen.getByRole('button', { name: 'Back to CRM' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
    const position = written.mock.calls.findLast(([key]) => key.endsWith('crm-return'))?.[1];
    expect(JSON.parse(position ?? '{}')).toMatchObject({ leadId: 12 });
    written.mockRestore();
  });

  it('names the status, whether it was viewed, and an import', async () => {
    new LeadApi(leadProfile({ userBusiness: { status: 'recontact', tags: ['Imported'] } }));
    renderApp('/business/12');
    const head = (await title()).parentElement!;
    for (const words of ['Recontact', 'Viewed', 'Imported']) expect(within(head).getByText(words)).toBeVisible();
    expect(within(head).getByText('Assigned to Sam Okafor · Nov 11, 2026')).toBeVisible();
  });

  it('has no Imported badge for a business that was found', async () => {
    new LeadApi();
    renderApp('/business/12');
    await title();
    expect(screen.queryByText('Imported')).not.toBeInTheDocument();
  });
});

describe('Viewed', () => {
  const unviewed = () => new LeadApi(leadProfile({ userBusiness: { viewed: false } }));

  it('is set when the assignee opens the profile', async () => {
    const api = unviewed();
    renderApp('/business/12');
    expect(await screen.findByText('Viewed')).toBeVisible();
    expect(api.sent('PATCH /api/business-viewed/12')).toHaveLength(1);
  });

  it("stays unset when an admin opens another user's lead", async () => {
    const api = unviewed().signedIn(people.admin) as LeadApi;
    renderApp('/business/12');
    await title();
    expect(within((await title()).parentElement!).getByText('New', { selector: '.badge' })).toBeVisible();
    expect(api.sent('PATCH /api/business-viewed/12')).toHaveLength(0);
  });

  it('is not retried after a failure', async () => {
    const api = unviewed().on('PATCH /api/business-viewed/*', refusal(503, 'unavailable', 'Later.')) as LeadApi;
    renderApp('/business/12');
    await title();
    await waitFor(() => expect(api.sent('PATCH /api/business-viewed/12')).toHaveLength(1));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('A lead that changes under the open page', () => {
  const change = () => act(() => void window.dispatchEvent(new CustomEvent('leads-changed')));

  it('is read again by itself', async () => {
    const api = new LeadApi();
    renderApp('/business/12');
    await title();
    api.lead = leadProfile({ userBusiness: { status: 'closed_won' } });
    change();
    expect(await screen.findByRole('button', { name: 'Closed (Won)', pressed: true })).toBeVisible();
    expect(api.sent('GET /api/business-profile/12')[1]?.headers.get('X-Automatic')).toBe('1');
  });

  it.each([
    [refusal(403, 'forbidden', 'No.'), /was assigned to another user meanwhile/, 'Back to CRM Dashboard'],
    [refusal(404, 'not_found', 'No.'), /was deleted meanwhile/, 'Back to CRM Dashboard'],
    [refusal(503, 'unavailable', 'No.'), /may show an older state/, 'Try Again'],
  ])('preserves the typed text when the lead is gone', async (answer, words, next) => {
    const api = new LeadApi();
    const { user } = renderApp('/business/12');
    await title();
    await user.type(screen.getByLabelText('Activity notes'), 'Wants a quotation');
    api.on('GET /api/business-profile/*', answer);
    change();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('button', { name: next })).toBeVisible();
    expect(screen.getByLabelText('Activity notes')).toHaveValue('Wants a quotation');
  });

  it('preserves the typed text after a new sign-in', async () => {
    const ended = refusal(401, 'unauthenticated', 'Please sign in.');
    const api = new LeadApi().on('POST /api/contact-activity/*', ended) as LeadApi;
    const first = renderApp('/business/12');
    await title();
    await first.user.type(screen.getByLabelText('Activity notes'), 'Wants a quotation');
    api.signedIn(null);
    await first.user.click(screen.getByRole('button', { name: 'Add Activity' }));
    await waitFor(() => expect(first.router.state.location.pathname).toBe('/auth'));
    expect(await screen.findByText(/signed out because your session ended. What you typed is kept/)).toBeVisible();
    expect(screen.queryByText('Failed to add activity')).not.toBeInTheDocument();
    first.unmount();
    api.signedIn(people.user);
    renderApp('/business/12');
    expect(await screen.findByLabelText('Activity notes')).toHaveValue('Wants a quotation');
  });
});

describe('A business that asked not to be contacted', () => {
  it('has a banner, and no Call button', async () => {
    new LeadApi(leadProfile({ userBusiness: { tags: ['do not contact'] } }));
    renderApp('/business/12');
    await title();
    expect(screen.getByRole('note')).toHaveTextContent('This business asked not to be contacted');
    expect(screen.queryByRole('link', { name: 'Call' })).not.toBeInTheDocument();
  });

  it('has neither without the tag', async () => {
    new LeadApi();
    renderApp('/business/12');
    await title();
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:5035550108');
  });
});

describe("Another user's lead for a manager of the branch", () => {
  async function open() {
    const api = new LeadApi(
      leadProfile({ userBusiness: { viewed: false, tags: ['Hot'], notes: 'Closed on Mondays' } }, [activity()]),
    );
    api.signedIn({ ...people.manager, managesTeam: true });
    const page = renderApp('/business/12');
    await title();
    return { api, ...page };
  }

  it('is no longer shown once it left the branch', async () => {
    const { api } = await open();
    api.on('GET /api/business-profile/*', refusal(403, 'forbidden', 'No.'));
    act(() => void window.dispatchEvent(new CustomEvent('leads-changed')));
    expect(await screen.findByRole('heading', { name: 'Customer Assigned to Another User' })).toBeVisible();
    expect(screen.queryByText('Closed on Mondays')).not.toBeInTheDocument();
  });

  it('names its user and what the manager may do, and changes nothing else', async () => {
    const { api, user } = await open();
    expect(screen.getByRole('note')).toHaveTextContent(
      'This lead is assigned to Sam Okafor. You can comment on it, plan a follow-up and reassign it. Everything else stays with its user.',
    );
    for (const name of ['In Progress', 'Add Contact', 'Remove tag Hot', 'Delete activity', 'Edit phone'])
      expect(screen.getByRole('button', { name })).toBeDisabled();
    const actions = within(screen.getByRole('region', { name: 'Quick Actions' }));
    expect(actions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Reassign Business',
      'Return to Pool',
    ]);
    await user.click(screen.getByRole('tab', { name: /Notes/ }));
    expect(screen.getByRole('textbox', { name: 'Notes' })).toBeDisabled();
    expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('Closed on Mondays');
    expect(api.sent('PATCH /api/business-viewed/12')).toEqual([]);
  });

  it.each([
    ['a manager', people.manager, ['Reassign Business']],
    [
      'an administrator',
      people.admin,
      ['Reassign Business', 'Archive Business', 'Mark as Existing Customer', 'Permanently Delete'],
    ],
  ])('has no user in a pool, so that %s cannot work it', async (_, reader, offered) => {
    const pooled = { ...leadProfile({ userBusiness: { userId: null } }), user: null, pool: { name: 'Pool of West' } };
    new LeadApi(pooled).signedIn(reader);
    renderApp('/business/12');
    await title();
    expect(screen.getByRole('note')).toHaveTextContent(
      'This lead is in the Pool of West. Its people can claim it, and you can reassign it.',
    );
    expect(screen.getByText(/^In the Pool of West ·/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'In Progress' })).toBeDisabled();
    const actions = within(screen.getByRole('region', { name: 'Quick Actions' }));
    expect(actions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(offered);
  });

  it('cannot be reassigned by a stand-in', async () => {
    const api = new LeadApi({ ...leadProfile({ userBusiness: { userId: 9 } }), standsIn: true });
    api.signedIn(people.user);
    renderApp('/business/12');
    await title();
    expect(screen.getByRole('note')).toHaveTextContent(
      'You stand in for Sam Okafor. You can comment on this lead, plan a follow-up and complete the due ones on My day. Everything else stays with its user.',
    );
    expect(screen.getByRole('button', { name: 'In Progress' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Reassign Business' })).not.toBeInTheDocument();
  });

  it('gets a comment, or with a date a follow-up for its user', async () => {
    const { api, user } = await open();
    api.on('POST /api/contact-activity/12', { message: 'Activity added', activity: activity() });
    expect(screen.getByRole('combobox', { name: 'Activity type' })).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Activity notes' }), 'Ask for the chef');
    await user.click(screen.getByRole('button', { name: 'Add Comment' }));
    await waitFor(() => expect(api.sent('POST /api/contact-activity/12')).toHaveLength(1));
    await user.type(screen.getByRole('textbox', { name: 'Activity notes' }), 'Call again');
    await user.type(screen.getByLabelText('Follow up on'), '2030-05-06');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Activity type' }), 'call');
    await user.click(screen.getByRole('button', { name: 'Plan Follow-up' }));
    await waitFor(() => expect(api.sent('POST /api/contact-activity/12')).toHaveLength(2));
    expect(api.sent('POST /api/contact-activity/12').map(({ body }) => body)).toEqual([
      { type: 'note', notes: 'Ask for the chef' },
      { type: 'call', notes: 'Call again', scheduledOn: '2030-05-06' },
    ]);
  });
});
