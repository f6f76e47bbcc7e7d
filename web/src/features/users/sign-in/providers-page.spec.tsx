import { mock } from 'node:test';
import type { IdentityProvider, ProviderTest } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';
import { leavePage } from '../../../lib/leave-page';

const provider: IdentityProvider = {
  id: 4,
  kind: 'oidc',
  name: 'Northfield ID',
  issuer: 'https://login.northfield.example',
  clientId: 'lead-finder',
  scopes: 'openid profile email',
  signInAddress: '',
  certificates: [],
  domains: ['northfield.example'],
  linkByEmail: true,
  createAccounts: false,
  signOutAtProvider: false,
  roleClaim: '',
  claimRules: [],
  unmatched: 'user',
  hasSecret: true,
  enabled: false,
  redirectAddress: 'https://leads.northfield.example/api/sign-in/oidc/4/callback',
  backChannelAddress: 'https://leads.northfield.example/api/sign-in/oidc/4/back-channel-logout',
  entityId: '',
  certificatesEnd: [],
  isTested: false,
  lastTest: null,
  linkedUsers: 0,
};
const samlProvider: IdentityProvider = {
  ...provider,
  id: 6,
  kind: 'saml',
  name: 'Northfield SAML',
  issuer: 'https://login.northfield.example/metadata',
  clientId: '',
  scopes: '',
  signInAddress: 'https://login.northfield.example/saml',
  certificates: ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'],
  hasSecret: false,
  redirectAddress: 'https://leads.northfield.example/api/sign-in/saml/6/acs',
  backChannelAddress: '',
  entityId: 'https://leads.northfield.example/api/sign-in/saml/6/metadata',
  certificatesEnd: ['2036-03-02T09:00:00.000Z'],
};
const refusedSignIn = {
  id: 9,
  at: '2026-03-02T09:00:00.000Z',
  provider: 'Northfield ID',
  username: 'sam',
  userId: 3,
  outcome: 'refused',
  problem: 'subject_changed',
  details: '',
};
const answer = { address: 'https://login.northfield.example/authorize?state=1' };

const admin = (providers: IdentityProvider[] = []) =>
  new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/identity-providers', providers)
    .on('GET /api/provider-sign-ins', { entries: [], next: null })
    .on('GET /api/sign-in-policy', { localPasswords: true, breakGlass: [] });

