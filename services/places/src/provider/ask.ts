import { setTimeout as pause } from 'node:timers/promises';
import type { Circuit } from './circuit.js';
import type { ProviderCallContext } from './provider-call-context.js';
import { failed, ProviderError, tooSlow, unreachable } from './provider-error.js';

export interface Upstream {
  api: string;
  timeoutMs: number;
  /** The pause before the only retry of a call whose failure may pass. */
  retryPauseMs: number;
  circuit: Circuit;
}

export interface UpstreamCall extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  operation: string;
  url: URL;
  /** The minimum time between two calls of this operation. */
  pauseMs?: number;
}

export interface UpstreamResponse {
  status: number;
  isJson: boolean;
  text: string;
}

/** Calls a provider and reads its response. It retries once if `read` throws a ProviderError that may pass. */
export async function ask<T>(
  upstream: Upstream,
  context: ProviderCallContext,
  { operation, url, pauseMs, ...init }: UpstreamCall,
  read: (response: UpstreamResponse) => T,
): Promise<T> {
  const attempt = () => {
    context.signal.throwIfAborted();
    if (!upstream.circuit.mayCall()) throw unreachable(upstream.api, false);
    return context.call(operation, async () => read(await send(upstream, url, init, context.signal)), pauseMs);
  };
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ProviderError && error.isPassing)) throw error;
    await pause(upstream.retryPauseMs, undefined, { signal: context.signal });
    return attempt();
  }
}

async function send(
  { api, timeoutMs, circuit }: Upstream,
  url: URL,
  init: RequestInit,
  signal: AbortSignal,
): Promise<UpstreamResponse> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    // A redirect would pass the key to its target.
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any([signal, timeout]) });
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const text = await response.text();
    circuit.answered();
    return { status: response.status, isJson, text };
  } catch {
    // The cause contains addresses and sometimes the key, so it is not passed on.
    signal.throwIfAborted();
    circuit.leftUnanswered();
    throw timeout.aborted ? tooSlow(api) : unreachable(api);
  }
}

/** Returns the response's JSON without NUL characters, which PostgreSQL does not store. */
export function readJson<T>({ api }: Upstream, { text }: UpstreamResponse): T {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)) as T;
  } catch {
    throw failed(api, 'an answer that cannot be read');
  }
}
