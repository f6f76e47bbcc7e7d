import { SignInRefusal, type TestedField } from './sign-in-refusal.js';

interface ProtocolError {
  code?: string;
  error?: string;
  error_description?: string;
  message?: string;
  cause?: ProtocolError & { claim?: string; claims?: Record<string, unknown>; attribute?: string };
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))?.slice(0, 200) ?? '';

const byClaim: Record<string, [TestedField, string]> = {
  aud: ['audience', 'The token is for another client than the client id says'],
  azp: ['audience', 'The token is for another client than the client id says'],
  iss: ['issuer', 'The token names another issuer'],
  nonce: ['signature', 'The token belongs to another sign-in: its nonce is a different one'],
};

/** What the token endpoint refuses, by the codes of RFC 6749. */
const byTokenError: Record<string, [TestedField, string]> = {
  invalid_client: ['client secret', 'The provider does not accept the client id with this client secret'],
  unauthorized_client: ['client id', 'The provider does not allow this client to sign people in'],
  invalid_grant: [
    'redirect address',
    'The provider does not accept the code: it was used or has ended, or the redirect address differs',
  ],
  redirect_uri_mismatch: ['redirect address', 'The provider knows another redirect address'],
};

const untrusted = (field: TestedField, details: string) => new SignInRefusal('provider_error', details, field);

/** Returns the claim or the attribute that failed, which stands at the end of the causes. */
function deepest({ cause }: ProtocolError): NonNullable<ProtocolError['cause']> {
  let last = cause ?? {};
  while (last.cause && typeof last.cause === 'object' && !last.claim) last = last.cause;
  return last;
}

/** Translates an error of the protocol into the field that is wrong and a sentence without any token. */
export function refusalOf(thrown: unknown): SignInRefusal {
  if (thrown instanceof SignInRefusal) return thrown;
  const error = thrown as ProtocolError;
  const { claim, claims, attribute } = deepest(error);
  switch (error.code) {
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return new SignInRefusal(
        'provider_refused',
        `${error.error}: ${shown(error.error_description ?? '')}`,
        'provider',
      );
    case 'OAUTH_RESPONSE_BODY_ERROR': {
      const [field, sentence] = byTokenError[error.error ?? ''] ?? ['provider', 'The provider refused the code'];
      return untrusted(field, `${sentence} (${error.error})`);
    }
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED': {
      const [field, sentence] = byClaim[claim ?? ''] ?? ['claim', `The claim ${claim} is wrong`];
      return untrusted(field, claim === 'nonce' ? sentence : `${sentence}: ${shown(claims?.[claim ?? ''])}`);
    }
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return new SignInRefusal('clock', `The claim ${claim} of the token lies outside five minutes`, 'clock');
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return untrusted('issuer', `The provider gives another ${attribute ?? 'issuer'} than the one that you entered`);
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return new SignInRefusal(
        'provider_away',
        'The provider answered, but not as OpenID Connect says. Check the issuer',
        'issuer',
      );
    case 'OAUTH_KEY_SELECTION_FAILED':
      return untrusted('signature', 'No key of the provider fits the signature of the token');
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return untrusted('signature', 'The token is signed in a way that Lead Finder does not accept');
    case 'OAUTH_INVALID_RESPONSE':
    case 'OAUTH_MISSING_SERVER_METADATA':
    case 'OAUTH_INVALID_SERVER_METADATA':
      return invalid(error);
    default:
      return new SignInRefusal('provider_away', reasonOf(error), 'issuer');
  }
}

function invalid(error: ProtocolError): SignInRefusal {
  const reason = error.cause?.message ?? error.message ?? '';
  if (/signature|alg/.test(reason)) return untrusted('signature', 'The signature of the token is not valid');
  if (/issuer/.test(reason)) return untrusted('issuer', 'The answer names another issuer');
  return untrusted('provider', reason.slice(0, 200));
}

/** The network error at the end of the causes. */
function reasonOf(error: ProtocolError): string {
  const reason = [error, error.cause, error.cause?.cause]
    .map((each) => each?.message)
    .filter(Boolean)
    .at(-1);
  return `The provider cannot be reached: ${(reason ?? 'no answer').slice(0, 200)}`;
}
