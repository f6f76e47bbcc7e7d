import type { CustomFieldDefinition } from '@lead-finder/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { customField } from '../../../test/custom-field';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const field = (key: string, change: Partial<CustomFieldDefinition> = {}) =>
  customField({ key, name: key.charAt(0).toUpperCase() + key.slice(1), filter: false, filterReady: false, ...change });
const plan = field('plan', { type: 'one_of', options: ['Gold', 'Iron'], group: 'Contract', required: true });
const removed = { ...field('fax'), removedAt: '2026-11-01T09:00:00.000Z', until: '2026-12-01T09:00:00.000Z' };

const open = async (fields: CustomFieldDefinition[], more: object[] = []) => {
  const api = new FakeApi().signedIn(people.admin).on('GET /api/custom-fields', { fields, removed: more });
  const page = renderApp('/custom-fields');
  await screen.findByRole('heading', { name: 'Custom Fields', level: 1 });
  return { ...page, api };
};

describe('The page of the custom fields', () => {
  it('says what a field is for while there is none', async () => {
    await open([]);
    expect(await screen.findByRole('heading', { name: 'No custom fields yet' })).toBeVisible();
  });

  it('lists the fields by group, with their type and settings', async () => {
    await open([plan, field('size'), field('value', { type: 'currency', currency: 'EUR', archived: true })]);
    const contract = within(await screen.findByRole('region', { name: 'Contract' }));
    expect(contract.getByText('One of a list · Gold, Iron')).toBeVisible();
    expect(contract.getByText('Required')).toBeVisible();
    const others = within(screen.getByRole('region', { name: 'Without a group' }));
    expect(others.getByText('Currency · EUR')).toBeVisible();
    expect(others.getByText('Archived')).toBeVisible();
  });

  it('adds a field with the settings of its type, and no others', async () => {
    const { api, user } = await open([]);
    api.on('POST /api/custom-fields', plan);
    await user.click((await screen.findAllByRole('button', { name: 'Add Field' }))[0]!);
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('Please enter a name')).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveFocus();
    await user.type(dialog.getByLabelText('Name'), 'Plan');
    expect(dialog.getByLabelText('Key (optional)')).toHaveAttribute('placeholder', 'plan');
    await user.selectOptions(dialog.getByLabelText('Type'), 'One of a list');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('Please enter at least one option')).toBeVisible();
    expect(dialog.getByLabelText('Options')).toHaveFocus();
    await user.type(dialog.getByLabelText('Options'), 'Gold{Enter}{Enter} Iron ');
    await user.click(dialog.getByLabelText(/^Required/));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Plan added')).toBeVisible();
    expect(api.sent('POST /api/custom-fields').map(({ body }) => body)).toEqual([
      {
        name: 'Plan',
        type: 'one_of',
        options: ['Gold', 'Iron'],
        currency: null,
        required: true,
        group: null,
        filter: false,
      },
    ]);
  });

  it('shows beside the field what the server refuses, and sends it again', async () => {
    const { api, user } = await open([plan]);
    const message = "12 leads with 'Iron'. Please change them first";
    api.on(
      'PATCH /api/custom-fields/plan',
      refusal(409, 'field_has_values', message, { issues: ['options', 'currency'].map((path) => ({ path, message })) }),
    );
    await user.click(await screen.findByRole('button', { name: 'Edit Plan' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByLabelText('Key (optional)')).not.toBeInTheDocument();
    await user.clear(dialog.getByLabelText('Options'));
    await user.type(dialog.getByLabelText('Options'), 'Gold');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(message)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent('PATCH /api/custom-fields/plan')).toHaveLength(2));
  });

  it('moves a field by its buttons and by dragging, and a group by its buttons', async () => {
    const fields = [field('a', { group: 'X' }), field('b', { group: 'X' }), field('c')];
    const { api, user } = await open(fields);
    api.on('POST /api/custom-fields/order', { fields });
    const sent = () =>
      api.sent('POST /api/custom-fields/order').map(({ body }) => (body as { keys: string[] }).keys.join(''));
    const down = await screen.findByRole('button', { name: 'Move A down' });
    down.focus();
    await user.keyboard('{Enter}');
    expect(sent()).toEqual(['bac']);
    expect(down).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Move group X down' }));
    expect(sent()).toEqual(['bac', 'cab']);
    const [first, second] = within(screen.getByRole('region', { name: 'X' })).getAllByRole('listitem');
    const dataTransfer = { effectAllowed: '', setData: () => undefined };
    fireEvent.dragStart(second!, { dataTransfer });
    fireEvent.dragOver(first!, { dataTransfer });
    fireEvent.drop(first!, { dataTransfer });
    await waitFor(() => expect(sent()).toHaveLength(3));
    await user.click(screen.getByRole('button', { name: 'Move C up' }));
    expect(sent()).toHaveLength(3);
  });

  it('saves quick moves one after the other, so that the last one stays', async () => {
    const fields = [field('a'), field('b'), field('c')];
    const { api, user } = await open(fields);
    const answers: ((answer: Response) => void)[] = [];
    api.on('POST /api/custom-fields/order', () => new Promise<Response>((answer) => answers.push(answer)));
    const up = await screen.findByRole('button', { name: 'Move C up' });
    await user.click(up);
    await user.click(up);
    const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.[0]);
    await waitFor(() => expect(names()).toEqual(['C', 'A', 'B']));
    expect(answers).toHaveLength(1);
    answers[0]!(Response.json({ fields }));
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(api.sent('POST /api/custom-fields/order')[1]!.body).toEqual({ keys: ['c', 'a', 'b'] });
    expect(names()).toEqual(['C', 'A', 'B']);
    api.on('GET /api/custom-fields', { fields: [fields[2]!, fields[0]!, fields[1]!], removed: [] });
    answers[1]!(Response.json({ fields }));
    await waitFor(() => expect(api.sent('GET /api/custom-fields').length).toBeGreaterThan(1));
    expect(names()).toEqual(['C', 'A', 'B']);
  });

  it('asks with the number of leads before it removes a field', async () => {
    const { api, user } = await open([plan]);
    api.on('GET /api/custom-fields/plan/values/count', { leads: 1_204 }).on('DELETE /api/custom-fields/plan', removed);
    await user.click(await screen.findByRole('button', { name: 'Remove Plan' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(/^Values of 1,204 leads are kept for 30 days\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Plan removed')).toBeVisible();
  });

  it('archives a field, and restores a removed one', async () => {
    const { api, user } = await open([plan], [removed]);
    api.on('PATCH /api/custom-fields/plan', plan).on('POST /api/custom-fields/fax/restore', field('fax'));
    await user.click(await screen.findByRole('button', { name: 'Archive Plan' }));
    expect(await screen.findByText('Plan archived')).toBeVisible();
    expect(api.sent('PATCH /api/custom-fields/plan').map(({ body }) => body)).toEqual([{ archived: true }]);
    expect(screen.getByText('Its values are deleted on Dec 1, 2026')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore Fax' }));
    expect(await screen.findByText('Fax restored')).toBeVisible();
  });

  it('refuses users without the role', async () => {
    new FakeApi().signedIn(people.user);
    renderApp('/custom-fields');
    expect(await screen.findByText('Admin Access Required')).toBeVisible();
  });
});
