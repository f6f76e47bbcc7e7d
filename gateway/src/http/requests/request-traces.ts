import { parseTraceparent, startSpan, traceIdOf, unrecordedSpan } from '@lead-finder/platform';
import type { FastifyInstance } from 'fastify';
import type { GatewayRequest } from './caller.js';
import { onResponseEnd } from './response-end.js';

const untraced = new Set(['/healthz', '/readyz', '/api/events']);

/**
 * Starts the span of each request, in the trace of a proxy (`traceparent`) or in that of its request id. Without tracing
 * the span distinguishes the log lines of requests with one id. It records the route and not the path: a path may hold a
 * reset token.
 */
export function traceRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (untraced.has(route)) return done();
    const given = request.headers.traceparent;
    const parent = typeof given === 'string' ? given : null;
    const traceId = parseTraceparent(parent)?.traceId ?? traceIdOf(request.id);
    const span = startSpan({
      role: 'gateway',
      name: `${request.method} ${route}`,
      kind: 'server',
      parent,
      newTraceId: traceId,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'lead_finder.request_id': request.id,
      },
    });
    (request as GatewayRequest).traceparent = span?.traceparent ?? unrecordedSpan(traceId);
    if (!span) return done();
    onResponseEnd(reply.raw, () => {
      const { statusCode } = reply.raw;
      const tokenId = (request as GatewayRequest).user?.actor.token?.id;
      span.end({
        attributes: {
          'http.response.status_code': statusCode,
          ...(tokenId !== undefined && { 'lead_finder.token_id': tokenId }),
        },
        error: statusCode >= 500 ? new Error(String(statusCode)) : undefined,
      });
    });
    done();
  });
}
