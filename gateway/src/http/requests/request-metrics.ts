import type { Metrics } from '@lead-finder/platform';
import type { FastifyInstance } from 'fastify';

/** Rate, errors and duration of every route. The live stream is left out: it is as long as somebody looks at the page. */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (route !== '/api/events')
      metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1_000);
    done();
  });
}
