import type { Provisioning } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';

const old = { id: 1, createdAt: '2026-03-02T09:00:00.000Z', createdBy: 'admin', lastUsedAt: null };
const provisioning: Provisioning = {
  address: 'https://leads.northfield.example/scim/v2',
  tokens: [old],
  users: 12,
  groups: [
    { id: 7, name: 'Leaders', members: 2 },
    { id: 8, name: 'Sales', members: 10 },
  ],
  rules: [{ groupId: 7, role: 'manager', teamId: null }],
};
const change = {
  ...{ id: 3, username: 'sam', fullName: 'Sam Okafor' },
  before: { role: 'user', team: null },
  after: { role: 'manager', team: 'West' },
};

const admin = (shown: Partial<Provisioning> = {}) =>
  new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/identity-providers', [])
    .on('GET /api/admin/users', [people.user])
    .on('GET /api/identity-providers/*/provisioning', { ...provisioning, ...shown })
    .on('GET /api/leaver-rule', { handOver: 'ask', user: null });

describe('The page Provisioning', () => {
  it('shows a new token once, and offers no third one', async () => {
    const api = admin({ tokens: [] }).on('POST /api/identity-providers/*/scim-tokens', { ...old, token: 'lfscim_new' });
    const { user, unmount } = renderApp('/sign-in/provisioning/4');
    expect(await screen.findByDisplayValue(provisioning.address)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByLabelText('New token')).toHaveValue('lfscim_new');
    expect(api.sent('POST /api/identity-providers/4/scim-tokens')).toHaveLength(1);
    unmount();
    const second = { ...old, id: 2, createdAt: '2026-03-09T09:00:00.000Z' };
    api
      .on('GET /api/identity-providers/*/provisioning', { ...provisioning, tokens: [old, second] })
      .on('DELETE /api/identity-providers/*/scim-tokens/*', null);
    renderApp('/sign-in/provisioning/4');
    expect(await screen.findByRole('button', { name: 'Renew token' })).toBeDisabled();
    expect(screen.queryByLabelText('New token')).toBeNull();
    await user.click(screen.getAllByRole('button', { name: /^Remove the token/ })[0]!);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(api.sent('DELETE /api/identity-providers/4/scim-tokens/1')).toHaveLength(1));
  });

  it('saves the table of groups only after it has shown who becomes what', async () => {
    const api = admin()
      .on('POST /api/identity-providers/*/group-rules/preview', { total: 1, changes: [change] })
      .on('PUT /api/identity-providers/*/group-rules', provisioning);
    const { user } = renderApp('/sign-in/provisioning/4');
    const panel = within(await screen.findByRole('region', { name: 'Role and team by group' }));
    await user.selectOptions(panel.getByLabelText('Add a group'), 'Sales');
    await user.selectOptions(panel.getByLabelText('Role of Sales'), 'admin');
    const save = panel.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await user.click(panel.getByRole('button', { name: 'Show who becomes what' }));
    expect(await panel.findByText('1 user gets another role or team.')).toBeVisible();
    expect(panel.getByRole('cell', { name: 'Manager, West' })).toBeVisible();
    await user.click(save);
    const rules = [
      { groupId: 7, role: 'manager', teamId: null },
      { groupId: 8, role: 'admin', teamId: null },
    ];
    await waitFor(() => expect(api.sent('PUT /api/identity-providers/4/group-rules')[0]?.body).toEqual({ rules }));
    expect(api.sent('POST /api/identity-providers/4/group-rules/preview')[0]?.body).toEqual({ rules });
  });

  it('links one account, or all that sign in with the provider', async () => {
    const api = admin().on('POST /api/identity-providers/*/provisioned-users', { linked: 1 });
    const { user } = renderApp('/sign-in/provisioning/4');
    const panel = within(await screen.findByRole('region', { name: 'Accounts' }));
    await user.selectOptions(await panel.findByLabelText('Link an account'), 'Sam Okafor');
    await user.click(panel.getByRole('button', { name: 'Link' }));
    expect(await screen.findByText('1 account more.')).toBeVisible();
    await user.click(panel.getByRole('button', { name: /^Link all accounts/ }));
    await waitFor(() =>
      expect(api.sent('POST /api/identity-providers/4/provisioned-users').map(({ body }) => body)).toEqual([
        { userId: people.user.id },
        { userId: null },
      ]),
    );
  });

  it('saves where the leads of leavers go, and shows why not', async () => {
    const message = 'Please choose an active user';
    const api = admin().on('PUT /api/leaver-rule', refusal(400, 'validation_failed', message));
    const { user } = renderApp('/sign-in/provisioning/4');
    const panel = within(await screen.findByRole('region', { name: 'Leads of leavers' }));
    await user.click(panel.getByLabelText('To one user'));
    expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.selectOptions(panel.getByLabelText('The user who gets the leads'), 'Sam Okafor');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(api.sent('PUT /api/leaver-rule')[0]?.body).toEqual({ handOver: 'person', userId: people.user.id });
  });
});
