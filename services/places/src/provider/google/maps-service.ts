import { ask, readJson, type Upstream } from '../ask.js';
import type { ProviderCallContext } from '../provider-call-context.js';
import { denied, failed, invalidRequest, keyMissing, overLimit } from '../provider-error.js';

/** Google's older web services: the key is a parameter, and errors come with HTTP 200 and a status in the body. */
export interface MapsService extends Upstream {
  baseUrl: string;
  key(): string;
}

export interface MapsResponse {
  status?: string;
  error_message?: string;
  [field: string]: unknown;
}

export type MapsParameters = Record<string, string | number | undefined>;

/** Returns the body of a response with the status OK, ZERO_RESULTS, or one that `tolerates` names. */
export function askMaps<T extends MapsResponse>(
  service: MapsService,
  context: ProviderCallContext,
  operation: string,
  path: string,
  parameters: MapsParameters,
  tolerates: readonly string[] = [],
): Promise<T> {
  const url = new URL(`${service.baseUrl}/maps/api/${path}/json`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, `${value}`);
  }
  url.searchParams.set('key', service.key());
  return ask(service, context, { operation, url }, (response) => {
    if (response.status >= 500) throw failed(service.api, 'the service is busy', true);
    const body = readJson<T>(service, response);
    refuseFailure(service, body, tolerates);
    return body;
  });
}

function refuseFailure({ api }: MapsService, body: MapsResponse, tolerates: readonly string[]): void {
  const { status, error_message: words = '' } = body;
  switch (status) {
    case 'OK':
    case 'ZERO_RESULTS':
      return;
    case 'OVER_QUERY_LIMIT':
      throw overLimit(api, false);
    case 'OVER_DAILY_LIMIT':
      throw /\bkey\b/i.test(words) ? denied(api, 'the API key is not valid.') : overLimit(api, false);
    case 'REQUEST_DENIED':
      throw /must use an API key/i.test(words) ? keyMissing(api) : denied(api, reasonOf(words));
    case 'NOT_FOUND':
      if (tolerates.includes(status)) return;
      throw failed(api, 'an unknown place');
    case 'INVALID_REQUEST':
      if (tolerates.includes(status)) return;
      throw invalidRequest(api);
    case 'UNKNOWN_ERROR':
      throw failed(api, 'a passing error', true);
    default:
      throw failed(api, words);
  }
}

function reasonOf(words: string): string {
  if (/legacy API/i.test(words)) return 'the legacy service is not enabled for its project.';
  if (/not authorized|not activated|not enabled/i.test(words)) return 'the API key may not use this service.';
  if (/key is invalid|invalid key/i.test(words)) return 'the API key is not valid.';
  if (/billing/i.test(words)) return 'billing is not enabled for its project.';
  return 'this could be due to API key restrictions.';
}
