import type { Metrics } from '@lead-finder/platform';
import type { FastifyInstance } from 'fastify';

/** Measures rate, errors and duration of every route but the live stream, which lasts as long as its page is open. */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (route !== '/api/events')
      metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1_000);
    done();
  });
}
