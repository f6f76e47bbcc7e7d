import { unavailable } from '@lead-finder/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUpload } from '../uploads/upload.js';

/** What asks no service for anything; a live stream is as long as somebody looks at the page. */
export const isExempt = ({ routeOptions: { url } }: FastifyRequest) =>
  !url?.startsWith('/api/') || url === '/api/events';

/**
 * So many requests are worked on at a time, and with them is bounded what waits in this process, on the bus, and for
 * connections to the database. One beyond them is refused at once, instead of waiting until whoever sent it has given up.
 * A request whose body has not arrived is not worked on: it counts from then on, and an upload is not refused any more.
 */
export function boundRequests(fastify: FastifyInstance, max: number): void {
  let running = 0;
  const count = (reply: FastifyReply) => {
    if (reply.raw.closed) return;
    running += 1;
    reply.raw.once('close', () => (running -= 1));
  };
  fastify.addHook('preValidation', (request, reply, done) => {
    if (isExempt(request)) return done();
    if (isUpload(request)) {
      request.raw.once('end', () => count(reply));
      return done();
    }
    if (running >= max) throw unavailable('Lead Finder');
    count(reply);
    done();
  });
}
