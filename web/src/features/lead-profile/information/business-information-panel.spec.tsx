import { screen, waitFor, within } from '@testing-library/react';
import { refusal } from '../../../../test/fake-api';
import { LeadApi, leadProfile } from '../../../../test/lead-world';
import { renderApp } from '../../../../test/render-app';

const open = async (api: LeadApi) => {
  const page = renderApp('/business/12');
  const card = within(await screen.findByRole('region', { name: 'Business Information' }));
  return { ...page, card, api };
};
const patch = 'PATCH /api/business-custom-fields/12';

describe('Business Information', () => {
  it('links the address to a map, and each detail by its kind', async () => {
    const userBusiness = { customFields: { email: 'a@harbor.example' } };
    const { card } = await open(new LeadApi(leadProfile({ userBusiness })));
    expect(card.getByText('12 Dock St, Portland, OR 97201, USA')).toBeVisible();
    const query = encodeURIComponent('Harbor Bakery, 12 Dock St, Portland, OR 97201, USA');
    const maps = `https://www.google.com/maps/search/?api=1&query=${query}`;
    expect(card.getByRole('link', { name: 'View on map' })).toHaveAttribute('href', maps);
    expect(card.getByRole('link', { name: '(503) 555-0108' })).toHaveAttribute('href', 'tel:5035550108');
    const website = card.getByRole('link', { name: 'harbor.example/shop' });
    expect(website).toHaveAttribute('href', 'https://harbor.example/shop');
    expect(card.getByRole('link', { name: 'a@harbor.example' })).toHaveAttribute('href', 'mailto:a@harbor.example');
  });

  it.each([
    ['an imported business', leadProfile({ userBusiness: { tags: ['Imported'] } })],
    ['a business without an address', leadProfile({ business: { formattedAddress: null } })],
  ])('links no map for %s', async (_, lead) => {
    const { card } = await open(new LeadApi(lead));
    expect(card.queryByRole('link', { name: 'View on map' })).not.toBeInTheDocument();
  });

  it('shows when it was assigned, and the last contact only when there was one', async () => {
    const { card } = await open(new LeadApi());
    expect(card.getByText('Nov 11, 2026')).toBeVisible();
    expect(card.queryByText('Last contact')).not.toBeInTheDocument();
  });

  it('shows the last contact', async () => {
    const userBusiness = { lastContactedAt: '2026-11-16T12:00:00Z' };
    const { card } = await open(new LeadApi(leadProfile({ userBusiness })));
    expect(card.getByText('Last contact').nextSibling).toHaveTextContent('Nov 16, 2026');
  });

  it("shows a user's edit before the data of the business", async () => {
    const customFields = { phoneNumber: '555 0199', website: 'typed.example' };
    const { card } = await open(new LeadApi(leadProfile({ userBusiness: { customFields } })));
    expect(card.getByText('555 0199')).toBeVisible();
    expect(card.getByRole('link', { name: 'typed.example' })).toHaveAttribute('href', 'https://typed.example/');
    expect(card.queryByText('(503) 555-0108')).not.toBeInTheDocument();
  });

  it("treats 'Not provided' as empty", async () => {
    const { card } = await open(new LeadApi(leadProfile({ business: { website: 'Not provided' } })));
    expect(card.getByText('No website')).toBeVisible();
    expect(card.getByRole('button', { name: 'Add website' })).toBeVisible();
  });

  it.each(['javascript:alert(1)', 'JaVa\tscript:alert(1)', 'data:text/html,x', 'see our page'])(
    'shows the stored website %j as text, never as a link',
    async (website) => {
      const { card } = await open(new LeadApi(leadProfile({ business: { website } })));
      expect(card.getByTitle(website.trim(), { normalizer: (text) => text }).tagName).toBe('SPAN');
      expect(screen.queryByRole('link', { name: 'Visit Website' })).not.toBeInTheDocument();
    },
  );

  it.each([
    ['phone', 'Phone', 'tel', '555 0199 22', { phoneNumber: '555 0199 22' }, 'Phone number updated'],
    ['website', 'Website', 'url', 'new.example', { website: 'new.example' }, 'Website updated'],
    ['email', 'Email', 'email', 'a@b.example', { email: 'a@b.example' }, 'Email updated'],
    ['contact person', 'Contact person', 'text', 'Ada Diaz', { contactPerson: 'Ada Diaz' }, 'Contact person updated'],
  ])('saves the %s with the shown version, and reports it', async (...values) => {
    const [name, label, type, text, customFields, title] = values;
    const api = new LeadApi();
    api.on(patch, () => api.changed({ customFields, version: 5 }));
    const { card, user } = await open(api);
    await user.click(card.getByRole('button', { name: new RegExp(`(Add|Edit) ${name}`) }));
    const field = card.getByLabelText(label);
    expect(field).toHaveAttribute('type', type);
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
    expect(await screen.findByText(title)).toBeVisible();
    expect(api.sent(patch).map(({ body }) => body)).toEqual([{ customFields, version: 4 }]);
    expect(card.getByText(text)).toBeVisible();
  });

  it('clears a value with an empty text', async () => {
    const api = new LeadApi(leadProfile({ userBusiness: { customFields: { email: 'a@b.example' } } }));
    api.on(patch, () => api.changed({ customFields: {} }));
    const { card, user } = await open(api);
    await user.click(card.getByRole('button', { name: 'Edit email' }));
    await user.clear(card.getByLabelText('Email'));
    await user.click(card.getByRole('button', { name: 'Save' }));
    expect(await card.findByText('No email')).toBeVisible();
    expect(api.sent(patch)[0]?.body).toMatchObject({ customFields: { email: '' } });
  });

  it('rejects what the server would reject, before it is sent', async () => {
    const { api, card, user } = await open(new LeadApi());
    await user.click(card.getByRole('button', { name: 'Add email' }));
    await user.type(card.getByLabelText('Email'), 'no-address{Enter}');
    expect(await card.findByRole('alert')).toHaveTextContent('Please enter a valid email address');
    expect(api.sent(patch)).toEqual([]);
  });

  it.each([
    ['phone', 'Phone', '555 0199', 'Phone number update failed'],
    ['website', 'Website', 'new.example', 'Website update failed'],
    ['email', 'Email', 'a@b.example', 'Email update failed'],
    ['contact person', 'Contact person', 'Ada', 'Contact person update failed'],
  ])('reports that the %s was not saved, and preserves the typed text', async (name, label, text, title) => {
    const { card, user } = await open(new LeadApi().on(patch, refusal(503, 'unavailable', 'Try later.')) as LeadApi);
    await user.click(card.getByRole('button', { name: new RegExp(`(Add|Edit) ${name}`) }));
    await user.clear(card.getByLabelText(label));
    await user.type(card.getByLabelText(label), text);
    await user.click(card.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText('Try later.')).toBeVisible();
    await waitFor(() => expect(card.getByLabelText(label)).not.toHaveAttribute('readonly'));
    expect(card.getByLabelText(label)).toHaveValue(text);
  });

  it('does not overwrite a value that another user changed, unless it is saved again', async () => {
    const api = new LeadApi();
    const current = { version: 9, customFields: { email: 'theirs@b.example' } };
    api.on(patch, ({ body }) =>
      (body as { version: number }).version === 9
        ? api.changed({ customFields: { email: 'mine@b.example' }, version: 10 })
        : refusal(409, 'stale_version', 'This was changed by somebody else in the meantime', { current }),
    );
    const { card, user } = await open(api);
    await user.click(card.getByRole('button', { name: 'Add email' }));
    await user.type(card.getByLabelText('Email'), 'mine@b.example');
    await user.click(card.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/theirs@b.example/)).toBeVisible();
    await waitFor(() => expect(card.getByLabelText('Email')).not.toHaveAttribute('readonly'));
    await user.click(card.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Email updated')).toBeVisible();
  });
});
