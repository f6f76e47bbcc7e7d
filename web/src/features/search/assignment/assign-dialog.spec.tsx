import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../test/fake-api';
import { answer, argenta, brandt, capitol } from '../../../../test/found-businesses';
import { changedLead } from '../../../../test/lead-world';
import { renderApp } from '../../../../test/render-app';

const assigned = changedLead();
const assignPath = 'POST /api/assign-business';
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

/** Opens the dialog with all three results selected. */
async function openDialog() {
  const api = new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/admin/users', [people.user, { id: 4, username: 'alex', fullName: '', role: 'user' }])
    .on('POST /api/search-businesses', answer([capitol, argenta, brandt]))
    .on(assignPath, assigned);
  const { user, client } = renderApp('/search?businessType=dentist&location=Little+Rock%2C+AR');
  await user.click(await screen.findByRole('button', { name: 'Select All' }));
  await user.click(screen.getByRole('button', { name: 'Assign to User 3' }));
  const dialog = await screen.findByRole('dialog', { name: 'Assign Businesses' });
  await within(dialog).findByRole('option', { name: 'alex' });
  const choose = () => user.selectOptions(within(dialog).getByLabelText('User'), 'Sam Okafor');
  const assign = () => user.click(within(dialog).getByRole('button', { name: 'Assign' }));
  return { api, user, client, dialog, choose, assign };
}

describe('The Assign Businesses dialog', () => {
  it('asks for a user before it sends anything', async () => {
    const { api, dialog, assign } = await openDialog();
    await assign();
    expect(await screen.findByRole('alert')).toHaveTextContent('ErrorPlease select a user');
    expect(within(dialog).getByLabelText('User')).toBeInvalid();
    expect(api.sent(assignPath)).toHaveLength(0);
  });

  it('shows how many are leads already', async () => {
    const { dialog } = await openDialog();
    expect(dialog).toHaveTextContent(
      '3 businesses will become New leads. 1 is a lead already and will be worked by one more person.',
    );
  });

  it('closes on Cancel and preserves the selection', async () => {
    const { user, dialog } = await openDialog();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Assign to User 3' })).toBeEnabled();
  });

  it('sends one call per business with one batch id, closes, and makes the lists read again', async () => {
    const { api, client, dialog, choose, assign } = await openDialog();
    const lists = ['/api/admin/all-assignments', '/api/my-businesses/archived'].map((path) => [path, { page: 1 }]);
    for (const key of lists) client.setQueryData(key, []);
    let notifications = 0;
    const listen = () => (notifications += 1);
    window.addEventListener('leads-changed', listen);
    await choose();
    await assign();
    expect(await screen.findByText('3 business(es) assigned successfully')).toBeVisible();
    window.removeEventListener('leads-changed', listen);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());

    const sent = api.sent(assignPath).map(({ body }) => body as { uuid: string; batchId: string });
    expect(sent[0]).toEqual({
      userId: 3,
      businessId: capitol.id,
      uuid,
      status: 'new',
      viewed: false,
      archived: false,
      tags: [],
      createdBy: people.admin.id,
      notes: '',
      customFields: {},
      batchId: uuid,
    });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ batchId }) => batchId)).size).toBe(1);
    expect(new Set(sent.map((each) => each.uuid)).size).toBe(3);
    for (const key of lists) expect(client.getQueryState(key)?.isInvalidated).toBe(true);
    expect(notifications).toBe(1);

    const card = within(screen.getByRole('article', { name: 'Capitol Smiles' }));
    expect(card.getByText('Sam Okafor, New')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Assign to User' })).toBeDisabled();
  });

  it('sends one business at a time', async () => {
    const { api, choose, assign } = await openDialog();
    const waiting: (() => void)[] = [];
    api.on(assignPath, () => new Promise<object>((resolve) => waiting.push(() => resolve(assigned))));
    await choose();
    await assign();
    for (const count of [1, 2, 3]) {
      await waitFor(() => expect(waiting).toHaveLength(count));
      expect(screen.getByRole('button', { name: `Assigning ${count} of 3...` })).toBeDisabled();
      waiting[count - 1]?.();
    }
    expect(await screen.findByText('3 business(es) assigned successfully')).toBeVisible();
  });

  it('counts the businesses that the user already had, and closes', async () => {
    const { api, dialog, choose, assign } = await openDialog();
    api.on(assignPath, ({ body }) =>
      (body as { businessId: number }).businessId === brandt.id
        ? refusal(409, 'already_assigned', 'This business is already assigned to Sam Okafor.')
        : assigned,
    );
    await choose();
    await assign();
    expect(await screen.findByText('2 assigned successfully. 1 were already assigned to this user.')).toBeVisible();
    expect(screen.getByText('Partial Success')).toBeVisible();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('stays open with the failed ones, so that the user can try again', async () => {
    const { api, dialog, choose, assign } = await openDialog();
    api.on(assignPath, ({ body }) =>
      (body as { businessId: number }).businessId === argenta.id
        ? refusal(503, 'unavailable', 'The leads service is down.')
        : assigned,
    );
    await choose();
    await assign();
    expect(await screen.findByText('Failed to assign 1 business(es): Argenta Dental Arts')).toBeVisible();
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
    expect(within(dialog).getByText('1 business will become a New lead.')).toBeVisible();
    expect(within(dialog).getByText('The leads service is down.')).toBeVisible();
    api.on(assignPath, assigned);
    await assign();
    expect(await screen.findByText('1 business(es) assigned successfully')).toBeVisible();
    expect(api.sent(assignPath)).toHaveLength(4);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});
