import { type ErrorCode, type PlacesProviderFacts, placesProviders } from '@lead-finder/contracts';
import { HttpError } from '../../lib/http';

// The longer name contains the shorter one, so it comes first.
const providers = Object.values<PlacesProviderFacts>(placesProviders).sort((a, b) => b.api.length - a.api.length);

/** The messages by code (docs/product/finding.md#provider-errors), with the provider's name in place of Google's. */
const byCode: Partial<Record<ErrorCode, (api: string) => string>> = {
  api_key_missing: (api) => `${api} key is missing. Please contact the administrator.`,
  over_query_limit: (api) => `${api} quota exceeded. Please try again later or contact the administrator.`,
  request_denied: (api) => `Request denied by ${api}. This could be due to API key restrictions.`,
  invalid_request: (api) => `Invalid request to ${api}. Please check your search parameters.`,
};

/** The messages of a provider that uses no keys. */
const withoutKeys: typeof byCode = {
  ...byCode,
  api_key_missing: (api) => `${api} is not set up. Please contact the administrator.`,
  request_denied: (api) => `Request denied by ${api}. Please contact the administrator.`,
};

/** The messages by content, in the order of docs/product/finding.md#provider-errors. */
const byContent: readonly { pattern: RegExp; text: string }[] = [
  { pattern: /API key/i, text: 'The API key is missing or invalid. Please contact the administrator.' },
  {
    pattern: /quota|OVER_QUERY_LIMIT/i,
    text: 'The API quota is exceeded. Please try again later or contact the administrator.',
  },
  {
    pattern: /REQUEST_DENIED/,
    text: 'The request was denied. This could be due to API key restrictions or invalid parameters.',
  },
];

export interface SearchFailure {
  title: string;
  text: string;
  /** What the server adds: which restriction applies, what to change. */
  reason?: string;
}

/** A known code has its own text. Any other message is matched by its content or shown as it is. */
export function searchFailure(error: unknown): SearchFailure {
  const message = messageIn(error);
  const named = providers.find(({ api }) => message.includes(api));
  const { api, needsKey } = named ?? placesProviders.google;
  const known = error instanceof HttpError ? (needsKey ? byCode : withoutKeys)[error.code as ErrorCode] : undefined;
  if (known) {
    return { title: `${api} Error`, text: known(api), reason: reasonIn(message, known(api)) };
  }
  return {
    title: named ? `${api} Error` : 'Error Fetching Results',
    text: byContent.find(({ pattern }) => pattern.test(message))?.text ?? message,
  };
}

const unknownError = 'An unknown error occurred';

/** The server's message; undefined for a response without one, whose JSON is not readable for users. */
function messageIn(error: unknown): string {
  if (error instanceof HttpError && error.body !== undefined) return error.serverMessage || unknownError;
  return (error instanceof Error && error.message) || unknownError;
}

/** The server's message without what the text above it already says. */
function reasonIn(message: string, text: string): string | undefined {
  const said = message.replace(
    /^(REQUEST_DENIED by [^:]+:|Invalid request to [^.]+\.|.*\(OVER_QUERY_LIMIT\)\.)\s*/,
    '',
  );
  if (said === unknownError || text.includes(said)) return undefined;
  return said.charAt(0).toUpperCase() + said.slice(1);
}
