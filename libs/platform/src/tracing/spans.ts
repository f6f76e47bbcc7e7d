import { currentContext, currentRequestId, runInContext } from '../context/request-context.js';

export interface SpanStart {
  role: string;
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer';
  parent?: string | null | undefined;
  /** The id of the trace that the span begins if it has no parent. */
  newTraceId?: string;
  attributes?: Record<string, string | number>;
}

export interface OpenSpan {
  traceparent: string;
  end(outcome?: { error?: unknown; attributes?: Record<string, string | number> }): void;
}

let opener: ((span: SpanStart) => OpenSpan) | null = null;

/** Called by `openTracing`. With null nothing is traced, at no cost. */
export function useSpans(start: typeof opener): void {
  opener = start;
}

export const isTracing = () => opener !== null;

/** Starts a trace, or a span of the given one. Returns null without tracing. */
export const startSpan = (span: SpanStart): OpenSpan | null => opener?.(span) ?? null;

/** Runs the work as a span of its trace. Work without a request (a timer) is not traced. */
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
