import type { IdentityProvider } from '@lead-finder/contracts';
import { fieldsOf, formOf, type ProviderFields } from './provider-fields.rules';

const empty: ProviderFields = {
  kind: 'oidc',
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  scopes: 'openid profile email',
  signInAddress: '',
  certificates: '',
  domains: '',
  linkByEmail: false,
  createAccounts: false,
  signOutAtProvider: false,
  roleClaim: '',
  claimRules: [],
  unmatched: 'user',
};
const stored = {
  kind: 'saml',
  name: 'Northfield ID',
  issuer: 'https://login.northfield.example',
  clientId: 'lead-finder',
  scopes: 'openid',
  signInAddress: 'https://login.northfield.example/saml',
  linkByEmail: true,
  createAccounts: true,
  signOutAtProvider: true,
  roleClaim: 'groups',
  claimRules: [{ value: 'bosses', role: 'manager', teamId: null }],
  unmatched: 'refuse',
} as const;
const provider = {
  ...stored,
  claimRules: [...stored.claimRules],
  domains: ['northfield.example', 'north.example'],
  certificates: ['first\n', 'second\n'],
  hasSecret: true,
} as IdentityProvider;

describe('The fields of an identity provider', () => {
  it('are empty for a new one, but for the usual scopes', () => expect(fieldsOf(null)).toEqual(empty));

  it('are what is stored, with lists as texts and never the secret', () => {
    const texts = { domains: 'northfield.example, north.example', certificates: 'first\nsecond\n', clientSecret: '' };
    expect(fieldsOf(provider)).toEqual({ ...stored, ...texts });
    expect(fieldsOf({ ...provider, scopes: '' }).scopes).toBe('openid profile email');
  });
});

describe('The form of an identity provider', () => {
  it('is what the fields say', () => {
    const { hasSecret: _, ...form } = { ...provider, certificates: ['first\nsecond\n'], clientSecret: '' };
    expect(formOf(fieldsOf(provider))).toEqual(form);
  });

  it.each([
    ['', []],
    [' a.example,b.example;c.example\nd.example, ', ['a.example', 'b.example', 'c.example', 'd.example']],
  ])('has of the domains %j %j', (domains, list) => {
    expect(formOf({ ...empty, domains }).domains).toEqual(list);
  });

  it('has no certificate of blanks', () => expect(formOf({ ...empty, certificates: ' \n' }).certificates).toEqual([]));
});
