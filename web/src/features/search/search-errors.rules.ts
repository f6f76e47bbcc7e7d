import type { ErrorCode } from '@lead-finder/contracts';
import { HttpError } from '../../lib/http';

/** Specification section 8, search errors by code. */
const byCode: Partial<Record<ErrorCode, string>> = {
  api_key_missing: 'Google Places API key is missing. Please contact the administrator.',
  over_query_limit: 'Google Places API quota exceeded. Please try again later or contact the administrator.',
  request_denied: 'Request denied by Google Places API. This could be due to API key restrictions.',
  invalid_request: 'Invalid request to Google Places API. Please check your search parameters.',
};

/** Specification section 8, search errors by message content, in its order. */
const byContent: readonly { holds: RegExp; text: string }[] = [
  { holds: /API key/i, text: 'The API key is missing or invalid. Please contact the administrator.' },
  {
    holds: /quota|OVER_QUERY_LIMIT/i,
    text: 'The API quota is exceeded. Please try again later or contact the administrator.',
  },
  {
    holds: /REQUEST_DENIED/,
    text: 'The request was denied. This could be due to API key restrictions or invalid parameters.',
  },
];

export interface SearchFailure {
  title: string;
  text: string;
}

/** A known code has its own words; any other message is told by what it holds, or as it is. */
export function searchFailure(error: unknown): SearchFailure {
  const known = error instanceof HttpError ? byCode[error.code as ErrorCode] : undefined;
  const message = known ?? messageIn(error);
  return {
    title: message.includes('Google Places API') ? 'Google Places API Error' : 'Error Fetching Results',
    text: known ?? byContent.find(({ holds }) => holds.test(message))?.text ?? message,
  };
}

const messageIn = (error: unknown): string =>
  (error instanceof HttpError && error.serverMessage) ||
  (error instanceof Error && error.message) ||
  'An unknown error occurred';
