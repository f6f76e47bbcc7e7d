import { screen, waitFor, within } from '@testing-library/react';
import { LeadApi, leadProfile } from '../../../../test/lead-world';
import { renderApp } from '../../../../test/render-app';

const none = { role: '', phone: '', email: '', note: '' };
const pat = { ...none, name: 'Pat', role: 'Owner' };
const lee = { ...none, name: 'Lee', phone: '(501) 555-0100' };
const customFields = { contactPerson: 'Pat', contactRole: 'Owner', contacts: [lee] };

it('adds, edits, removes and promotes contacts, with undo', async () => {
  const api = new LeadApi(leadProfile({ userBusiness: { customFields } }));
  api.on('PUT /api/business-contacts/12', () => api.changed({ customFields }));
  const { user } = renderApp('/business/12');
  const card = within(await screen.findByRole('region', { name: 'Contacts' }));
  const sent = async (...contacts: object[]) =>
    waitFor(() =>
      expect(api.sent('PUT /api/business-contacts/12').at(-1)?.body).toEqual({ contacts, version: expect.any(Number) }),
    );
  expect(card.getByRole('heading')).toHaveAccessibleName('Contacts');
  expect(card.getByRole('textbox', { name: 'Main contact' })).toHaveValue('Pat');
  expect(card.getByRole('link', { name: '(501) 555-0100' })).toHaveAttribute('href', 'tel:5015550100');

  await user.click(card.getByRole('button', { name: 'Add Contact' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Contact' }));
  await user.type(dialog.getByRole('textbox', { name: 'Role' }), 'Chef');
  await user.click(dialog.getByRole('button', { name: 'Add Contact' }));
  expect(await dialog.findByText('Please enter a name, a phone number or an e-mail address')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Kim');
  await user.click(dialog.getByRole('button', { name: 'Add Contact' }));
  await sent(pat, lee, { ...none, name: 'Kim', role: 'Chef' });
  expect(await screen.findByText('Contact added')).toBeVisible();

  await user.click(await card.findByRole('button', { name: 'Make main contact Lee' }));
  await sent(lee, pat);
  await user.click(card.getByRole('button', { name: 'Edit Pat' }));
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Mornings');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await sent({ ...pat, note: 'Mornings' }, lee);
  await user.click(await card.findByRole('button', { name: 'Remove Lee' }));
  await sent(pat);
  const removed = (await screen.findByText('Contact removed')).closest('.toast')!;
  await user.click(within(removed as HTMLElement).getByRole('button', { name: 'Undo' }));
  await sent(pat, lee);
});
