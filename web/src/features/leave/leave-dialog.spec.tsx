import type { Leave } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const alex = { id: 8, username: 'alex', fullName: 'Alex Agent', role: 'user' as const };
const sam = { ...alex, id: people.user.id, username: 'sam', fullName: 'Sam Okafor' };
const { role: _, ...standIn } = alex;
const leave: Leave = { id: 1, userId: sam.id, from: '2026-12-01', to: '2026-12-04', standIn };

async function open(signedIn: (typeof people)[keyof typeof people], leaves: Leave[] = []) {
  const api = new FakeApi()
    .signedIn(signedIn)
    .on('GET /api/leaves', leaves)
    .on('GET /api/users-for-reassignment', [alex, sam, people.manager])
    .on('POST /api/leaves', { message: 'Leave added.', leave })
    .on('PUT /api/leaves/*', { message: 'Leave changed.', leave })
    .on('DELETE /api/leaves/*', null);
  const { user } = renderApp('/nowhere');
  await user.click(await screen.findByRole('button', { name: /your menu/ }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  return { api, user, dialog: within(await screen.findByRole('dialog')) };
}

describe('The dialog of leaves', () => {
  it("adds the user's own leave with a stand-in, who is never the user", async () => {
    const { api, user, dialog } = await open(people.user);
    expect(await dialog.findByText('No leave is entered.')).toBeVisible();
    expect(dialog.queryByLabelText('Whose leave')).not.toBeInTheDocument();
    await user.type(dialog.getByLabelText('First day'), '2026-12-01');
    await user.type(dialog.getByLabelText('Last day'), '2026-12-04');
    const field = dialog.getByLabelText('Who stands in');
    await within(field).findByText('Alex Agent');
    expect(within(field).queryByText('Sam Okafor')).not.toBeInTheDocument();
    await user.selectOptions(field, 'Alex Agent');
    await user.click(dialog.getByRole('button', { name: 'Add Leave' }));
    expect(await screen.findByText('Leave added.')).toBeVisible();
    expect(api.sent('POST /api/leaves')[0]?.body).toEqual({
      userId: sam.id,
      from: '2026-12-01',
      to: '2026-12-04',
      standInId: alex.id,
    });
    expect(api.sent('GET /api/users-for-reassignment')[0]?.query.get('canStandIn')).toBe('true');
  });

  it('shows the rule beside the field that breaks it, and keeps what was typed', async () => {
    const { api, user, dialog } = await open(people.user);
    const message = 'Sam Okafor is already on leave from 2026-12-01 to 2026-12-04';
    api.on('POST /api/leaves', refusal(400, 'validation_failed', message, { issues: [{ path: 'from', message }] }));
    await user.type(dialog.getByLabelText('First day'), '2026-12-03');
    await user.click(dialog.getByRole('button', { name: 'Add Leave' }));
    await waitFor(() => expect(dialog.getByLabelText('First day')).toHaveAccessibleDescription(message));
    expect(dialog.getByLabelText('First day')).toHaveValue('2026-12-03');
  });

  it('changes and removes a leave', async () => {
    const { api, user, dialog } = await open(people.user, [leave]);
    expect(await dialog.findByText('Alex Agent stands in')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Change Dec 1, 2026 to Dec 4, 2026' }));
    await user.clear(dialog.getByLabelText('Last day'));
    await user.type(dialog.getByLabelText('Last day'), '2026-12-02');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent('PUT /api/leaves/1')).toHaveLength(1));
    expect(api.sent('PUT /api/leaves/1')[0]).toMatchObject({
      path: '/api/leaves/1',
      body: { from: '2026-12-01', to: '2026-12-02', standInId: alex.id },
    });
    await user.click(dialog.getByRole('button', { name: 'Remove Dec 1, 2026 to Dec 4, 2026' }));
    expect(await screen.findByText('Leave removed')).toBeVisible();
  });

  it('lets managers of teams and administrators choose whose leave it is', async () => {
    const { api, user, dialog } = await open({ ...people.manager, managesTeam: true } as never);
    const whose = await dialog.findByLabelText('Whose leave');
    expect(
      within(whose)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Your own', 'Alex Agent', 'Sam Okafor']);
    await user.selectOptions(whose, 'Sam Okafor');
    await user.type(dialog.getByLabelText('First day'), '2026-12-01');
    await user.click(dialog.getByRole('button', { name: 'Add Leave' }));
    await waitFor(() => expect(api.sent('POST /api/leaves')).toHaveLength(1));
    expect(api.sent('POST /api/leaves')[0]?.body).toMatchObject({ userId: sam.id, to: '2026-12-01', standInId: null });
  });
});
