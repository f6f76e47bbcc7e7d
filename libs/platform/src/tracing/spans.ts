import { currentContext, currentRequestId, runInContext } from '../context/request-context.js';

export interface SpanStart {
  /** The service or the gateway that does it. */
  role: string;
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer';
  /** The W3C trace context that it belongs to, else the one of the work around it. */
  parent?: string | null | undefined;
  attributes?: Record<string, string | number>;
}

export interface OpenSpan {
  /** What those who do their part of it belong to. */
  traceparent: string;
  end(outcome?: { error?: unknown; attributes?: Record<string, string | number> }): void;
}

let opener: ((span: SpanStart) => OpenSpan) | null = null;

/** Told by `openTracing`; with null nothing is traced, and nothing is spent on it. */
export function useSpans(start: typeof opener): void {
  opener = start;
}

export const isTracing = () => opener !== null;

/** Begins a trace, or goes on with the one it is given. Null where nobody asks for traces. */
export const startSpan = (span: SpanStart): OpenSpan | null => opener?.(span) ?? null;

/**
 * Runs the work as a span of the trace it belongs to, and what it calls as parts of that. Work that no request caused (a
 * timer, a heartbeat) has no trace and gets none.
 */
export function inSpan<T>(span: SpanStart, work: (traceparent: string | undefined) => Promise<T>): Promise<T> {
  const parent = span.parent ?? currentContext()?.traceparent;
  const open = parent ? startSpan({ ...span, parent }) : null;
  return open ? traced(open, work) : work(parent);
}

async function traced<T>(open: OpenSpan, work: (traceparent: string | undefined) => Promise<T>): Promise<T> {
  try {
    const { traceparent } = open;
    const done = await runInContext({ requestId: currentRequestId(), ...currentContext(), traceparent }, () =>
      work(traceparent),
    );
    open.end();
    return done;
  } catch (error) {
    open.end({ error });
    throw error;
  }
}
