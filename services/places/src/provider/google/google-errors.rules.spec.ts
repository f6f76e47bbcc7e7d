import { googleError } from './google-errors.rules.js';

const errorOf = (status: number, error: unknown) =>
  googleError('Google Places API', { status, isJson: true, text: JSON.stringify({ error }) });
const withReason = (reason: string, metadata?: Record<string, string>) => ({
  details: [{ '@type': 'x' }, { reason, metadata }],
});
const hour = 3_600;

describe("Google's reason", () => {
  it.each([
    ['API_KEY_INVALID', 'the API key is not valid.'],
    ['API_KEY_SERVICE_BLOCKED', 'the API key may not use Places API (New).'],
    ['SERVICE_DISABLED', 'Places API (New) is not enabled for its project.'],
    ['API_KEY_HTTP_REFERRER_BLOCKED', 'the API key is restricted to web pages.'],
    ['API_KEY_IP_ADDRESS_BLOCKED', 'the API key is restricted to other addresses.'],
    ['API_KEY_ANDROID_APP_BLOCKED', 'the API key is restricted to Android apps.'],
    ['API_KEY_IOS_APP_BLOCKED', 'the API key is restricted to iOS apps.'],
    ['BILLING_DISABLED', 'billing is not enabled for its project.'],
    ['CONSUMER_SUSPENDED', 'its project is suspended.'],
    ['CONSUMER_INVALID', 'its project is not valid.'],
    ['USER_PROJECT_DENIED', 'its project may not be used.'],
  ])('%s is a denial with a sentence of the product, whatever the status', (reason, why) => {
    expect(errorOf(400, { status: 'INVALID_ARGUMENT', ...withReason(reason) })).toMatchObject({
      kind: 'bad_gateway',
      code: 'request_denied',
      message: `REQUEST_DENIED by Google Places API: ${why}`,
    });
  });

  it.each([
    ['the quota of a minute, which passes soon', { quota_unit: '1/min/{project}' }, 60, true],
    ['the quota of a day', { quota_unit: '1/d/{project}' }, hour, false],
    ['a quota of unknown length', undefined, hour, false],
    ['a quota without a unit', {}, hour, false],
  ])('RATE_LIMIT_EXCEEDED is %s', (_, metadata, retryAfter, isPassing) => {
    expect(errorOf(403, withReason('RATE_LIMIT_EXCEEDED', metadata))).toMatchObject({
      kind: 'limited',
      code: 'over_query_limit',
      details: { retryAfter },
      isPassing,
    });
  });
});

describe('A failed response without a known reason', () => {
  it.each([
    [200, { status: 'RESOURCE_EXHAUSTED' }, 'over_query_limit'],
    [429, {}, 'over_query_limit'],
    [403, { message: 'Method does not allow Unregistered Callers (callers without identity).' }, 'api_key_missing'],
    [200, { status: 'PERMISSION_DENIED' }, 'request_denied'],
    [200, { status: 'UNAUTHENTICATED' }, 'request_denied'],
    [401, {}, 'request_denied'],
    [403, {}, 'request_denied'],
    [200, { status: 'INVALID_ARGUMENT' }, 'invalid_request'],
    [400, {}, 'invalid_request'],
    [404, {}, 'unavailable'],
  ])('of HTTP %i with %p is %s', (status, error, code) => expect(errorOf(status, error)).toMatchObject({ code }));

  it.each(['API key not valid. Please pass a valid API key.', 'API key expired. Please renew the API key.'])(
    'is a denial for "%s"',
    (message) =>
      expect(errorOf(400, { message })).toMatchObject({
        message: 'REQUEST_DENIED by Google Places API: the API key is not valid.',
      }),
  );

  it('may be due to restrictions of the key', () => {
    expect(errorOf(403, { status: 'PERMISSION_DENIED' }).message).toBe(
      'REQUEST_DENIED by Google Places API: this could be due to API key restrictions.',
    );
  });

  it.each([
    [499, false],
    [500, true],
    [503, true],
  ])('of HTTP %i may pass: %p', (status, isPassing) => {
    expect(errorOf(status, { message: 'The server is busy.' })).toMatchObject({
      message: 'Google Places API: The server is busy.',
      isPassing,
    });
  });

  it.each(['', '<html>', 'null', '{}', '{"error":"text"}', '{"error":{"details":"none"}}', '{"error":null}'])(
    'is an unknown error if its text is %p',
    (text) =>
      expect(googleError('Google Places API', { status: 500, isJson: false, text })).toMatchObject({
        code: 'unavailable',
        message: 'Google Places API: unknown error',
      }),
  );

  it('names no word of the details as reason that the product does not know', () => {
    expect(errorOf(403, withReason('toString'))).toMatchObject({
      message: 'REQUEST_DENIED by Google Places API: this could be due to API key restrictions.',
    });
  });
});
