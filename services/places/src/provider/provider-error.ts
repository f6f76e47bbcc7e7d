import { AppError, type ErrorDetails, type ErrorKind } from '@lead-finder/platform';
import type { ErrorCode } from '@lead-finder/contracts';
import { cleanWords } from './clean-words.rules.js';

/** A failure of a provider with a message for users, never with uncleaned text of the provider. */
export class ProviderError extends AppError {
  constructor(
    kind: ErrorKind,
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    /** A retry may succeed. */
    readonly isPassing = false,
  ) {
    super(kind, code, message, details);
  }
}

const HOUR_SECONDS = 3_600;
const MINUTE_SECONDS = 60;
const SOON = { retryAfter: 5 };

// The messages that the page looks for (docs/product/finding.md#provider-errors), so it shows the same by message and
// by code.
export const keyMissing = (api: string) =>
  new ProviderError('unavailable', 'api_key_missing', `${api} key is missing. Please contact the administrator.`);

export const overLimit = (api: string, isPassing: boolean) =>
  new ProviderError(
    'limited',
    'over_query_limit',
    `${api} quota exceeded (OVER_QUERY_LIMIT). Please try again later or contact the administrator.`,
    { retryAfter: isPassing ? MINUTE_SECONDS : HOUR_SECONDS },
    isPassing,
  );

/** `why` is a sentence of the product. */
export const denied = (api: string, why: string) =>
  new ProviderError('bad_gateway', 'request_denied', `REQUEST_DENIED by ${api}: ${why}`);

export const invalidRequest = (api: string, advice = 'Please check your search parameters.') =>
  new ProviderError('invalid', 'invalid_request', `Invalid request to ${api}. ${advice}`);

/** Failures without a code: the provider's message, cleaned (docs/product/finding.md#provider-errors). */
export const failed = (api: string, words: string, isPassing = false) =>
  new ProviderError('bad_gateway', 'unavailable', `${api}: ${cleanWords(words) || 'unknown error'}`, {}, isPassing);

/** Also used while the circuit is open; then a retry does not help. */
export const unreachable = (api: string, isPassing = true) =>
  new ProviderError('unavailable', 'unavailable', `${api} cannot be reached. Please try again.`, SOON, isPassing);

export const tooSlow = (api: string) =>
  new ProviderError('timed_out', 'unavailable', `${api} did not answer in time. Please try again.`, SOON);
