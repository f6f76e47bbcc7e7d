import type { Logger, Metrics } from '@lead-finder/platform';
import type { FastifyInstance } from 'fastify';
import type { GatewayRequest } from './caller.js';
import { requestClass } from './request-class.js';

/**
 * Logs each request that changes data or fails, with the id that the services log too. Others are logged at `debug`:
 * pages poll, read without a session, and scanners try unknown paths. It logs no path, which may hold a reset token.
 */
export function logRequests(fastify: FastifyInstance, log: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, routeOptions, user, traceparent } = request as GatewayRequest;
    const line = {
      requestId,
      actorId: user?.actor.id,
      tokenId: user?.actor.token?.id,
      traceparent,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(method);
    const isFailure = reply.statusCode >= 400 && reply.statusCode !== 401;
    // The page's wildcard route serves nothing but 404.
    const isUnmatched = routeOptions.url === undefined || routeOptions.url === '/*';
    if (!isUnmatched && (isChange || isFailure)) log.info(line, 'Request handled.');
    else log.debug(line, 'Request handled.');
    done();
  });
}

/** Measures rate, errors and duration of every route but the live stream, which lasts as long as its page is open. */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const { url: route = 'none', config } = routeOptions;
    const labels = { method, route, class: requestClass(method, config?.documented), status: String(reply.statusCode) };
    if (route !== '/api/events') metrics.observeRequest(labels, reply.elapsedTime / 1_000);
    done();
  });
}
