import { refusalOf } from './oidc-problems.rules.js';
import { SignInRefusal } from './sign-in-refusal.js';

/** An error as `openid-client` throws it, with its causes. */
const thrown = (code: string, fields: object = {}) => Object.assign(new Error('thrown'), { code, ...fields });
const comparison = (claim: string, claims: object) =>
  thrown('OAUTH_JWT_CLAIM_COMPARISON_FAILED', { cause: { claim, claims } });
const body = (error?: string) => thrown('OAUTH_RESPONSE_BODY_ERROR', { error });

describe('an error of OpenID Connect', () => {
  it('that is a refusal stays', () => {
    const refusal = new SignInRefusal('clock', 'late', 'clock');
    expect(refusalOf(refusal)).toBe(refusal);
  });

  it.each([
    ['aud', 'audience', 'The token is for another client than the client id says: "other"'],
    ['azp', 'audience', 'The token is for another client than the client id says: "other"'],
    ['iss', 'issuer', 'The token names another issuer: "other"'],
    ['nonce', 'signature', 'The token belongs to another sign-in: its nonce is a different one'],
    ['auth_time', 'claim', 'The claim auth_time is wrong: "other"'],
  ])('of the claim %s names the field %s', (claim, field, details) => {
    const values = { [claim]: ['other'] };
    expect(refusalOf(comparison(claim, values))).toMatchObject({
      problem: 'provider_error',
      field,
      details: details.replace('"other"', '["other"]'),
    });
    expect(refusalOf(comparison(claim, { [claim]: 'other' }))).toMatchObject({
      details: details.replace('"other"', 'other'),
    });
  });

  it('of a claim is found at the end of the causes', () => {
    const inner = { claim: 'aud', claims: { aud: 'other' }, cause: { claim: 'iss' } };
    const error = thrown('OAUTH_JWT_CLAIM_COMPARISON_FAILED', { cause: { message: 'outer', cause: inner } });
    expect(refusalOf(error)).toMatchObject({ field: 'audience' });
    const bare = thrown('OAUTH_JWT_CLAIM_COMPARISON_FAILED', { cause: { message: 'outer', cause: 'a text' } });
    expect(refusalOf(bare)).toMatchObject({ field: 'claim', details: 'The claim undefined is wrong: ' });
    expect(refusalOf(thrown('OAUTH_JWT_CLAIM_COMPARISON_FAILED'))).toMatchObject({ field: 'claim' });
  });

  it('quotes at most 200 characters of a claim, and a missing one as nothing', () => {
    const { details } = refusalOf(comparison('iss', { iss: 'x'.repeat(300) }));
    expect(details).toBe(`The token names another issuer: ${'x'.repeat(200)}`);
    expect(refusalOf(comparison('iss', {})).details).toBe('The token names another issuer: ');
  });

  it.each([
    ['invalid_client', 'client secret', 'The provider does not accept the client id with this client secret'],
    ['unauthorized_client', 'client id', 'The provider does not allow this client to sign people in'],
    [
      'invalid_grant',
      'redirect address',
      'The provider does not accept the code: it was used or has ended, or the redirect address differs',
    ],
    ['redirect_uri_mismatch', 'redirect address', 'The provider knows another redirect address'],
    ['temporarily_unavailable', 'provider', 'The provider refused the code'],
  ])('%s of the token endpoint names the field %s', (error, field, sentence) => {
    expect(refusalOf(body(error))).toMatchObject({
      problem: 'provider_error',
      field,
      details: `${sentence} (${error})`,
    });
  });

  it('of the token endpoint without a code is quoted as it came', () => {
    expect(refusalOf(body())).toMatchObject({
      field: 'provider',
      details: 'The provider refused the code (undefined)',
    });
  });

  it('that the provider sends back with the browser is its refusal', () => {
    const code = 'OAUTH_AUTHORIZATION_RESPONSE_ERROR';
    const refused = refusalOf(thrown(code, { error: 'access_denied', error_description: 'd'.repeat(300) }));
    expect(refused).toMatchObject({ problem: 'provider_refused', field: 'provider' });
    expect(refused.details).toBe(`access_denied: ${'d'.repeat(200)}`);
    expect(refusalOf(thrown(code, { error: 'login_required' })).details).toBe('login_required: ');
  });

  it('of a time names the clock', () => {
    expect(refusalOf(thrown('OAUTH_JWT_TIMESTAMP_CHECK_FAILED', { cause: { claim: 'exp' } }))).toMatchObject({
      problem: 'clock',
      field: 'clock',
      details: 'The claim exp of the token lies outside five minutes',
    });
  });

  it.each([
    [{ cause: { attribute: 'issuer' } }, 'The provider gives another issuer than the one that you entered'],
    [{ cause: { attribute: 'jwks_uri' } }, 'The provider gives another jwks_uri than the one that you entered'],
    [{}, 'The provider gives another issuer than the one that you entered'],
  ])('of the description names the issuer', (fields, details) => {
    expect(refusalOf(thrown('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', fields))).toMatchObject({
      problem: 'provider_error',
      field: 'issuer',
      details,
    });
  });

  it.each(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'])(
    '%s says to check the issuer',
    (code) => {
      expect(refusalOf(thrown(code))).toMatchObject({
        problem: 'provider_away',
        field: 'issuer',
        details: 'The provider answered, but not as OpenID Connect says. Check the issuer',
      });
    },
  );

  it.each([
    ['OAUTH_KEY_SELECTION_FAILED', 'No key of the provider fits the signature of the token'],
    ['OAUTH_UNSUPPORTED_OPERATION', 'The token is signed in a way that Lead Finder does not accept'],
  ])('%s names the signature', (code, details) => {
    expect(refusalOf(thrown(code))).toMatchObject({ problem: 'provider_error', field: 'signature', details });
  });

  describe.each(['OAUTH_INVALID_RESPONSE', 'OAUTH_MISSING_SERVER_METADATA', 'OAUTH_INVALID_SERVER_METADATA'])(
    '%s',
    (code) => {
      it.each([
        ['JWT signature verification failed', 'signature', 'The signature of the token is not valid'],
        ['unexpected JWT "alg" header parameter', 'signature', 'The signature of the token is not valid'],
        ['response parameter "iss" (issuer) missing', 'issuer', 'The answer names another issuer'],
        ['m'.repeat(300), 'provider', 'm'.repeat(200)],
      ])('with %j names the field %s', (message, field, details) => {
        const expected = { problem: 'provider_error', field, details };
        expect(refusalOf(thrown(code, { cause: { message } }))).toMatchObject(expected);
        expect(refusalOf({ code, message })).toMatchObject(expected);
      });

      it('without a reason names the provider', () => {
        expect(refusalOf({ code })).toMatchObject({ problem: 'provider_error', field: 'provider', details: '' });
      });
    },
  );

  it.each([
    [new Error('fetch failed'), 'fetch failed'],
    [{ message: 'outer', cause: { message: 'middle' } }, 'middle'],
    [
      { message: 'outer', cause: { message: 'middle', cause: { message: 'getaddrinfo ENOTFOUND' } } },
      'getaddrinfo ENOTFOUND',
    ],
    [{ message: 'outer', cause: { cause: { message: 'ECONNREFUSED' } } }, 'ECONNREFUSED'],
    [{ message: 'r'.repeat(300) }, 'r'.repeat(200)],
    [{}, 'no answer'],
  ])('of the network quotes its last cause', (error, reason) => {
    expect(refusalOf(error)).toMatchObject({
      problem: 'provider_away',
      field: 'issuer',
      details: `The provider cannot be reached: ${reason}`,
    });
  });
});
