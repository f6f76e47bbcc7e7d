import { ended, first, second } from '../../../test/saml-certificates.js';
import { providerOf } from './saml-metadata.rules.js';

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const bare = (pem: string) => pem.replace(/-----[^-]+-----/g, '');
const key = (pem: string, use = ' use="signing"') =>
  `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const service = (binding = redirect, location = ' https://id.example.com/sso ') =>
  `<md:SingleSignOnService Binding="${binding}" Location="${location}"/>`;
const entity = (content: string, id = ' https://id.example.com ') =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${id}">${content}</md:EntityDescriptor>`;
const provider = (content: string) => `<md:IDPSSODescriptor>${content}</md:IDPSSODescriptor>`;
const entities = (...content: string[]) =>
  `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${content.join('')}</md:EntitiesDescriptor>`;
const whole = entity(provider(key(first) + service()));
const subjects = async (xml: string) => (await providerOf(xml)).certificates.map(({ subject }) => subject);

describe('the metadata of a provider', () => {
  it('gives entity ID, sign-in address and certificate, whatever else is in it', async () => {
    const services = service(post, 'https://id.example.com/post') + service();
    const xml = `<?xml version="1.0"?><!-- of the provider -->${entity(`<md:SPSSODescriptor/>${provider(key(first) + services)}`)}`;
    expect(await providerOf(xml)).toMatchObject({
      issuer: 'https://id.example.com',
      signInAddress: 'https://id.example.com/sso',
      certificates: [{ subject: 'CN=First provider' }],
    });
  });

  it('may stand in a list, also of lists, beside services', async () => {
    const other = entity('<md:SPSSODescriptor/>', 'https://service.example.com');
    expect((await providerOf(entities(other, whole))).issuer).toBe('https://id.example.com');
    expect((await providerOf(entities(other, entities(whole)))).issuer).toBe('https://id.example.com');
  });

  it('gives the certificates that sign, those that last longest first', async () => {
    const xml = (keys: string) => entity(provider(keys + service()));
    expect(await subjects(xml(key(ended) + key(first, '') + key(second)))).toEqual([
      'CN=Second provider',
      'CN=First provider',
      'CN=Ended provider',
    ]);
    expect(await subjects(xml(key(first) + key(second, ' use="encryption"') + key(first)))).toEqual([
      'CN=First provider',
    ]);
  });

  it('may have 20,000 tags', async () => {
    const claims = (count: number) => entity(provider(key(first) + service()) + '<md:Claim/>'.repeat(count));
    await expect(providerOf(claims(19_000))).resolves.toBeDefined();
    await expect(providerOf(claims(20_000))).rejects.toThrow('more than 20000 tags');
  });

  it.each([
    ['no XML', 'metadata', 'no well-formed XML'],
    ['another XML', '<html><body/></html>', 'This is no SAML metadata'],
    ['the metadata of a service', entity('<md:SPSSODescriptor/>'), 'This metadata describes no identity provider'],
    ['an empty list', entities(), 'This metadata describes no identity provider'],
    ['several providers', entities(whole, whole), 'This metadata describes several identity providers.'],
    [
      'no address for a redirect',
      entity(provider(key(first) + service(post))),
      'The provider has no sign-in address for the binding HTTP-Redirect',
    ],
    ['no certificate', entity(provider(service())), 'The metadata has no certificate'],
    [
      'a certificate for encryption alone',
      entity(provider(key(first, ' use="encryption"') + service())),
      'The metadata has no certificate',
    ],
    ['a certificate that cannot be read', entity(provider(key('abc') + service())), 'A certificate cannot be read.'],
  ])('is refused with a sentence for %s', async (_, xml, sentence) => {
    await expect(providerOf(xml)).rejects.toThrow(sentence);
  });
});
