/** One thing that the server found wrong with a field, at most one entry a rule. */
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
 * Any answer that is not a success. The message is the status, a colon and the body's text, or the status text
 * when the body is empty (specification section 8); `serverMessage` is the sentence that is meant for people.
 */
export class HttpError extends Error {
  readonly serverMessage?: string;
  readonly code?: string;
  readonly issues: Issue[];
  readonly requestId?: string;
  /** The parsed body: a 409 `stale_version` carries `current` in it. */
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

/** A success whose body is not JSON: a proxy's page in place of an answer. */
export class InvalidResponseError extends Error {
  constructor() {
    super('Invalid server response');
    this.name = 'InvalidAnswerError';
  }
}

/** The sentence to show for a failure: the server's own, or the fallback that the specification names. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof HttpError && error.serverMessage ? error.serverMessage : fallback;
}

export interface RequestOptions {
  /** True where no person caused the request: it then does not keep a session alive. */
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

/** Requests that start while `work` runs count as automatic: a refetch after an event of the server, a prefetch. */
export function automatically<T>(work: () => T): T {
  const before = isAutomatic;
  isAutomatic = true;
  try {
    return work();
  } finally {
    isAutomatic = before;
  }
}

/** Their 401 is the answer to the question who is there, and ends nothing. */
const asksForSession = ['/api/user', '/api/login'];

const sessionEnd = new Set<() => void>();

/** Tells of a 401 on any other call. Returns the way to stop listening. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEnd.add(listener);
  return () => void sessionEnd.delete(listener);
}

/** The raw exchange, for downloads; everything else takes `request` or `requestWithHeaders`. */
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
  // Nothing has changed: only who sent a tag is answered so.
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

/** Sends credentials always, JSON only where there is a body; an empty answer is undefined. */
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
