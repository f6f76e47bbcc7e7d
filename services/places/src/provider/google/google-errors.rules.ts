import type { UpstreamResponse } from '../ask.js';
import { denied, failed, invalidRequest, keyMissing, overLimit, type ProviderError } from '../provider-error.js';

interface Detail {
  reason?: string;
  metadata?: Record<string, string>;
}

interface ErrorBody {
  error?: { status?: string; message?: string; details?: Detail[] };
}

/** The product's own messages for Google's reasons, because Google's text contains keys and project numbers. */
const DENIALS: Record<string, string> = {
  API_KEY_INVALID: 'the API key is not valid.',
  API_KEY_SERVICE_BLOCKED: 'the API key may not use Places API (New).',
  SERVICE_DISABLED: 'Places API (New) is not enabled for its project.',
  API_KEY_HTTP_REFERRER_BLOCKED: 'the API key is restricted to web pages.',
  API_KEY_IP_ADDRESS_BLOCKED: 'the API key is restricted to other addresses.',
  API_KEY_ANDROID_APP_BLOCKED: 'the API key is restricted to Android apps.',
  API_KEY_IOS_APP_BLOCKED: 'the API key is restricted to iOS apps.',
  BILLING_DISABLED: 'billing is not enabled for its project.',
  CONSUMER_SUSPENDED: 'its project is suspended.',
  CONSUMER_INVALID: 'its project is not valid.',
  USER_PROJECT_DENIED: 'its project may not be used.',
};
const RESTRICTED = 'this could be due to API key restrictions.';

/** Returns the error for a failed response: by `details[].reason`, then by status, then by its words. */
export function googleError(api: string, { status: http, text }: UpstreamResponse): ProviderError {
  const { status, message = '', details } = errorIn(text);
  const detail = details?.find((each) => each.reason);
  const reason = detail?.reason ?? '';
  if (Object.hasOwn(DENIALS, reason)) return denied(api, DENIALS[reason]!);
  if (reason === 'RATE_LIMIT_EXCEEDED' || status === 'RESOURCE_EXHAUSTED' || http === 429) {
    return overLimit(api, detail?.metadata?.quota_unit?.startsWith('1/min') ?? false);
  }
  if (/unregistered callers/i.test(message)) return keyMissing(api);
  if (/API key not valid|API key expired/i.test(message)) return denied(api, DENIALS.API_KEY_INVALID!);
  if (status === 'PERMISSION_DENIED' || status === 'UNAUTHENTICATED' || http === 401 || http === 403) {
    return denied(api, RESTRICTED);
  }
  if (status === 'INVALID_ARGUMENT' || http === 400) return invalidRequest(api);
  return failed(api, message, http >= 500);
}

function errorIn(text: string): NonNullable<ErrorBody['error']> {
  try {
    const { error } = JSON.parse(text) as ErrorBody;
    return { ...error, details: Array.isArray(error?.details) ? error.details : [] };
  } catch {
    return {};
  }
}
