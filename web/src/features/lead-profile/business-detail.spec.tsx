import { screen, waitFor, within } from '@testing-library/react';
import { people, refusal } from '../../../test/fake-api';
import { activity, LeadApi, leadProfile, uuid } from '../../../test/lead-world';
import { renderApp } from '../../../test/render-app';
import { rememberedList } from '../../lib/lead-views';
import { saveListPosition } from '../../lib/list-return';

/**
 * Tests each sentence of docs/product/one-lead.md about the profile. e2e/src/journeys/profile.spec.ts tests the height
 * of the note, 200px, in a browser.
 */
const open = async (api: LeadApi = new LeadApi(), address = '/business/12') => {
  const page = renderApp(address);
  const title = await screen.findByRole('heading', { level: 1, name: 'Harbor Bakery' });
  return { ...page, api, header: within(title.parentElement!) };
};
const card = (name: string) => within(screen.getByRole('region', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const press = (name: string | RegExp) => screen.getByRole('button', { name });
const withTags = (...tags: string[]) => new LeadApi(leadProfile({ userBusiness: { tags } }));
const never = () => new Promise<never>(() => undefined);
const moment = '2026-11-16T14:41:00';

describe('The page', () => {
  it('Loading spinner.', async () => {
    new LeadApi().on('GET /api/business-profile/*', never);
    renderApp('/business/12');
    expect((await screen.findByText('Loading business...')).closest('[role="status"]')).toBeInTheDocument();
  });

  it("A 403 or permission error shows 'Customer Assigned to Another User', saying it must be reassigned by the current user or an admin.", async () => {
    new LeadApi().on('GET /api/business-profile/*', refusal(403, 'forbidden', 'No.'));
    renderApp('/business/12');
    expect(await screen.findByText('Customer Assigned to Another User')).toBeVisible();
    expect(screen.getByText(/must be reassigned to you by its current user or an admin/)).toBeVisible();
  });

  it("Other errors show 'Unable to Load Customer' with the message.", async () => {
    new LeadApi().on('GET /api/business-profile/*', refusal(503, 'unavailable', 'Leads are not available.'));
    renderApp('/business/12');
    expect(await screen.findByText('Unable to Load Customer')).toBeVisible();
    expect(screen.getByText('Leads are not available.')).toBeVisible();
  });

  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
  ] as const)(
    "Both offer 'Back to CRM Dashboard', which saves the return page and scroll position. (%i)",
    async (status, code) => {
      const scrolls = jest.spyOn(window, 'scrollTo');
      const api = new LeadApi().on('GET /api/business-profile/*', refusal(status, code, 'No.'));
      const { user, router } = renderApp('/business/12');
      const back = await screen.findByRole('button', { name: 'Back to CRM Dashboard' });
      // The list stores its position when it opens a profile.
      rememberedList.write({ page: 3 });
      saveListPosition({ leadId: 12, scrollY: 840 });
      await user.click(back);
      await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
      await waitFor(() => expect(scrolls).toHaveBeenCalledWith({ top: 840, behavior: 'instant' }));
      expect(api.sent('GET /api/admin/all-assignments')[0]?.query.get('page')).toBe('3');
      jest.restoreAllMocks();
    },
  );

  it("Header: a 'Back to CRM' button, the business name, and a badge 'Viewed' or 'New'.", async () => {
    const first = await open();
    expect(press('Back to CRM')).toBeVisible();
    expect(first.header.getByText('Viewed', { selector: '.badge' })).toBeVisible();
    expect(first.header.queryByText('New', { selector: '.badge' })).not.toBeInTheDocument();
    first.unmount();
    const unviewed = new LeadApi(leadProfile({ userBusiness: { viewed: false } }));
    const { header } = await open(unviewed.signedIn(people.admin) as LeadApi);
    expect(header.getByText('New', { selector: '.badge' })).toBeVisible();
    expect(header.queryByText('Viewed', { selector: '.badge' })).not.toBeInTheDocument();
  });

  it("An 'Imported' badge shows when the tags include Imported.", async () => {
    const first = await open(withTags('Vet', 'Imported'));
    expect(first.header.getByText('Imported', { selector: '.badge' })).toBeVisible();
    first.unmount();
    const { header } = await open(withTags('Vet'));
    expect(header.queryByText('Imported', { selector: '.badge' })).not.toBeInTheDocument();
  });
});

