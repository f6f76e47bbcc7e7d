import type { Tracer } from '@opentelemetry/api';
import { AppError } from '../errors/app-error.js';
import { useSpans, type OpenSpan, type SpanStart } from './spans.js';
import { parseTraceparent } from './traceparent.js';

const expected = new Set([
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'unsupported',
  'locked',
  'limited',
]);

/** Loads the libraries of OpenTelemetry only if there is an address. Each role is a service in the traces. */
export async function openTracing(endpoint: string): Promise<{ close(): Promise<void> }> {
  const api = await import('@opentelemetry/api');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { BatchSpanProcessor, RandomIdGenerator, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    producer: SpanKind.PRODUCER,
    consumer: SpanKind.CONSUMER,
  };
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const processor = new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 });
  const tracers = new Map<string, Tracer>();
  // A tracer starts a trace only under the id of its generator.
  let nextTraceId: string | undefined;
  const random = new RandomIdGenerator();
  const idGenerator = {
    generateTraceId: () => nextTraceId ?? random.generateTraceId(),
    generateSpanId: () => random.generateSpanId(),
  };

  const tracerOf = (role: string): Tracer => {
    const known = tracers.get(role);
    if (known) return known;
    const resource = resourceFromAttributes({ 'service.namespace': 'lead-finder', 'service.name': role });
    const tracer = new TracerProvider({ resource, spanProcessors: [processor], idGenerator }).getTracer('lead-finder');
    tracers.set(role, tracer);
    return tracer;
  };

  useSpans(({ role, name, kind, parent, newTraceId, attributes = {} }: SpanStart): OpenSpan => {
    const remote = parseTraceparent(parent);
    const parentContext = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
    nextTraceId = newTraceId;
    const span = tracerOf(role).startSpan(name, { kind: kinds[kind], attributes }, parentContext);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      end: ({ error, attributes: more } = {}) => {
        if (more) span.setAttributes(more);
        if (error instanceof AppError) span.setAttribute('error.type', error.code);
        // The message may contain users' input; the log has it.
        if (error && !(error instanceof AppError && expected.has(error.kind)))
          span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  });
  return {
    close: async () => {
      useSpans(null);
      // A collector that is not reachable must not delay the end.
      await processor.shutdown().catch(() => undefined);
    },
  };
}
