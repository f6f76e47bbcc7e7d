import { continueAction, currentAction, newRequestId } from './user-action';

/** One error of a field, at most one per rule. */
export interface Issue {
  path: string;
  message: string;
}

interface ErrorBody {
  message?: string;
  code?: string;
  issues?: Issue[];
  requestId?: string;
}

/** A request that failed. `requestId` is its id in the logs. */
class RequestError extends Error {
  constructor(
    message: string,
    readonly requestId: string | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Any response that is not a success. The message is 'status: body', or the status text if the body is empty
 * (docs/product/errors-and-http.md#errors-on-the-page); `serverMessage` is the sentence for users.
 */
export class HttpError extends RequestError {
  readonly serverMessage?: string;
  readonly code?: string;
  readonly issues: Issue[];
  /** True if the page asks for a sign-in because of it, so that nothing else needs to say so. */
  isSessionEnd = false;
  /** The parsed body. A 409 `stale_version` has `current` in it. */
  readonly body: unknown;

  constructor(
    readonly status: number,
    text: string,
    statusText: string,
    requestId?: string,
  ) {
    const body = parsed(text);
    const known = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
    super(`${status}: ${text || statusText}`, known.requestId ?? requestId);
    this.body = body;
    this.serverMessage = known.message;
    this.code = known.code;
    this.issues = known.issues ?? [];
  }
}

/** A success whose body is not JSON, such as a proxy's page. */
export class InvalidResponseError extends RequestError {
  constructor(requestId: string | undefined) {
    super('Invalid server response', requestId);
  }
}

/** Returns the id of a failed request; undefined for any other error. */
export const requestIdOf = (error: unknown): string | undefined =>
  error instanceof RequestError ? error.requestId : undefined;

/** The message of a failure: the server's own, or the fallback. */
export function messageOf(error: unknown, fallback = 'Lead Finder did not answer. Try again.'): string {
  return error instanceof HttpError && error.serverMessage ? error.serverMessage : fallback;
}

export interface RequestOptions {
  /** True if no user action caused the request, which then does not extend the session. */
  automatic?: boolean;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface JsonResponse<T> {
  data: T;
  headers: Headers;
  status: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let isAutomatic = false;

/** Marks requests that start while `work` runs as automatic, such as a refetch after a change signal or a prefetch. */
export function automatically<T>(work: () => T): T {
  const before = isAutomatic;
  isAutomatic = true;
  try {
    return work();
  } finally {
    isAutomatic = before;
  }
}

/** A 401 of these calls does not end the session. */
const asksForSession = ['/api/user', '/api/login', '/api/login/second-step', '/api/login/passkey'];

const sessionEnd = new Set<() => void>();

/** Calls the listener on a 401 of any other call, and if a second factor is due. Returns a function that removes it. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEnd.add(listener);
  return () => void sessionEnd.delete(listener);
}

/** Sends a request and returns the raw response, for downloads. Other callers use `request` or `requestWithHeaders`. */
export async function send(
  method: Method,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<Response> {
  return (await exchange(method, path, body, options)).response;
}

export async function requestWithHeaders<T>(
  method: Method,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<JsonResponse<T>> {
  const { response, sentId, requestId } = await exchange(method, path, body, options);
  const text = await arrived(response.text(), sentId, options.signal);
  const data = text === '' ? undefined : parsed(text);
  if (text !== '' && data === undefined) throw new InvalidResponseError(requestId);
  return { data: data as T, headers: response.headers, status: response.status };
}

/**
 * Sends JSON with credentials and returns the parsed body; undefined for an empty response. Throws HttpError or
 * InvalidResponseError.
 */
export async function request<T>(method: Method, path: string, body?: unknown, options?: RequestOptions): Promise<T> {
  return (await requestWithHeaders<T>(method, path, body, options)).data;
}

/** Sends a request under the id of the user's action, or under one of its own if it is automatic. */
async function exchange(method: Method, path: string, body: unknown, options: RequestOptions) {
  const { automatic = isAutomatic, signal } = options;
  const headers = new Headers(options.headers);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  if (automatic) headers.set('X-Automatic', '1');
  const sentId = automatic ? newRequestId() : currentAction();
  if (sentId) headers.set('X-Request-Id', sentId);
  const sent = fetch(path, {
    method,
    headers,
    credentials: 'include',
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    signal,
  });
  const response = await arrived(sent, sentId, signal);
  // The gateway makes an id if there is none, and a proxy may replace it.
  const requestId = response.headers.get('X-Request-Id') ?? sentId;
  // 304 means unchanged, and only answers a request with an ETag.
  if (response.ok || response.status === 304) return { response, sentId, requestId };
  const text = await arrived(response.text(), sentId, signal);
  const error = new HttpError(response.status, text, response.statusText, requestId);
  error.isSessionEnd =
    (error.status === 401 && !asksForSession.includes(path)) || error.code === 'second_factor_required';
  if (error.isSessionEnd) for (const listener of sessionEnd) listener();
  throw error;
}

/** Waits for a part of the response, then continues the action that the request belongs to. */
async function arrived<T>(part: Promise<T>, sentId: string | undefined, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await part;
  } catch (error) {
    throw signal?.aborted ? error : new RequestError((error as Error).message, sentId, { cause: error });
  } finally {
    continueAction(sentId);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
