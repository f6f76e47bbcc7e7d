import { setTimeout as pause } from 'node:timers/promises';
import type { Circuit } from './circuit.js';
import type { ProviderCallContext } from './places-provider.js';
import { failed, ProviderError, tooSlow, unreachable } from './provider-error.js';

/** How one of a provider's servers is talked to. */
export interface Upstream {
  /** As people know it: 'Google Places API'. */
  api: string;
  timeoutMs: number;
  /** Before the one further try of a call whose failure may pass. */
  retryPauseMs: number;
  circuit: Circuit;
}

export interface UpstreamCall extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  /** What is called, for the ledger: 'searchText'. */
  operation: string;
  url: URL;
  /** The least time between two calls of this operation. */
  pauseMs?: number;
}

export interface UpstreamAnswer {
  status: number;
  isJson: boolean;
  text: string;
}

/** Calls a provider and reads its answer; once more where `read` says by a ProviderError that the failure may pass. */
export async function ask<T>(
  upstream: Upstream,
  errand: ProviderCallContext,
  { operation, url, pauseMs, ...init }: UpstreamCall,
  read: (answer: UpstreamAnswer) => T,
): Promise<T> {
  const attempt = () => {
    errand.signal.throwIfAborted();
    if (!upstream.circuit.mayCall()) throw unreachable(upstream.api, false);
    return errand.call(operation, async () => read(await send(upstream, url, init, errand.signal)), pauseMs);
  };
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ProviderError && error.isPassing)) throw error;
    await pause(upstream.retryPauseMs, undefined, { signal: errand.signal });
    return attempt();
  }
}

async function send(
  { api, timeoutMs, circuit }: Upstream,
  url: URL,
  init: RequestInit,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    // A redirect would carry the key along to wherever it leads.
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any([signal, timeout]) });
    const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '');
    const text = await answer.text();
    circuit.answered();
    return { status: answer.status, isJson, text };
  } catch {
    // The cause names addresses and sometimes the key: it goes no further.
    signal.throwIfAborted();
    circuit.leftUnanswered();
    throw timeout.aborted ? tooSlow(api) : unreachable(api);
  }
}

/** The answer's JSON without NUL characters, which PostgreSQL does not store. */
export function readJson<T>({ api }: Upstream, { text }: UpstreamAnswer): T {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)) as T;
  } catch {
    throw failed(api, 'an answer that cannot be read');
  }
}
