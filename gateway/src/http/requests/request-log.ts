import type { Logger } from '@lead-finder/platform';
import type { FastifyInstance } from 'fastify';
import type { GatewayRequest } from './caller.js';

/**
 * A line for each request that changes something or fails here, under the id that the services log too. What pages ask
 * again and again is only there at `debug`. The route and not the path: a path may hold a reset token.
 */
export function logRequests(fastify: FastifyInstance, log: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, routeOptions, user, traceparent } = request as GatewayRequest;
    const line = {
      requestId,
      actorId: user?.actor.id,
      traceparent,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(method);
    if (isChange || reply.statusCode >= 500) log.info(line, 'a request was answered');
    else log.debug(line, 'a request was answered');
    done();
  });
}