describe('Business Information card', () => {
  it.each([
    [leadProfile(), true],
    [leadProfile({ userBusiness: { tags: ['Imported'] } }), false],
    [leadProfile({ business: { formattedAddress: null } }), false],
  ])(
    'address, with a maps link only when the business is not imported and has an address (%#)',
    async (lead, links) => {
      await open(new LeadApi(lead));
      expect(card('Business Information').queryAllByRole('link', { name: 'View on map' })).toHaveLength(links ? 1 : 0);
      const address = card('Business Information').queryByText('12 Dock St, Portland, OR 97201, USA');
      if (lead.business.formattedAddress) expect(address).toBeVisible();
      else expect(address).not.toBeInTheDocument();
    },
  );

  it('phone, website, email, contact person; assigned date, and last-contact date when present.', async () => {
    const customFields = { email: 'a@harbor.example', contactPerson: 'Ada Diaz' };
    const first = await open(new LeadApi(leadProfile({ userBusiness: { customFields, lastContactedAt: moment } })));
    const names = () =>
      card('Business Information')
        .getAllByRole('term')
        .map(({ textContent }) => textContent);
    const always = ['Address', 'Phone', 'Contact person', 'Email', 'Website', 'Assigned'];
    expect(names()).toEqual([...always, 'Last contact']);
    const shown = ['(503) 555-0108', 'harbor.example/shop', ...Object.values(customFields), 'Nov 11, 2026'];
    for (const text of shown) expect(card('Business Information').getByText(text)).toBeVisible();
    expect(card('Business Information').getByText(/^Nov 16, 2026/)).toBeVisible();
    first.unmount();
    await open();
    expect(names()).toEqual(always);
  });

  it.each([
    ['phone', 'tel', '555 0199 22', '555 0199 23'],
    ['website', 'url', 'new.example', 'newer.example'],
    ['email', 'email', 'a@b.example', 'c@b.example'],
    ['contact person', 'text', 'Ada', 'Bea'],
  ])(
    'Phone, website, email and contact person can each be added or edited inline with Save and Cancel; saving also happens on blur. The input types are tel, url, email and text. (%s)',
    async (name, type, first, second) => {
      const { api, user } = await open();
      api.on('PATCH /api/business-custom-fields/12', ({ body }) => api.changed({ version: 5, ...(body as object) }));
      const facts = card('Business Information');
      const start = async (text: string) => {
        await user.click(facts.getByRole('button', { name: new RegExp(`^(Add|Edit) ${name}$`) }));
        const field = facts.getByRole('textbox', { name: new RegExp(`^${name}$`, 'i') });
        expect(field).toHaveAttribute('type', type);
        await user.clear(field);
        await user.type(field, text);
      };
      const sent = () => api.sent('PATCH /api/business-custom-fields/12').length;
      await start(first);
      await user.click(facts.getByRole('button', { name: 'Cancel' }));
      expect(sent()).toBe(0);
      await start(first);
      await user.click(facts.getByText('Assigned'));
      expect(await facts.findByText(first)).toBeVisible();
      expect(sent()).toBe(1);
      await start(second);
      await user.click(facts.getByRole('button', { name: 'Save' }));
      expect(await facts.findByText(second)).toBeVisible();
      expect(sent()).toBe(2);
    },
  );
});

