import { unavailable } from '@lead-finder/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What asks no service for anything; a live stream is as long as somebody looks at the page. */
const isFree = ({ routeOptions: { url } }: FastifyRequest) => !url?.startsWith('/api/') || url === '/api/events';

/**
 * So many requests are worked on at a time, and with them is bounded what waits in this process, on the bus, and for
 * connections to the database. One beyond them is refused at once, instead of waiting until whoever sent it has given up.
 */
export function boundRequests(fastify: FastifyInstance, most: number): void {
  let running = 0;
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isFree(request)) return done();
    if (running >= most) throw unavailable('Lead Finder');
    running += 1;
    reply.raw.once('close', () => (running -= 1));
    done();
  });
}