describe('The page Sign-in', () => {
  it('adds a provider with its domains and its table of claims', async () => {
    const api = admin().on('POST /api/identity-providers', provider);
    const { user } = renderApp('/sign-in');
    expect(await screen.findByText('No identity provider yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add Provider' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add provider' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Please enter the name of the button')).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveFocus();
    await user.type(dialog.getByLabelText('Name'), 'Northfield ID');
    await user.type(dialog.getByLabelText('Issuer'), 'https://login.northfield.example');
    await user.type(dialog.getByLabelText('Client id'), 'lead-finder');
    await user.type(dialog.getByLabelText('Client secret'), 'hush');
    await user.type(dialog.getByLabelText('Domains'), 'Northfield.example, north.example');
    await user.click(dialog.getByLabelText('Create accounts at the first sign-in'));
    await user.click(dialog.getByRole('button', { name: 'Add row' }));
    await user.type(dialog.getByLabelText('Claim of the table'), 'groups');
    await user.type(dialog.getByLabelText('Value in row 1'), 'bosses');
    await user.selectOptions(dialog.getByLabelText('Role in row 1'), 'manager');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('POST /api/identity-providers')[0]?.body).toEqual({
      kind: 'oidc',
      name: 'Northfield ID',
      issuer: 'https://login.northfield.example',
      clientId: 'lead-finder',
      clientSecret: 'hush',
      scopes: 'openid profile email',
      signInAddress: '',
      certificates: [],
      domains: ['northfield.example', 'north.example'],
      linkByEmail: false,
      createAccounts: true,
      signOutAtProvider: false,
      roleClaim: 'groups',
      claimRules: [{ value: 'bosses', role: 'manager', teamId: null }],
      unmatched: 'user',
    });
  });

  it('adds a SAML provider from its metadata, and shows our addresses to enter there', async () => {
    const { issuer, signInAddress, certificates, certificatesEnd } = samlProvider;
    const message = 'This is no SAML metadata';
    const api = admin()
      .on(
        'POST /api/identity-providers/metadata',
        refusal(400, 'validation_failed', 'Bad', { issues: [{ path: 'xml', message }] }),
      )
      .on('POST /api/identity-providers', samlProvider);
    const { user } = renderApp('/sign-in');
    await user.click(await screen.findByRole('button', { name: 'Add Provider' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add provider' }));
    await user.selectOptions(dialog.getByLabelText('Protocol'), 'SAML 2.0');
    expect(dialog.queryByLabelText('Client secret')).toBeNull();
    await user.type(dialog.getByLabelText('Name'), 'Northfield SAML');
    await user.type(dialog.getByLabelText('Metadata XML'), '<html/>');
    await user.click(dialog.getByRole('button', { name: 'Read metadata' }));
    expect(await dialog.findByText(message)).toBeVisible();
    api.on('POST /api/identity-providers/metadata', { issuer, signInAddress, certificates, certificatesEnd });
    await user.upload(dialog.getByLabelText('Metadata file'), new File(['<EntityDescriptor/>'], 'metadata.xml'));
    await waitFor(() => expect(dialog.getByLabelText('Entity ID of the provider')).toHaveValue(issuer));
    expect(api.sent('POST /api/identity-providers/metadata')[1]?.body).toEqual({ xml: '<EntityDescriptor/>' });
    await user.click(dialog.getByLabelText('Link accounts by e-mail address'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/^Please enter the domains of your company/)).toBeVisible();
    await user.type(dialog.getByLabelText('Domains'), 'northfield.example');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('POST /api/identity-providers')[0]?.body).toMatchObject({
      issuer,
      signInAddress,
      certificates,
      kind: 'saml',
      name: 'Northfield SAML',
      domains: ['northfield.example'],
    });
  });

  it('shows a SAML provider with our addresses, our metadata and the end of its certificates', async () => {
    admin([samlProvider, { ...samlProvider, id: 7, name: 'Old', certificatesEnd: ['2026-01-01T09:00:00.000Z'] }]);
    renderApp('/sign-in');
    const card = within(await screen.findByRole('region', { name: 'Northfield SAML' }));
    expect(card.getByText(samlProvider.redirectAddress)).toBeVisible();
    expect(card.getByRole('link', { name: 'Download our metadata for Northfield SAML' })).toHaveAttribute(
      'href',
      samlProvider.entityId,
    );
    expect(card.getByText(/^until/)).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Old' })).getByText(/^ended/)).toBeVisible();
  });

  it('edits a provider without its secret, and shows why the server refused a domain', async () => {
    const message = 'northfield.example belongs to another identity provider';
    const api = admin([provider]).on(
      'PUT /api/identity-providers/*',
      refusal(400, 'validation_failed', 'Bad', { issues: [{ path: 'domains', message }] }),
    );
    const { user } = renderApp('/sign-in');
    await user.click(await screen.findByRole('button', { name: 'Edit Northfield ID' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit provider' }));
    expect(dialog.getByLabelText('Client secret')).toHaveValue('');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(api.sent('PUT /api/identity-providers/4')[0]?.body).not.toHaveProperty('clientSecret');
  });

  it('switches a provider on only after a test, and removes it after a question', async () => {
    const api = admin([provider, { ...provider, id: 5, name: 'Tested', isTested: true }])
      .on('POST /api/identity-providers/*/set-enabled', { ...provider, isTested: true, enabled: true })
      .on('DELETE /api/identity-providers/*', null);
    const { user } = renderApp('/sign-in');
    const cards = await screen.findAllByRole('checkbox', { name: /on the sign-in page/ });
    expect(cards.map((each) => each.hasAttribute('disabled'))).toEqual([true, false]);
    expect(screen.getAllByText(provider.redirectAddress)).toHaveLength(2);
    await user.click(cards[1]!);
    await waitFor(() =>
      expect(api.sent('POST /api/identity-providers/5/set-enabled')[0]?.body).toEqual({ enabled: true }),
    );
    const test = screen.getByRole('link', { name: 'Test sign-in with Northfield ID' });
    expect(test).toHaveAttribute('href', '/sign-in/test/4');
    expect(test).toHaveAttribute('target', '_blank');
    await user.click(screen.getByRole('button', { name: 'Remove Tested' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(api.sent('DELETE /api/identity-providers/5')).toHaveLength(1));
  });

  it('says that the last test failed, when and why, until one passes', async () => {
    const startedAt = '2026-03-02T09:00:00.000Z';
    const message = 'The token is for another client.';
    const failed = { startedAt, state: 'failed', field: 'audience', message } as const;
    const away = { ...failed, state: 'running', field: 'client id', message: 'Not back yet.' } as const;
    admin([
      { ...provider, lastTest: failed },
      { ...provider, id: 5, name: 'Away', lastTest: away },
      { ...provider, id: 6, name: 'New' },
      { ...provider, id: 8, name: 'On', enabled: true, lastTest: failed },
      { ...provider, id: 7, name: 'Passed', isTested: true, lastTest: { ...failed, state: 'passed', field: null } },
    ]);
    renderApp('/sign-in');
    const card = within(await screen.findByRole('region', { name: 'Northfield ID' }));
    expect(card.getByText('Test failed')).toBeVisible();
    const text = card.getByText(/^Your last test, on .*2026/);
    expect(text).toHaveTextContent(/: Wrong: audience\. The token is for another client\.$/);
    const advice = 'A test of yours must pass with these settings before the provider can be on.';
    expect(card.getByText(advice)).toBeVisible();
    const on = screen.getByRole('region', { name: 'On' });
    expect(on).toHaveTextContent(/Test failed.*Wrong: audience\./);
    expect(on).not.toHaveTextContent(advice);
    const others = ['Away', 'New', 'Passed'].map((name) => screen.getByRole('region', { name }));
    expect(others[0]).toHaveTextContent(/Not tested.*Your last test, on .*: Not back yet\./);
    expect(others[1]).toHaveTextContent('Not tested');
    expect(others[2]).toHaveTextContent('Test passed');
    for (const each of others.slice(1)) expect(each).not.toHaveTextContent('Your last test');
  });

  it('shows why a sign-in was refused, and unlinks the account of another subject', async () => {
    const api = admin([provider])
      .on('GET /api/provider-sign-ins', { entries: [refusedSignIn], next: null })
      .on('POST /api/users/*/unlink', { message: 'sam is no longer linked' });
    const { user } = renderApp('/sign-in');
    expect(await screen.findByText(/^Refused: Your e-mail address is linked to another account/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Unlink sam' }));
    expect(await screen.findByText('sam is no longer linked')).toBeVisible();
    expect(api.sent('POST /api/users/3/unlink')).toHaveLength(1);
  });

  it('switches passwords off for all but the named administrators, and shows why not', async () => {
    const dana = { id: 1, username: 'admin', fullName: 'Dana Whitfield' };
    const message = 'Switch an identity provider on first';
    const api = admin()
      .on('GET /api/admin/users', [{ ...dana, role: 'admin' }, { ...people.user }])
      .on('PUT /api/sign-in-policy', refusal(409, 'last_admin', message));
    const { user } = renderApp('/sign-in');
    const panel = within(await screen.findByRole('region', { name: 'Passwords' }));
    await user.click(panel.getByLabelText('Everybody may sign in with a password or a passkey'));
    await user.click(await panel.findByLabelText('Dana Whitfield (admin)'));
    expect(panel.queryByLabelText('Sam Okafor (sam)')).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Save who may use passwords' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(api.sent('PUT /api/sign-in-policy')[0]?.body).toEqual({ localPasswords: false, breakGlassIds: [1] });
  });

  it('says that passwords are saved while other parts of the page still load', async () => {
    const api = admin().on('GET /api/admin/users', [{ ...people.admin, role: 'admin' }]);
    const { user } = renderApp('/sign-in');
    const panel = within(await screen.findByRole('region', { name: 'Passwords' }));
    const policy = { localPasswords: true, breakGlass: [people.admin] };
    api
      .on('PUT /api/sign-in-policy', policy)
      .on('GET /api/sign-in-policy', policy)
      .on('GET /api/provider-sign-ins', () => new Promise<never>(() => undefined));
    await user.click(panel.getByRole('button', { name: 'Save who may use passwords' }));
    expect(await screen.findByText('Passwords saved')).toBeVisible();
  });

  it('is for administrators alone', async () => {
    new FakeApi().signedIn(people.manager);
    renderApp('/sign-in');
    expect(await screen.findByText('Admin Access Required')).toBeVisible();
  });
});

describe('The test of a sign-in', () => {
  it('goes to the provider once, or says why it cannot and tries again', async () => {
    const to = mock.method(leavePage, 'to', () => undefined);
    const api = admin().on('POST /api/identity-providers/*/test', answer);
    const { unmount } = renderApp('/sign-in/test/4');
    await waitFor(() => expect(to.mock.calls.map((call) => call.arguments[0])).toEqual([answer.address]));
    expect(api.sent('POST /api/identity-providers/4/test')).toHaveLength(1);
    unmount();
    const message = 'The provider cannot be reached: no answer';
    api.on('POST /api/identity-providers/*/test', refusal(502, 'unavailable', message));
    const { user } = renderApp('/sign-in/test/4');
    expect(await screen.findByText(message)).toBeVisible();
    api.on('POST /api/identity-providers/*/test', answer);
    await user.click(screen.getByRole('button', { name: 'Test again' }));
    await waitFor(() => expect(to.mock.calls).toHaveLength(2));
  });

  it.each([
    ['failed', 'audience', 'Wrong: audience.'],
    ['passed', null, 'The sign-in works with these settings.'],
  ] as const)('ends in a report: %s', async (state, field, text) => {
    const report: ProviderTest = {
      startedAt: '2026-03-02T09:00:00.000Z',
      state,
      field,
      message: state === 'passed' ? text : 'The token is for another client.',
      effect: 'A sign-in would link and open the account sam.',
      claims: [{ name: 'email', value: 'sam@northfield.example' }],
    };
    admin().on('GET /api/identity-providers/*/test', report);
    renderApp('/sign-in/test/4?done=1');
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('A sign-in would link and open the account sam.')).toBeVisible();
    expect(screen.getByRole('cell', { name: 'sam@northfield.example' })).toBeVisible();
  });
});