describe('The tabs', () => {
  it('Contact Activities (with a count; add and delete; a type select and a notes box).', async () => {
    const { user } = await open(new LeadApi(leadProfile({}, [activity(), activity({ id: 71 })])));
    await user.click(screen.getByRole('tab', { name: 'Contact Activities (2)' }));
    const types = within(screen.getByLabelText('Activity type')).getAllByRole('option');
    expect(types.map(({ textContent }) => textContent)).toEqual(['Call', 'Email', 'Meeting', 'Note']);
    expect(screen.getByLabelText('Activity notes').tagName).toBe('TEXTAREA');
    expect(press('Add Activity')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Delete activity' })).toHaveLength(2);
  });

  it("Notes (one free-text note; 'Save Notes' shows 'Saving...'; the tab count shows (1) when the note is non-blank).", async () => {
    const { api, user } = await open();
    api.on('PATCH /api/business-notes/12', never);
    await user.click(screen.getByRole('tab', { name: 'Notes' }));
    await user.type(screen.getByRole('textbox', { name: 'Notes' }), 'Opens at six');
    await user.click(press('Save Notes'));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
  });

  it.each([
    ['   ', 'Notes'],
    ['Opens at six', 'Notes (1)'],
  ])('the tab count shows (1) when the note is non-blank (%j)', async (notes, name) => {
    await open(new LeadApi(leadProfile({ userBusiness: { notes } })));
    expect(screen.getByRole('tab', { name })).toBeVisible();
  });

  it("Assignment History (with a count). Entries read 'Reassigned from X to Y' or 'Initially assigned to X', then the date and time, the name of who changed it, and optional notes.", async () => {
    const api = new LeadApi();
    const entry = (id: number, previous: string | null, next: string, notes: string | null) => ({
      history: { id, createdAt: moment, notes },
      previousUser: previous === null ? null : { username: previous },
      newUser: { username: next },
      changedBy: { username: 'admin' },
    });
    api.history = [entry(1, null, 'alex', null), entry(2, 'alex', 'sam', 'Alex is on leave')];
    const { user } = await open(api);
    await user.click(await screen.findByRole('tab', { name: 'Assignment History (2)' }));
    const entries = within(screen.getByRole('list', { name: 'Assignment history' })).getAllByRole('listitem');
    const when = 'Nov 16, 2026, 2:41 PM · by admin';
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      `Reassigned from alex to sam${when}Alex is on leave`,
      `Initially assigned to alex${when}`,
    ]);
  });

  it("The empty text is 'No assignment history available'.", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('tab', { name: 'Assignment History (0)' }));
    expect(await screen.findByText('No assignment history available')).toBeVisible();
  });
});

describe('The side column', () => {
  it('Lead Status card: one button per status. While a change is pending the button shows a spinner and all status buttons are disabled.', async () => {
    const { api, user } = await open();
    api.on('PATCH /api/business-status/12', never);
    const buttons = () => card('Lead Status').getAllByRole('button');
    const labels = ['New', 'In Progress', 'Recontact', 'Closed (Won)', 'Closed (Lost)'];
    expect(buttons().map(({ textContent }) => textContent)).toEqual(labels);
    await user.click(buttons()[2]!);
    expect(await within(buttons()[2]!).findByRole('status')).toBeVisible();
    for (const button of buttons()) expect(button).toBeDisabled();
  });

  it("Custom Tags card: shows tags except Imported, each removable. It offers 'Quick add existing tags' (all known tags not yet on this business) and a free-text input with an Add button, disabled when the input is blank after trimming.", async () => {
    const api = withTags('Imported', 'Vet').on('GET /api/all-tags', ['Imported', 'Vet', 'Fair', 'Walk-in']) as LeadApi;
    const { user } = await open(api);
    const tags = card('Custom Tags');
    const removable = tags.getAllByRole('button', { name: /^Remove tag/ });
    expect(removable.map((button) => button.getAttribute('aria-label'))).toEqual(['Remove tag Vet']);
    const offered = within(await tags.findByRole('group', { name: 'Quick add existing tags' })).getAllByRole('button');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Fair', 'Walk-in']);
    expect(tags.getByRole('button', { name: 'Add' })).toBeDisabled();
    await user.type(tags.getByLabelText('New tag'), '  ');
    expect(tags.getByRole('button', { name: 'Add' })).toBeDisabled();
    await user.type(tags.getByLabelText('New tag'), 'x');
    expect(tags.getByRole('button', { name: 'Add' })).toBeEnabled();
  });

  const found = [
    'Visit Website',
    'Open in Maps',
    'Reassign Business',
    // docs/product/pool.md#return
    'Return to Pool',
    'Archive Business',
    'Mark as Existing Customer',
    'Permanently Delete',
  ];
  const moved = [
    'Reassign Business',
    'Return to Pool',
    'Restore from Archive',
    'Remove Existing Customer Mark',
    'Permanently Delete',
  ];
  const gone = {
    business: { website: 'Not provided' },
    userBusiness: { tags: ['Imported'], archived: true, existingCustomer: true },
  };
  it.each([
    [leadProfile(), found],
    [leadProfile(gone), moved],
  ])(
    'Quick Actions card: Visit Website (only when a real website exists); Open in Maps (only when not imported); Reassign Business; Archive Business or Restore from Archive; Mark as Existing Customer or Remove Existing Customer Mark; Permanently Delete. (%#)',
    async (lead, actions) => {
      await open(new LeadApi(lead));
      const shown = screen.getByRole('region', { name: 'Quick Actions' }).querySelectorAll('a, button');
      expect([...shown].map(({ textContent }) => textContent)).toEqual(actions);
    },
  );
});

