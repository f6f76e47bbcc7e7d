import { ended, first, second } from '../../../test/saml-certificates.js';
import { SignInRefusal } from '../sign-in-refusal.js';
import { certificatesOf } from './saml-certificates.rules.js';
import { checkResponse, refusalOf } from './saml-problems.rules.js';
import { parseXml } from './saml-xml.rules.js';

const acsAddress = 'https://leads.example/api/sign-in/saml/1/acs';
const now = new Date('2026-06-01T12:00:00Z');
const sha = (bits: string) => `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`;
const bare = (pem: string) => pem.replace(/-----[^-]+-----/g, '');
const keyInfo = (pem: string) =>
  `<KeyInfo><X509Data><X509Certificate>${bare(pem)}</X509Certificate></X509Data></KeyInfo>`;
const signature = ({ method = sha('256'), digest = sha('512'), key = '' } = {}) =>
  `<Signature><SignedInfo><SignatureMethod Algorithm="${method}"/><Reference><DigestMethod Algorithm="${digest}"/></Reference></SignedInfo>${key}</Signature>`;
const assertion = (content = signature()) => `<Assertion>${content}</Assertion>`;
const response = (content: string, attributes = `Destination="${acsAddress}"`) =>
  `<Response ${attributes}><Issuer>x</Issuer>${content}</Response>`;

async function problem(xml: string, certificates = [first]) {
  try {
    checkResponse(await parseXml(xml), { acsAddress, certificates: certificatesOf(certificates), now });
    return null;
  } catch (error) {
    return error;
  }
}

describe('a response before its signature is checked', () => {
  it('passes with a signed assertion, with or without its certificate, and without an assertion', async () => {
    expect(await problem(response(assertion()))).toBeNull();
    expect(await problem(response(assertion(signature({ key: keyInfo(first) }))))).toBeNull();
    expect(await problem(response(assertion(), ''))).toBeNull();
    expect(await problem(response(''))).toBeNull();
    expect(await problem(response(signature({ method: sha('384') }) + assertion()))).toBeNull();
    expect(await problem(response(assertion() + '<x/>'.repeat(18)))).toBeNull();
  });

  it.each([
    ['provider', '<LogoutResponse/>', 'This is no SAML response'],
    ['provider', response(assertion() + '<x/>'.repeat(19)), 'This is no SAML response'],
    [
      'ACS address',
      response(assertion(), `Destination="https://evil.example/acs"`),
      'The response is for the ACS address https://evil.example/acs',
    ],
    [
      'provider',
      response('<EncryptedAssertion/>'),
      'The assertion is encrypted. Switch the encryption off at the provider',
    ],
    ['signature', response(assertion() + assertion()), 'The response has more than one assertion'],
    [
      'signature',
      response(signature() + assertion('<Issuer>x</Issuer>')),
      'The assertion is not signed. Let the provider sign the assertion, also if it signs the response',
    ],
    ...[
      assertion(signature({ method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })),
      assertion(signature({ digest: 'http://www.w3.org/2000/09/xmldsig#sha1' })),
      signature({ method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }) + assertion(),
    ].map((each) => ['signature', response(each), 'The response is signed with SHA-1. Choose SHA-256 at the provider']),
    [
      'certificate',
      response(assertion(signature({ key: keyInfo(second) }))),
      'The provider signs with a certificate that is not entered here',
    ],
    [
      'certificate',
      response(assertion(signature({ key: keyInfo('abc') }))),
      'The provider signs with a certificate that is not entered here',
    ],
  ])('names what is wrong: %s', async (field, xml, details) => {
    expect(await problem(xml)).toMatchObject({ problem: 'provider_error', field, details });
  });

  it('names a certificate that has ended, unless another one may have signed', async () => {
    const over = {
      field: 'certificate',
      details: 'The certificate of the provider ended on 2022-09-27. Enter the one with which it signs now',
    };
    expect(await problem(response(assertion()), [ended])).toMatchObject(over);
    expect(await problem(response(assertion()), [ended, first])).toBeNull();
    const named = response(assertion(signature({ key: keyInfo(ended) })));
    expect(await problem(named, [ended, first])).toMatchObject(over);
  });

  it('quotes at most 300 characters of an address', async () => {
    const { details } = (await problem(response(assertion(), `Destination="${'x'.repeat(400)}"`))) as SignInRefusal;
    expect(details).toBe(`The response is for the ACS address ${'x'.repeat(300)}`);
  });
});

describe('an error of the check', () => {
  it('that is a refusal stays', () => {
    const refusal = new SignInRefusal('clock', 'late', 'clock');
    expect(refusalOf(refusal)).toBe(refusal);
  });

  it('with a status of the provider is its refusal, in 300 characters', () => {
    const error = Object.assign(new Error('n'.repeat(400)), { xmlStatus: '' });
    expect(refusalOf(error)).toMatchObject({ problem: 'provider_refused', details: 'n'.repeat(300) });
  });

  it.each([
    ['InResponseTo is missing from response', 'not_started', 'provider', 'The response answers no request'],
    ['InResponseTo is not valid', 'state_unknown', 'provider', 'The response answers another sign-in'],
    ['SAML assertion expired: clocks skewed too much', 'clock', 'clock', 'The assertion is not valid at this time'],
    ['SAML assertion not yet valid', 'clock', 'clock', 'The assertion is not valid at this time'],
    ['No valid subject confirmation found', 'clock', 'clock', 'The assertion is not valid at this time'],
    ['SAML assertion audience mismatch', 'provider_error', 'audience', 'The assertion is for another service'],
    ['has no AudienceRestriction', 'provider_error', 'audience', 'The assertion is for another service'],
    ['Invalid signature', 'provider_error', 'signature', 'No certificate that is entered here fits the signature'],
    ['Something else', 'provider_error', 'provider', 'Something else'],
  ])('%j becomes %s', (message, problem, field, details) => {
    expect(refusalOf(new Error(message))).toMatchObject({ problem, field, details });
  });

  it('of an unknown kind is quoted in 200 characters', () => {
    expect(refusalOf(new Error('e'.repeat(300))).details).toBe('e'.repeat(200));
  });
});
