import { screen, waitFor, within } from '@testing-library/react';
import { refusal } from '../../../../test/fake-api';
import { activity, changedLead, LeadApi, leadProfile, savedActivity, uuid } from '../../../../test/lead-world';
import { fakePosition } from '../../../../test/fake-position';
import { renderApp } from '../../../../test/render-app';

const open = async (api: LeadApi, address = '/business/12') => {
  const page = renderApp(address);
  await screen.findByRole('heading', { name: 'Harbor Bakery' });
  return { ...page, api };
};
const card = (name: string) => within(screen.getByRole('region', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

const unavailable = refusal(503, 'unavailable', 'Try later.');

const eventsNamed = (name: string): Event[] => {
  const events: Event[] = [];
  window.addEventListener(name, (event) => events.push(event));
  return events;
};

describe('Lead Status', () => {
  const call = 'PATCH /api/business-status/12';

  it('has one button per status, the current one pressed', async () => {
    await open(new LeadApi());
    const buttons = card('Lead Status').getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'New',
      'In Progress',
      'Recontact',
      'Closed (Won)',
      'Closed (Lost)',
    ]);
    expect(card('Lead Status').getByRole('button', { pressed: true })).toHaveTextContent('New');
  });

  it('shows a spinner and disables all buttons during a change, then reports it and refreshes the meters', async () => {
    const events = [eventsNamed('status-changed'), eventsNamed('leads-changed')];
    const api = new LeadApi();
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (answer = resolve));
    api.on(call, () => waiting.then(() => api.changed({ status: 'in_progress' })));
    const { user } = await open(api);
    await user.click(card('Lead Status').getByRole('button', { name: 'In Progress' }));
    const pending = card('Lead Status').getByRole('button', { name: /In Progress/ });
    expect(await within(pending).findByRole('status')).toBeVisible();
    for (const button of card('Lead Status').getAllByRole('button')) expect(button).toBeDisabled();
    answer();
    expect(await screen.findByText('Status updated')).toBeVisible();
    expect(card('Lead Status').getByRole('button', { pressed: true })).toHaveTextContent('In Progress');
    expect(api.sent(call)[0]?.body).toEqual({ status: 'in_progress' });
    expect(events.map(({ length }) => length)).toEqual([1, 1]);
  });

  it('stays unchanged after a failure', async () => {
    const { user } = await open(new LeadApi().on(call, unavailable) as LeadApi);
    await user.click(card('Lead Status').getByRole('button', { name: 'Recontact' }));
    expect(await screen.findByText('Status update failed')).toBeVisible();
    expect(card('Lead Status').getByRole('button', { pressed: true })).toHaveTextContent('New');
  });
});