describe('The dialogs', () => {
  it.each([
    [
      'Archive Business',
      [
        'Are you sure you want to archive this business?',
        'It is moved to the archive and leaves the active views. It can be restored later.',
      ],
    ],
    [
      'Permanently Delete',
      ['This action cannot be undone.', 'All activities, the notes and the assignment history are lost.'],
    ],
    [
      'Mark as Existing Customer',
      ['Existing customers are excluded from normal lead views and reporting.', 'The mark can be removed later.'],
    ],
  ])('%s confirm: %j', async (name, sentences) => {
    const { api, user } = await open();
    await user.click(card('Quick Actions').getByRole('button', { name }));
    const ask = await dialog(name);
    for (const sentence of sentences) expect(ask.getByText(sentence)).toBeVisible();
    await user.click(ask.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it("Reassign dialog: a user select shown as username and role, optional notes ('Reason for reassignment...'), Cancel and Reassign. The detail dialog needs a chosen user.", async () => {
    const alex = { id: 4, username: 'alex', fullName: 'Alex Diaz', role: 'user' };
    const { user } = await open(new LeadApi().on('GET /api/users-for-reassignment', [alex]) as LeadApi);
    await user.click(press('Reassign Business'));
    const ask = await dialog('Reassign Business');
    await ask.findByRole('option', { name: 'alex (user)' });
    expect(ask.getByPlaceholderText('Reason for reassignment...')).toHaveValue('');
    expect(ask.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    expect(ask.getByRole('button', { name: 'Reassign' })).toBeDisabled();
    await user.selectOptions(ask.getByLabelText('Select User'), 'alex (user)');
    expect(ask.getByRole('button', { name: 'Reassign' })).toBeEnabled();
  });

  it.each([
    ['Deleting an activity asks for confirmation.', 'Delete activity', 'Delete Activity'],
    ['Removing a tag asks for confirmation.', 'Remove tag Vet', 'Remove Tag'],
  ])('%s', async (_, button, name) => {
    const { api, user } = await open(new LeadApi(leadProfile({ userBusiness: { tags: ['Vet'] } }, [activity()])));
    await user.click(press(button));
    expect((await dialog(name)).getByRole('button', { name })).toBeVisible();
    expect(api.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });
});

describe('The rules of the detail', () => {
  it("A status change dispatches a window event 'status-changed'.", async () => {
    const received: Event[] = [];
    window.addEventListener('status-changed', (event) => received.push(event), { once: true });
    const { api, user } = await open();
    api.on('PATCH /api/business-status/12', () => api.changed({ status: 'recontact' }));
    await user.click(card('Lead Status').getByRole('button', { name: 'Recontact' }));
    await waitFor(() => expect(received).toHaveLength(1));
  });

  it('Viewed: false until the business is marked viewed, either by the button or automatically on opening the profile.', async () => {
    const api = new LeadApi(leadProfile({ userBusiness: { viewed: false } }));
    const { header } = await open(api);
    expect(await header.findByText('Viewed')).toBeVisible();
    expect(api.sent('PATCH /api/business-viewed/12')).toHaveLength(1);
  });

  it('Activity add needs non-blank notes.', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText('Activity notes'), ' \n ');
    expect(press('Add Activity')).toBeDisabled();
    await user.type(screen.getByLabelText('Activity notes'), 'x');
    expect(press('Add Activity')).toBeEnabled();
  });

  it.each([
    ['/business/12', '/12'],
    [`/business/${uuid}`, `-by-uuid/${uuid}`],
    [`/business/uuid/${uuid}`, `-by-uuid/${uuid}`],
  ])('The profile choice is by whether the identifier is all digits. (%s)', async (address, named) => {
    const { api } = await open(undefined, address);
    for (const read of ['business-profile', 'assignment-history']) {
      expect(api.sent(`GET /api/${read}${named}`)).toHaveLength(1);
    }
  });

  it('Dates are shown in US locale format.', async () => {
    await open(new LeadApi(leadProfile({ userBusiness: { assignedAt: '2026-03-04T12:00:00' } })));
    expect(card('Business Information').getByText('Mar 4, 2026')).toBeVisible();
  });
});
