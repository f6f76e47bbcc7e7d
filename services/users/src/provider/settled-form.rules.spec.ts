import { identityProviderForm } from '@lead-finder/contracts';
import { first, weak } from '../../test/saml-certificates.js';
import { settledForm } from './settled-form.rules.js';

const form = (fields: object) =>
  identityProviderForm.parse({
    name: 'Northfield',
    issuer: 'https://id.northfield.example',
    clientId: 'lead-finder',
    scopes: 'openid profile email',
    signInAddress: 'https://id.northfield.example/sso',
    certificates: [first],
    signOutAtProvider: true,
    ...fields,
  });

describe('the form of a provider', () => {
  it('has no fields of SAML for OpenID Connect', () => {
    expect(settledForm(form({ kind: 'oidc' }))).toMatchObject({
      clientId: 'lead-finder',
      scopes: 'openid profile email',
      signOutAtProvider: true,
      signInAddress: '',
      certificates: [],
    });
  });

  it('has no fields of OpenID Connect for SAML, and each certificate once', () => {
    expect(settledForm(form({ kind: 'saml', certificates: [first, first] }))).toMatchObject({
      clientId: '',
      scopes: '',
      signOutAtProvider: false,
      signInAddress: 'https://id.northfield.example/sso',
      certificates: [first],
    });
  });

  it('has a table only with the claim that its rows are values of', () => {
    const claimRules = [{ value: 'sales', role: 'user' }];
    expect(() => settledForm(form({ claimRules }))).toThrow(
      expect.objectContaining({
        details: { issues: [{ path: 'roleClaim', message: 'Please enter what the table looks at' }] },
      }),
    );
    expect(settledForm(form({ claimRules, roleClaim: 'groups' }))).toMatchObject({ roleClaim: 'groups' });
  });

  it('names the field of a certificate that cannot be used', () => {
    const message = 'The key of a certificate must be RSA with 2,048 bits or more';
    expect(() => settledForm(form({ kind: 'saml', certificates: [weak] }))).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code: 'validation_failed',
        message,
        details: { issues: [{ path: 'certificates', message }] },
      }),
    );
  });
});
