import type { CustomFieldDefinition } from '@lead-finder/contracts';
import { screen, within } from '@testing-library/react';
import { customField } from '../../../../test/custom-field';
import { people } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';
import { LeadServer } from '../lead-server.fixture';
import { lead } from '../leads.fixture';

const field = (key: string, change: Partial<CustomFieldDefinition> = {}) =>
  customField({ key, name: key.charAt(0).toUpperCase() + key.slice(1), filter: false, filterReady: false, ...change });
const fields = [
  field('value', { type: 'currency', currency: 'USD' }),
  field('site', { type: 'link' }),
  field('old', { archived: true }),
];

const open = async (address = '/crm?view=table', definitions = fields) => {
  new LeadServer([lead({ customFields: { value: 1200, site: 'javascript:alert(1)', old: 'x' } })])
    .signedIn(people.admin)
    .on('GET /api/custom-fields', { fields: definitions, removed: [] });
  const page = renderApp(address);
  await screen.findByRole('row', { name: /Pho Hanoi Kitchen/ });
  return page;
};
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent.trim());

describe('The columns of the table', () => {
  it('are those of the specification until the user chooses others, which the address remembers', async () => {
    const { user, router } = await open();
    expect(heads()).toEqual(['', 'Business Name', 'Assigned To', 'Status', 'Date Assigned', 'Actions']);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Columns' }));
    expect(dialog.queryByLabelText('Old')).not.toBeInTheDocument();
    await user.click(dialog.getByLabelText('Assigned To'));
    dialog.getByLabelText('Value').focus();
    await user.keyboard(' ');
    expect(dialog.getByLabelText('Value')).toHaveFocus();
    await user.click(dialog.getByLabelText('Site'));
    await user.click(dialog.getByRole('button', { name: 'Move Value left' }));
    await user.click(dialog.getByRole('button', { name: 'Move Value left' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(heads()).toEqual(['', 'Business Name', 'Value', 'Status', 'Date Assigned', 'Site', 'Actions']);
    const row = within(screen.getByRole('row', { name: /Pho Hanoi Kitchen/ }));
    expect(row.getByText('$1,200.00')).toBeVisible();
    expect(row.getByText('javascript:alert(1)').tagName).toBe('SPAN');
    expect(router.state.location.search).toContain(
      'column=field.value&column=status&column=assigned&column=field.site',
    );
  });

  it('have one at least, and go back to the default', async () => {
    const { user } = await open('/crm?view=table&column=phone&column=field.gone');
    expect(heads()).toEqual(['', 'Business Name', 'Phone', 'Actions']);
    expect(screen.getByRole('link', { name: '(501) 555-0199' })).toHaveAttribute('href', 'tel:5015550199');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Columns' }));
    expect(dialog.getByLabelText('Phone')).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Reset' }));
    expect(heads()).toEqual(['', 'Business Name', 'Assigned To', 'Status', 'Date Assigned', 'Actions']);
  });
});
