import { act, screen, waitFor, within } from '@testing-library/react';
import { refusal } from '../../../../test/fake-api';
import { activity, LeadApi, leadProfile, savedActivity } from '../../../../test/lead-world';
import { renderApp } from '../../../../test/render-app';

const open = async (api: LeadApi, tab: RegExp) => {
  const page = renderApp('/business/12');
  await page.user.click(await screen.findByRole('tab', { name: tab }));
  return { ...page, api };
};

describe('Contact Activities', () => {
  const add = 'POST /api/contact-activity/12';
  const today = () => new Date().toLocaleDateString('sv-SE');

  it('are counted and listed with type, author, time and text', async () => {
    const activities = [activity(), activity({ id: 71, type: 'meeting', createdBy: null })];
    await open(new LeadApi(leadProfile({}, activities)), /Activities/);
    expect(screen.getByRole('tab', { name: 'Contact Activities (2)' })).toBeVisible();
    const [first, second] = within(screen.getByRole('list', { name: 'Contact activities' })).getAllByRole('listitem');
    expect(first).toHaveTextContent(/Call · Sam Okafor · Nov 1\d, 2026, .*Spoke with the owner/);
    expect(second).toHaveTextContent(/Meeting · Former user/);
  });

  it('are added with a type and notes, which must not be blank', async () => {
    const { api, user } = await open(new LeadApi(), /Activities/);
    const button = screen.getByRole('button', { name: 'Add Activity' });
    await user.type(screen.getByLabelText('Activity notes'), '   ');
    expect(button).toBeDisabled();
    api.on(add, () => {
      api.lead = leadProfile({}, [activity({ type: 'email', description: 'Sent the price list' })]);
      return { message: 'Done', activity: api.lead.contactActivities[0] };
    });
    await user.selectOptions(screen.getByLabelText('Activity type'), 'Email');
    await user.type(screen.getByLabelText('Activity notes'), 'Sent the price list');
    await user.click(button);
    expect(await screen.findByText('Activity added')).toBeVisible();
    expect(api.sent(add)[0]?.body).toEqual({ type: 'email', notes: 'Sent the price list' });
    expect(await screen.findByRole('tab', { name: 'Contact Activities (1)' })).toBeVisible();
    expect(screen.getByLabelText('Activity notes')).toHaveValue('');
  });

  it('may carry a follow-up, due in the morning of its day', async () => {
    const { api, user } = await open(new LeadApi().on(add, savedActivity()) as LeadApi, /Activities/);
    await user.type(screen.getByLabelText('Activity notes'), 'Call back');
    const field = screen.getByLabelText('Follow up on');
    await user.type(field, today());
    await user.click(screen.getByRole('button', { name: 'Add Activity' }));
    await waitFor(() => expect(api.sent(add)).toHaveLength(1));
    expect(api.sent(add)[0]?.body).toMatchObject({ scheduledOn: today() });
  });

  it('may carry a time of day and a repeat', async () => {
    const { api, user } = await open(new LeadApi().on(add, savedActivity()) as LeadApi, /Activities/);
    await user.type(screen.getByLabelText('Activity notes'), 'Call back');
    await user.type(screen.getByLabelText('Follow up on'), today());
    await user.type(screen.getByLabelText('Time of day'), '14:15');
    await user.type(screen.getByLabelText(/^Repeat every/), '14');
    await user.click(screen.getByRole('button', { name: 'Add Activity' }));
    await waitFor(() => expect(api.sent(add)).toHaveLength(1));
    expect(api.sent(add)[0]?.body).toMatchObject({ scheduledTime: '14:15', repeatDays: 14 });
  });

  it('say when a follow-up is due today', async () => {
    await open(new LeadApi(leadProfile({}, [activity({ scheduledAt: `${today()}T12:00:00` })])), /Activities/);
    expect(screen.getByText(/^Follow-up due today at /)).toBeVisible();
  });

  it('are sent again with the same key after a lost response, and preserve the typed text until then', async () => {
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    const { api, user } = await open(new LeadApi().on(add, lost) as LeadApi, /Activities/);
    await user.type(screen.getByLabelText('Activity notes'), 'Left a voicemail');
    await user.click(screen.getByRole('button', { name: 'Add Activity' }));
    expect(await screen.findByText('Failed to add activity')).toBeVisible();
    expect(screen.getByLabelText('Activity notes')).toHaveValue('Left a voicemail');
    api.on(add, savedActivity());
    await user.click(screen.getByRole('button', { name: 'Add Activity' }));
    expect(await screen.findByText('Activity added')).toBeVisible();
    await user.type(screen.getByLabelText('Activity notes'), 'Left a voicemail');
    await user.click(screen.getByRole('button', { name: 'Add Activity' }));
    await waitFor(() => expect(api.sent(add)).toHaveLength(3));
    const keys = api.sent(add).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('leave no typed text behind if the page is left before the response', async () => {
    const answers: (() => void)[] = [];
    const { user, router } = await open(
      new LeadApi().on(add, () => new Promise((done) => answers.push(() => done(savedActivity())))) as LeadApi,
      /Activities/,
    );
    await user.type(screen.getByLabelText('Activity notes'), 'Left a voicemail');
    await user.click(screen.getByRole('button', { name: 'Add Activity' }));
    await act(() => router.navigate('/my-day'));
    answers[0]!();
    expect(await screen.findByText('Activity added')).toBeVisible();
    await act(() => router.navigate('/business/12'));
    expect(await screen.findByLabelText('Activity notes')).toHaveValue('');
  });

  it('are deleted only after a confirmation', async () => {
    const { api, user } = await open(new LeadApi(leadProfile({}, [activity()])), /Activities/);
    api.on('DELETE /api/contact-activity/70', () => {
      api.lead = leadProfile();
      return { message: 'Done' };
    });
    await user.click(screen.getByRole('button', { name: 'Delete activity' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Activity' }));
    expect(dialog.getByText('Are you sure you want to delete this activity?')).toBeVisible();
    expect(api.sent('DELETE /api/contact-activity/70')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete Activity' }));
    expect(await screen.findByText('Activity deleted')).toBeVisible();
    expect(await screen.findByText('No contact activities yet')).toBeVisible();
  });

  it('report why one could not be deleted', async () => {
    const api = new LeadApi(leadProfile({}, [activity()]));
    api.on('DELETE /api/contact-activity/70', refusal(404, 'not_found', 'There is no such activity.'));
    const { user } = await open(api, /Activities/);
    await user.click(screen.getByRole('button', { name: 'Delete activity' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete Activity' }));
    expect(await screen.findByText('Failed to delete activity')).toBeVisible();
    expect(screen.getByText('There is no such activity.')).toBeVisible();
  });
});

describe('Notes', () => {
  const save = 'PATCH /api/business-notes/12';
  const noted = () => new LeadApi(leadProfile({ userBusiness: { notes: 'Opens at six' } }));
  const current = { version: 8, notes: 'Opens at seven' };
  const conflicting = () => {
    const api = noted();
    api.on(save, ({ body }) => {
      const { notes, version } = body as { notes: string; version: number };
      if (version === 8) return api.changed({ notes, version: 9 });
      api.changed(current);
      return refusal(409, 'stale_version', 'This was changed by somebody else in the meantime', { current });
    });
    return api;
  };

  it.each([
    ['  ', 'Notes'],
    ['Opens at six', 'Notes (1)'],
  ])('%j is counted as %s', async (notes, name) => {
    await open(new LeadApi(leadProfile({ userBusiness: { notes } })), /^Notes/);
    expect(screen.getByRole('tab', { name })).toBeVisible();
  });

  it('are saved with the version they started from, and show that they are being saved', async () => {
    let answer: () => void = () => undefined;
    const api = noted();
    const waiting = new Promise<void>((resolve) => (answer = resolve));
    api.on(save, async ({ body }) => {
      await waiting;
      return api.changed({ ...(body as { notes: string }), version: 5 });
    });
    const { user } = await open(api, /^Notes/);
    await user.type(screen.getByLabelText('Notes'), ', closes at two');
    await user.click(screen.getByRole('button', { name: 'Save Notes' }));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    answer();
    expect(await screen.findByText('Notes updated')).toBeVisible();
    expect(api.sent(save)[0]?.body).toEqual({ notes: 'Opens at six, closes at two', version: 4 });
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
  });

  it('stay in the field when they could not be saved, also after a reload', async () => {
    const api = noted().on(save, refusal(503, 'unavailable', 'Leads are not available.')) as LeadApi;
    const { user, unmount } = await open(api, /^Notes/);
    await user.type(screen.getByLabelText('Notes'), '!');
    await user.click(screen.getByRole('button', { name: 'Save Notes' }));
    expect(await screen.findByText('Notes update failed')).toBeVisible();
    unmount();
    await open(api, /^Notes/);
    expect(screen.getByLabelText('Notes')).toHaveValue('Opens at six!');
    expect(screen.getByText('Not saved yet')).toBeVisible();
  });

  it.each([
    ['Keep my text', 'mine'],
    ['Keep the saved text', 'Opens at seven'],
    ['Keep both', 'Opens at seven\n\nmine'],
  ])('saved by two users offer both texts: %s', async (choice, text) => {
    const { api, user } = await open(conflicting(), /^Notes/);
    await user.clear(screen.getByLabelText('Notes'));
    await user.type(screen.getByLabelText('Notes'), 'mine');
    await user.click(screen.getByRole('button', { name: 'Save Notes' }));
    const both = within(await screen.findByRole('region', { name: 'Two versions of the note' }));
    expect(both.getByText('mine')).toBeVisible();
    expect(both.getByText('Opens at seven')).toBeVisible();
    await user.click(both.getByRole('button', { name: choice }));
    await waitFor(() => expect(screen.getByLabelText('Notes')).toHaveValue(text));
    if (choice === 'Keep both') await user.click(screen.getByRole('button', { name: 'Save Notes' }));
    await waitFor(() => expect(api.lead.userBusiness.notes).toBe(text));
  });
});

describe('Assignment History', () => {
  const entry = (id: number, previous: string | null, next: string, notes: string | null = null) => ({
    history: { id, createdAt: '2026-11-16T14:41:00', notes },
    previousUser: previous ? { username: previous } : null,
    newUser: { username: next },
    changedBy: { username: 'admin' },
  });

  it('shows who had the lead, since when, by whom and why', async () => {
    const api = new LeadApi();
    api.history = [entry(1, null, 'alex'), entry(2, 'alex', 'sam', 'Alex is on leave')];
    await open(api, /History/);
    expect(await screen.findByRole('tab', { name: 'Assignment History (2)' })).toBeVisible();
    const [newest, oldest] = within(screen.getByRole('list', { name: 'Assignment history' })).getAllByRole('listitem');
    expect(newest).toHaveTextContent('Reassigned from alex to samNov 16, 2026, 2:41 PM · by adminAlex is on leave');
    expect(oldest).toHaveTextContent('Initially assigned to alexNov 16, 2026, 2:41 PM · by admin');
  });

  it('says that there is none', async () => {
    await open(new LeadApi(), /History/);
    expect(await screen.findByText('No assignment history available')).toBeVisible();
  });
});
