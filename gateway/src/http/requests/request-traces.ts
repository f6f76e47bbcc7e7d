import { startSpan } from '@lead-finder/platform';
import type { FastifyInstance } from 'fastify';
import type { GatewayRequest } from './caller.js';

const untraced = new Set(['/healthz', '/readyz', '/api/events']);

/**
 * Starts a trace for each request, or continues the trace of a proxy (`traceparent`). It records the route and not the
 * path: a path may hold a reset token.
 */
export function traceRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (untraced.has(route)) return done();
    const given = request.headers.traceparent;
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'lead_finder.request_id': request.id,
    };
    const span = startSpan({
      role: 'gateway',
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: typeof given === 'string' ? given : null,
      attributes,
    });
    if (!span) return done();
    (request as GatewayRequest).traceparent = span.traceparent;
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.end({
        attributes: { 'http.response.status_code': statusCode },
        error: statusCode >= 500 ? new Error(String(statusCode)) : undefined,
      });
    });
    done();
  });
}