describe('Custom Tags', () => {
  const tagged = (tags: string[], known: string[] = []) =>
    new LeadApi(leadProfile({ userBusiness: { tags } })).on('GET /api/all-tags', known) as LeadApi;

  it('show all except Imported, and offer the known ones that are missing', async () => {
    await open(tagged(['Imported', 'Vet'], ['imported', 'vet', 'Trade show', 'Walk-in']));
    const tags = card('Custom Tags');
    expect(tags.getByText('Vet')).toBeVisible();
    expect(tags.queryByText(/imported/i)).not.toBeInTheDocument();
    const offered = within(await tags.findByRole('group', { name: 'Quick add existing tags' }));
    expect(offered.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Trade show', 'Walk-in']);
  });

  it('are added from the known ones by a click', async () => {
    const api = tagged([], ['Trade show']);
    api.on('POST /api/business-tag/12', ({ body }) => api.changed({ tags: [(body as { tag: string }).tag] }));
    const { user } = await open(api);
    await user.click(await screen.findByRole('button', { name: 'Trade show' }));
    expect(await screen.findByText('Tag added')).toBeVisible();
    expect(card('Custom Tags').getByRole('button', { name: 'Remove tag Trade show' })).toBeVisible();
    expect(screen.queryByText('Quick add existing tags')).not.toBeInTheDocument();
  });

  it('are added from the field, trimmed, with Add disabled while it is blank', async () => {
    const api = tagged([]);
    api.on('POST /api/business-tag/12', ({ body }) => api.changed({ tags: [(body as { tag: string }).tag] }));
    const { user } = await open(api);
    await user.type(screen.getByLabelText('New tag'), '  ');
    expect(card('Custom Tags').getByRole('button', { name: 'Add' })).toBeDisabled();
    await user.type(screen.getByLabelText('New tag'), 'Two sites ');
    await user.click(card('Custom Tags').getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Tag added')).toBeVisible();
    expect(api.sent('POST /api/business-tag/12')[0]?.body).toEqual({ tag: 'Two sites' });
    expect(screen.getByLabelText('New tag')).toHaveValue('');
  });

  it('stay in the field after a failure', async () => {
    const issues = [{ path: 'tag', message: "The tag 'Imported' is reserved" }];
    const answer = refusal(400, 'validation_failed', 'Please check what was sent.', { issues });
    const { user } = await open(tagged([]).on('POST /api/business-tag/12', answer) as LeadApi);
    await user.type(screen.getByLabelText('New tag'), 'imported{Enter}');
    expect(await screen.findByText('Failed to add tag')).toBeVisible();
    expect(screen.getByText("The tag 'Imported' is reserved")).toBeVisible();
    expect(screen.getByLabelText('New tag')).toHaveValue('imported');
  });

  it('are removed only after a confirmation, whatever characters they hold', async () => {
    const api = tagged(['a/b?']);
    api.on('DELETE /api/business-tag-by-uuid/*/*', () => api.changed({ tags: [] }));
    const { user } = await open(api, `/business/uuid/${uuid}`);
    await user.click(screen.getByRole('button', { name: 'Remove tag a/b?' }));
    await user.click((await dialog('Remove Tag')).getByRole('button', { name: 'Remove Tag' }));
    expect(await screen.findByText('Tag removed')).toBeVisible();
    expect(api.sent(`DELETE /api/business-tag-by-uuid/${uuid}/a%2Fb%3F`)).toHaveLength(1);
    expect(screen.queryByText('a/b?')).not.toBeInTheDocument();
  });

  it('report why one could not be removed', async () => {
    const api = tagged(['Vet']);
    const { user } = await open(api.on('DELETE /api/business-tag/*/*', unavailable) as LeadApi);
    await user.click(screen.getByRole('button', { name: 'Remove tag Vet' }));
    await user.click((await dialog('Remove Tag')).getByRole('button', { name: 'Remove Tag' }));
    expect(await screen.findByText('Failed to remove tag')).toBeVisible();
    expect(card('Custom Tags').getByText('Vet')).toBeVisible();
  });
});

describe('Quick Actions', () => {
  it('link the website and the map of a business that was found', async () => {
    await open(new LeadApi());
    const website = card('Quick Actions').getByRole('link', { name: 'Visit Website' });
    expect(website).toHaveAttribute('href', 'https://harbor.example/shop');
    expect(website).toHaveAttribute('rel', 'noopener noreferrer');
    expect(card('Quick Actions').getByRole('link', { name: 'Open in Maps' })).toBeVisible();
  });

  it('have no website without a valid one, and no map of an imported business', async () => {
    const parts = { business: { website: 'Not provided' }, userBusiness: { tags: ['Imported'] } };
    await open(new LeadApi(leadProfile(parts)));
    expect(card('Quick Actions').queryByRole('link')).not.toBeInTheDocument();
  });

  it('archive after a confirmation, and go to the list', async () => {
    const api = new LeadApi().on('POST /api/business/12/archive', changedLead()) as LeadApi;
    const { user, router } = await open(api);
    await user.click(card('Quick Actions').getByRole('button', { name: 'Archive Business' }));
    const ask = await dialog('Archive Business');
    expect(ask.getByText('Are you sure you want to archive this business?')).toBeVisible();
    expect(ask.getByText(/moved to the archive.*can be restored later/)).toBeVisible();
    await user.click(ask.getByRole('button', { name: 'Archive Business' }));
    expect(await screen.findByText('Business archived')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
    expect(api.sent('GET /api/business-profile/12')).toHaveLength(1);
  });

  it('restore from the archive, and stay', async () => {
    const api = new LeadApi(leadProfile({ userBusiness: { archived: true } }));
    api.on('POST /api/business/12/restore', () => api.changed({ archived: false }));
    const { user } = await open(api);
    expect(screen.getByText('ARCHIVED')).toBeVisible();
    await user.click(card('Quick Actions').getByRole('button', { name: 'Restore from Archive' }));
    expect(await screen.findByText('Business restored')).toBeVisible();
    expect(card('Quick Actions').getByRole('button', { name: 'Archive Business' })).toBeVisible();
  });

  it('mark an existing customer after a confirmation, and take the mark away again', async () => {
    const api = new LeadApi();
    api.on('POST /api/business/12/mark-existing-customer', () => api.changed({ existingCustomer: true }));
    api.on('POST /api/business/12/unmark-existing-customer', () => api.changed({ existingCustomer: false }));
    const { user } = await open(api);
    await user.click(card('Quick Actions').getByRole('button', { name: 'Mark as Existing Customer' }));
    const ask = await dialog('Mark as Existing Customer');
    expect(ask.getByText('Existing customers are excluded from normal lead views and reporting.')).toBeVisible();
    expect(ask.getByText('The mark can be removed later.')).toBeVisible();
    await user.click(ask.getByRole('button', { name: 'Mark as Existing Customer' }));
    expect(await screen.findByText('Marked as existing customer')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(card('Quick Actions').getByRole('button', { name: 'Remove Existing Customer Mark' }));
    expect(await screen.findByText('Existing customer mark removed')).toBeVisible();
  });

  it('delete for good after a confirmation that says what is lost, and go to the list', async () => {
    const api = new LeadApi(leadProfile({}, [activity(), activity({ id: 71 })]));
    api.on('DELETE /api/business-by-uuid/*/delete', { message: 'Done' });
    const { user, router } = await open(api, `/business/uuid/${uuid}`);
    await user.click(card('Quick Actions').getByRole('button', { name: 'Permanently Delete' }));
    const ask = await dialog('Permanently Delete');
    expect(ask.getByText('This action cannot be undone.')).toBeVisible();
    expect(ask.getByText('All 2 activities, the notes and the assignment history are lost.')).toBeVisible();
    await user.click(ask.getByRole('button', { name: 'Permanently Delete' }));
    expect(await screen.findByText('Business deleted')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
    expect(api.sent(`DELETE /api/business-by-uuid/${uuid}/delete`)).toHaveLength(1);
  });

  it('do not read the lead again, even if a change signal arrives before the response', async () => {
    const api = new LeadApi();
    api.on('DELETE /api/business/12/delete', () => {
      window.dispatchEvent(new CustomEvent('leads-changed', { detail: 'live' }));
      return { message: 'Done' };
    });
    const { user } = await open(api);
    await user.click(card('Quick Actions').getByRole('button', { name: 'Permanently Delete' }));
    await user.click((await dialog('Permanently Delete')).getByRole('button', { name: 'Permanently Delete' }));
    expect(await screen.findByText('Business deleted')).toBeVisible();
    expect(api.sent('GET /api/business-profile/12')).toHaveLength(1);
  });

  it.each([
    ['Archive Business', 'Archive failed', 'POST /api/business/12/archive'],
    ['Mark as Existing Customer', 'Operation failed', 'POST /api/business/12/mark-existing-customer'],
    ['Permanently Delete', 'Deletion failed', 'DELETE /api/business/12/delete'],
  ])('report why %s failed, and stay on the page', async (action, title, call) => {
    const { user, router } = await open(new LeadApi().on(call, unavailable) as LeadApi);
    await user.click(card('Quick Actions').getByRole('button', { name: action }));
    await user.click((await dialog(action)).getByRole('button', { name: action }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText('Try later.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/business/12');
  });
});

describe('Reassign Business', () => {
  const call = 'POST /api/reassign-business/12';
  const targets = [
    { id: 4, username: 'alex', fullName: 'Alex Diaz', role: 'user' },
    { id: 2, username: 'maria', fullName: 'Maria Castellanos', role: 'manager' },
    { id: 3, username: 'sam', fullName: 'Sam Okafor', role: 'user' },
  ];
  const ready = async (answer: Parameters<LeadApi['on']>[1]) => {
    const api = new LeadApi().on('GET /api/users-for-reassignment', targets).on(call, answer) as LeadApi;
    const page = await open(api);
    await page.user.click(card('Quick Actions').getByRole('button', { name: 'Reassign Business' }));
    const ask = await dialog('Reassign Business');
    await ask.findByRole('option', { name: 'alex (user)' });
    return { ...page, ask };
  };

  it('offers all users except the owner by username and role, and requires a choice', async () => {
    const { ask } = await ready(changedLead());
    const options = ask.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options).toEqual(['Select a user', 'alex (user)', 'maria (manager)']);
    expect(ask.getByRole('button', { name: 'Reassign' })).toBeDisabled();
    expect(ask.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  });

  it.each([
    ['  Moves to Salem ', { newUserId: 2, notes: 'Moves to Salem' }],
    ['   ', { newUserId: 2 }],
  ])('sends the chosen user with the notes %j, and goes to the list', async (notes, body) => {
    const { api, ask, user, router } = await ready(changedLead());
    await user.selectOptions(ask.getByLabelText('Select User'), 'maria (manager)');
    await user.type(ask.getByPlaceholderText('Reason for reassignment...'), notes);
    await user.click(ask.getByRole('button', { name: 'Reassign' }));
    expect(await screen.findByText('Business reassigned')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
    expect(api.sent(call)[0]?.body).toEqual(body);
  });

  it('reports a failure, and preserves the choice and the notes', async () => {
    const taken = refusal(409, 'already_assigned', 'This business is already assigned to maria.');
    const { ask, user } = await ready(taken);
    await user.selectOptions(ask.getByLabelText('Select User'), 'maria (manager)');
    await user.type(ask.getByPlaceholderText('Reason for reassignment...'), 'Moves');
    await user.click(ask.getByRole('button', { name: 'Reassign' }));
    expect(await screen.findByText('Reassignment failed')).toBeVisible();
    expect(screen.getByText('This business is already assigned to maria.')).toBeVisible();
    expect(ask.getByPlaceholderText('Reason for reassignment...')).toHaveValue('Moves');
  });
});

describe('Check in', () => {
  it('records a meeting at the position of the device, and can take it back', async () => {
    fakePosition(34.751, -92.28);
    const api = new LeadApi();
    api.on('POST /api/contact-activity/12', savedActivity({ id: 71, description: 'Checked in, 365 ft away' }));
    api.on('DELETE /api/contact-activity/71', { message: 'Activity deleted' });
    const { user } = await open(api);
    await user.click(card('Quick Actions').getByRole('button', { name: 'Check in' }));
    expect(await screen.findByText('Checked in, 365 ft away')).toBeVisible();
    expect(api.sent('POST /api/contact-activity/12').map(({ body }) => body)).toEqual([
      { type: 'meeting', notes: 'Checked in', position: { latitude: 34.751, longitude: -92.28 } },
    ]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.sent('DELETE /api/contact-activity/71')).toHaveLength(1));
  });

  it('records nothing if the position is refused', async () => {
    fakePosition(null);
    const { api, user } = await open(new LeadApi());
    await user.click(card('Quick Actions').getByRole('button', { name: 'Check in' }));
    expect(await screen.findByText('Your position is not known')).toBeVisible();
    expect(api.sent('POST /api/contact-activity/12')).toHaveLength(0);
  });
});

describe('Return to Pool', () => {
  const call = 'POST /api/business/12/return-to-pool';
  const openDialog = async (api: LeadApi) => {
    const page = await open(api);
    await page.user.click(card('Quick Actions').getByRole('button', { name: 'Return to Pool' }));
    return { ...page, ask: await dialog('Return to Pool') };
  };

  it('needs a reason, and words for another one, then leaves the page', async () => {
    const api = new LeadApi().on(call, changedLead({ userId: null })) as LeadApi;
    const { user, ask, router } = await openDialog(api);
    const send = () => ask.getByRole('button', { name: 'Return' });
    expect(send()).toBeDisabled();
    await user.selectOptions(ask.getByLabelText('Reason'), 'Other reason');
    expect(send()).toBeDisabled();
    await user.type(ask.getByLabelText('Please say why'), ' Moved to Reno ');
    await user.click(send());
    expect(await screen.findByText('Business returned to the pool')).toBeVisible();
    expect(api.sent(call)[0]?.body).toEqual({ reason: 'other', notes: 'Moved to Reno' });
    expect(router.state.location.pathname).toBe('/crm');
  });

  it('stays open after a failure, with what was typed', async () => {
    const refused = refusal(409, 'already_assigned', 'This business is already assigned to Pool of West');
    const { user, ask } = await openDialog(new LeadApi().on(call, refused) as LeadApi);
    await user.selectOptions(ask.getByLabelText('Reason'), 'No time for it');
    await user.type(ask.getByLabelText('Notes (optional)'), 'Mornings');
    await user.click(ask.getByRole('button', { name: 'Return' }));
    expect(await screen.findByText('The business could not be returned')).toBeVisible();
    expect(ask.getByLabelText('Notes (optional)')).toHaveValue('Mornings');
  });
});
