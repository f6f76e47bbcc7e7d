import type { CustomFieldDefinition } from '@lead-finder/contracts';
import { screen, within } from '@testing-library/react';
import { refusal } from '../../../../test/fake-api';
import { LeadApi, leadProfile } from '../../../../test/lead-world';
import { renderApp } from '../../../../test/render-app';

const field = (key: string, change: Partial<CustomFieldDefinition> = {}): CustomFieldDefinition => ({
  id: 1,
  key,
  name: key.charAt(0).toUpperCase() + key.slice(1),
  type: 'text',
  options: [],
  currency: null,
  required: false,
  group: 'Contract',
  position: 1,
  filter: false,
  filterReady: false,
  archived: false,
  ...change,
});
const patch = 'PATCH /api/business-custom-fields/12';

const open = async (fields: CustomFieldDefinition[], customFields: object = {}, standsIn = false) => {
  const userBusiness = { customFields } as object;
  const api = new LeadApi({ ...leadProfile({ userBusiness }), standsIn });
  api.on('GET /api/custom-fields', { fields, removed: [] });
  const page = renderApp('/business/12');
  await screen.findByRole('region', { name: 'Business Information' });
  return { ...page, api };
};
const card = (name = 'Contract') => within(screen.getByRole('region', { name }));

describe('The custom fields of a lead', () => {
  it('stand in a card for each group, and nowhere without fields', async () => {
    const { unmount } = await open([field('plan'), field('size', { group: null }), field('term')], { plan: 'Gold' });
    expect(
      card()
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Plan', 'Term']);
    expect(card().getByText('Gold')).toBeVisible();
    expect(card('Details').getByText('Not set')).toBeVisible();
    unmount();
    await open([], { plan: 'Gold' });
    expect(screen.queryByRole('region', { name: 'Contract' })).not.toBeInTheDocument();
    expect(screen.queryByText('Gold')).not.toBeInTheDocument();
  });

  it('show a value by its type', async () => {
    await open(
      [
        field('value', { type: 'currency', currency: 'USD' }),
        field('staff', { type: 'number' }),
        field('renewal', { type: 'date' }),
        field('open', { type: 'yes_no' }),
        field('tools', { type: 'several_of', options: ['Phone', 'Mail'] }),
      ],
      { value: 1234.5, staff: 12000, renewal: '2026-03-04', open: false, tools: ['Phone', 'Mail'] },
    );
    for (const text of ['$1,234.50', '12,000', 'Mar 4, 2026', 'No', 'Phone, Mail']) {
      expect(card().getByText(text)).toBeVisible();
    }
  });

  it.each([
    ['docs.example/a', 'https://docs.example/a'],
    ['javascript:alert(1)', null],
  ])('link %s only if it is a web address', async (site, href) => {
    await open([field('site', { type: 'link' })], { site });
    expect(card().queryByRole('link')?.getAttribute('href') ?? null).toBe(href);
    if (href) expect(card().getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
    expect(card().getByText(site)).toBeVisible();
  });

  it.each<[Partial<CustomFieldDefinition>, string, unknown]>([
    [{}, ' Gold ', 'Gold'],
    [{ type: 'number' }, '1,250', 1250],
    [{ type: 'currency', currency: 'USD' }, '$12.50', 12.5],
    [{ type: 'link' }, 'docs.example', 'docs.example'],
  ])('of %j save %s with the version that was shown', async (change, typed, value) => {
    const { api, user } = await open([field('plan', change)]);
    api.on(patch, () => api.changed({ customFields: { plan: value as string }, version: 5 }));
    await user.click(card().getByRole('button', { name: 'Add Plan' }));
    await user.type(card().getByLabelText('Plan'), `${typed}{Enter}`);
    expect(await screen.findByText('Plan updated')).toBeVisible();
    expect(api.sent(patch).map(({ body }) => body)).toEqual([{ customFields: { plan: value }, version: 4 }]);
  });

  it('choose one option, several, or yes and no', async () => {
    const { api, user } = await open([
      field('plan', { type: 'one_of', options: ['Gold', 'Iron'] }),
      field('tools', { type: 'several_of', options: ['Phone', 'Mail', 'Visit'] }),
      field('open', { type: 'yes_no' }),
    ]);
    api.on(patch, ({ body }) =>
      api.changed({ customFields: (body as { customFields: object }).customFields as never }),
    );
    const save = async () => user.click(card().getByRole('button', { name: 'Save' }));
    await user.click(card().getByRole('button', { name: 'Add Plan' }));
    await user.selectOptions(card().getByLabelText('Plan'), 'Iron');
    await save();
    await user.click(await card().findByRole('button', { name: 'Add Tools' }));
    await user.click(card().getByLabelText('Visit'));
    await user.click(card().getByLabelText('Phone'));
    await save();
    await user.click(await card().findByRole('button', { name: 'Add Open' }));
    await user.selectOptions(card().getByLabelText('Open'), 'No');
    await save();
    expect(await card().findByText('No', { ignore: 'option' })).toBeVisible();
    expect(api.sent(patch).map(({ body }) => (body as { customFields: object }).customFields)).toEqual([
      { plan: 'Iron' },
      { tools: ['Phone', 'Visit'] },
      { open: false },
    ]);
  });

  it('refuse what the server would refuse, and clearing a required field', async () => {
    const { api, user } = await open(
      [field('staff', { type: 'number' }), field('code', { required: true }), field('note', { type: 'long_text' })],
      { code: 'A1', note: 'One' },
    );
    await user.click(card().getByRole('button', { name: 'Add Staff' }));
    await user.type(card().getByLabelText('Staff'), 'many{Enter}');
    expect(await card().findByRole('alert')).toHaveTextContent('Staff must be a number');
    await user.keyboard('{Escape}');
    await user.click(card().getByRole('button', { name: 'Edit Code' }));
    await user.clear(card().getByLabelText('Code'));
    await user.keyboard('{Enter}');
    expect(await card().findByRole('alert')).toHaveTextContent('Code is required');
    await user.keyboard('{Escape}');
    api.on(patch, () => api.changed({ customFields: { code: 'A1' } }));
    await user.click(card().getByRole('button', { name: 'Edit Note' }));
    await user.clear(card().getByLabelText('Note'));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Note updated')).toBeVisible();
    expect(api.sent(patch).map(({ body }) => (body as { customFields: object }).customFields)).toEqual([
      { note: null },
    ]);
  });

  it('say what another user made of it meanwhile', async () => {
    const { api, user } = await open([field('open', { type: 'yes_no' })]);
    const current = { version: 9, customFields: { open: false } };
    api.on(patch, refusal(409, 'stale_version', 'This was changed by somebody else in the meantime', { current }));
    await user.click(card().getByRole('button', { name: 'Add Open' }));
    await user.selectOptions(card().getByLabelText('Open'), 'Yes');
    await user.click(card().getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Somebody changed it to No meanwhile/)).toBeVisible();
  });

  it('are read-only for who may not edit the lead, and if they are archived', async () => {
    const archived = [field('old', { archived: true }), field('gone', { archived: true })];
    await open([field('plan'), ...archived], { old: 'Kept' }, true);
    expect(card().getByText('Kept')).toBeVisible();
    expect(card().queryByText('Gone')).not.toBeInTheDocument();
    expect(card().queryByRole('button', { name: 'Edit Old' })).not.toBeInTheDocument();
    expect(card().getByRole('button', { name: 'Add Plan' })).toBeDisabled();
  });
});
