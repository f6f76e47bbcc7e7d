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

/**
 * Any response that is not a success. The message is 'status: body', or the status text if the body is empty
 * (docs/product/errors-and-http.md#errors-on-the-page); `serverMessage` is the sentence for users.
 */
export class HttpError extends Error {
  readonly serverMessage?: string;
  readonly code?: string;
  readonly issues: Issue[];
  readonly requestId?: string;
  /** The parsed body. A 409 `stale_version` has `current` in it. */
  readonly body: unknown;

  constructor(
    readonly status: number,
    text: string,
    statusText: string,
    headers?: Headers,
  ) {
    super(`${status}: ${text || statusText}`);
    this.name = 'HttpError';
    this.body = parsed(text);
    const known = (typeof this.body === 'object' && this.body !== null ? this.body : {}) as ErrorBody;
    this.serverMessage = known.message;
    this.code = known.code;
    this.issues = known.issues ?? [];
    this.requestId = known.requestId ?? headers?.get('X-Request-Id') ?? undefined;
  }
}

/** A success whose body is not JSON, such as a proxy's page. */
export class InvalidResponseError extends Error {
  constructor() {
    super('Invalid server response');
    this.name = 'InvalidAnswerError';
  }
}

/** The message of a failure: the server's own, or the fallback. */
export function messageOf(error: unknown, fallback: string): string {
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
const asksForSession = ['/api/user', '/api/login'];

const sessionEnd = new Set<() => void>();

/** Calls the listener on a 401 of any other call. Returns a function that removes it. */
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
  const headers = new Headers(options.headers);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  if (options.automatic ?? isAutomatic) headers.set('X-Automatic', '1');
  const response = await fetch(path, {
    method,
    headers,
    credentials: 'include',
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    signal: options.signal,
  });
  // 304 means unchanged, and only answers a request with an ETag.
  if (response.ok || response.status === 304) return response;
  const error = new HttpError(response.status, await response.text(), response.statusText, response.headers);
  if (error.status === 401 && !asksForSession.includes(path)) for (const listener of sessionEnd) listener();
  throw error;
}

export async function requestWithHeaders<T>(
  method: Method,
  path: string,
  body?: unknown,
  options?: RequestOptions,
): Promise<JsonResponse<T>> {
  const response = await send(method, path, body, options);
  const text = await response.text();
  const data = text === '' ? undefined : parsed(text);
  if (text !== '' && data === undefined) throw new InvalidResponseError();
  return { data: data as T, headers: response.headers, status: response.status };
}

/**
 * Sends JSON with credentials and returns the parsed body; undefined for an empty response. Throws HttpError or
 * InvalidResponseError.
 */
export async function request<T>(method: Method, path: string, body?: unknown, options?: RequestOptions): Promise<T> {
  return (await requestWithHeaders<T>(method, path, body, options)).data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
