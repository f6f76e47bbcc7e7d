import type { ApiToken, ServiceToken, TeamTree } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const day = 86_400_000;
const from = (days: number) => new Date(Date.now() + days * day).toISOString();
const token: ApiToken = {
  id: 1,
  name: 'Warehouse mirror',
  beginsWith: 'lf_pat_7Kq2',
  scopes: ['leads:read', 'users:read'],
  networks: ['203.0.113.0/24'],
  createdAt: from(-10),
  expiresAt: from(80),
  lastUsedAt: null,
};
const service: ServiceToken = {
  ...token,
  id: 7,
  name: 'Nightly import',
  beginsWith: 'lf_svc_Xd90',
  role: 'manager',
  team: { id: 2, name: 'West' },
  username: 'nightly-import-4f2a9c',
  createdBy: 'admin',
};
const secret = `lf_pat_${'a'.repeat(54)}`;
const dialog = async () => within(await screen.findByRole('dialog'));

describe('The page API tokens', () => {
  it('creates the first token, and shows it once', async () => {
    const api = new FakeApi()
      .signedIn(people.user)
      .on('GET /api/user/tokens', [])
      .on('POST /api/user/tokens', { ...token, token: secret });
    const { user } = renderApp('/tokens');
    expect(await screen.findByRole('heading', { name: 'No tokens yet' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    const form = await dialog();
    expect(form.queryByLabelText(/^admin\./)).toBeNull();
    await user.click(form.getByRole('button', { name: 'Create token' }));
    expect(await form.findByText('Please enter a name')).toBeVisible();
    expect(form.getByText('Please select at least one scope')).toBeVisible();
    await user.type(form.getByLabelText('Name'), 'Warehouse mirror');
    await user.click(form.getByLabelText(/^leads:read/));
    await user.selectOptions(form.getByLabelText('Ends'), '30');
    await user.type(form.getByLabelText('Addresses from which it works'), 'office');
    await user.click(form.getByRole('button', { name: 'Create token' }));
    expect(await form.findByText(/^office: Must be an address/)).toBeVisible();
    await user.clear(form.getByLabelText('Addresses from which it works'));
    await user.type(form.getByLabelText('Addresses from which it works'), '203.0.113.0/24');
    await user.click(form.getByRole('button', { name: 'Create token' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Token created' }));
    expect(shown.getByLabelText('Token of Warehouse mirror')).toHaveValue(secret);
    expect(api.sent('POST /api/user/tokens')[0]?.body).toEqual({
      name: 'Warehouse mirror',
      scopes: ['leads:read'],
      days: 30,
      networks: ['203.0.113.0/24'],
    });
    // A click beside the dialog.
    await user.click(screen.getByRole('dialog', { name: 'Token created' }));
    expect(shown.getByLabelText('Token of Warehouse mirror')).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull());
  });

  it('lists tokens with what they may, their last use and their end', async () => {
    new FakeApi().signedIn(people.user).on('GET /api/user/tokens', [
      { ...token, lastUsedAt: new Date(Date.now() - 4 * 60_000).toISOString() },
      { ...token, id: 2, name: 'Ends soon', expiresAt: from(6) },
      { ...token, id: 3, name: 'Old', expiresAt: from(-1) },
    ]);
    renderApp('/tokens');
    const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
    expect((await row(/Warehouse/)).getByText('4 minutes ago')).toBeVisible();
    expect((await row(/Warehouse/)).getByText('leads:read, users:read')).toBeVisible();
    expect((await row(/Warehouse/)).getByText('From 203.0.113.0/24')).toBeVisible();
    expect((await row(/Ends soon/)).getByText(/^In 6 days/)).toBeVisible();
    expect((await row(/Old/)).getByText(/^Expired/)).toBeVisible();
    expect((await row(/Old/)).getByText('Never')).toBeVisible();
  });

  it('revokes a token after a question', async () => {
    const api = new FakeApi()
      .signedIn(people.user)
      .on('GET /api/user/tokens', [token])
      .on('DELETE /api/user/tokens/*', null);
    const { user } = renderApp('/tokens');
    await user.click(await screen.findByRole('button', { name: 'Revoke the token Warehouse mirror, lf_pat_7Kq2' }));
    const question = await dialog();
    expect(question.getByText(/stops working within a second/)).toBeVisible();
    expect(api.sent('DELETE /api/user/tokens/1')).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(api.sent('DELETE /api/user/tokens/1')).toHaveLength(1));
    expect(await screen.findByText('Token revoked')).toBeVisible();
  });

  it('shows why no token was created', async () => {
    const message = 'There are 20 tokens already. Revoke one that is no longer needed.';
    new FakeApi()
      .signedIn(people.user)
      .on('GET /api/user/tokens', [token])
      .on('POST /api/user/tokens', refusal(409, 'too_many_tokens', message));
    const { user } = renderApp('/tokens');
    await user.click(await screen.findByRole('button', { name: 'Create token' }));
    const form = await dialog();
    await user.type(form.getByLabelText('Name'), 'One more');
    await user.click(form.getByLabelText(/^leads:read/));
    await user.click(form.getByRole('button', { name: 'Create token' }));
    expect(await form.findByText(message)).toBeVisible();
  });
});

describe('The page Integrations', () => {
  const team = (id: number, name: string, parentId: number | null) =>
    ({ id, name, parentId, timeZone: null, workingDays: null, managerIds: [], members: 0, version: 1 }) as never;
  const tree = { teams: [team(1, 'North', null), team(2, 'West', 1)], managers: [], people: 0, withoutTeam: 0 };

  const admin = (tokens: ServiceToken[]) =>
    new FakeApi()
      .signedIn(people.admin)
      .on('GET /api/service-tokens', tokens)
      .on('GET /api/webhooks', { webhooks: [], oldest: null })
      .on('GET /api/teams', tree as unknown as TeamTree);

  it('creates a service token with a role and a team, and the scopes of that role', async () => {
    const api = admin([]).on('POST /api/service-tokens', { ...service, token: secret });
    const { user } = renderApp('/integrations');
    await user.click(await screen.findByRole('button', { name: 'Create token' }));
    const form = await dialog();
    await user.type(form.getByLabelText('Name'), 'Nightly import');
    await user.selectOptions(form.getByLabelText('Role'), 'admin');
    expect(form.queryByLabelText('Team')).toBeNull();
    await user.click(form.getByLabelText(/^admin\.imports:write/));
    await user.click(form.getByLabelText(/^leads:read/));
    await user.selectOptions(form.getByLabelText('Role'), 'manager');
    expect(form.queryByLabelText(/^admin\./)).toBeNull();
    await user.selectOptions(await form.findByLabelText('Team'), 'North › West');
    await user.click(form.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByLabelText('Token of Nightly import')).toHaveValue(secret);
    expect(api.sent('POST /api/service-tokens')[0]?.body).toEqual({
      name: 'Nightly import',
      role: 'manager',
      teamId: 2,
      scopes: ['leads:read'],
      days: 90,
      networks: [],
    });
  });

  it('lists what each service acts as, and revokes it with its account', async () => {
    const api = admin([service, { ...service, id: 8, name: 'Mirror', role: 'admin', team: null }]).on(
      'DELETE /api/service-tokens/*',
      null,
    );
    const { user } = renderApp('/integrations');
    expect(await screen.findByText('Manager · West')).toBeVisible();
    expect(screen.getByText('Admin · all teams')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Revoke the token Nightly import/ }));
    const question = await dialog();
    expect(question.getByText(/Its account ends, and so do its jobs/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(api.sent('DELETE /api/service-tokens/7')).toHaveLength(1));
  });

  it('is closed to others', async () => {
    new FakeApi().signedIn(people.user);
    renderApp('/integrations');
    expect(await screen.findByText('Admin Access Required')).toBeVisible();
  });
});
