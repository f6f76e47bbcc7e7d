import { unavailable } from '@lead-finder/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { scimPath } from './scim-bodies.js';
import { isUpload } from '../uploads/upload.js';
import { onResponseEnd } from './response-end.js';

const isOfApi = ({ routeOptions: { url = '' } }: FastifyRequest) => url.startsWith('/api/') || url.startsWith(scimPath);

/** Requests that call no service, and live streams, which last as long as their page is open. */
export const isExempt = (request: FastifyRequest) => !isOfApi(request) || request.routeOptions.url === '/api/events';

/**
 * Limits the requests that run at the same time, and with them the work that waits in this process, on the bus and for
 * the database. Rejects a further request with 503 at once, because a waiting client would give up meanwhile.
 * A request counts as soon as its body has arrived; an upload counts too, but is not rejected any more.
 */
export function boundRequests(fastify: FastifyInstance, max: number, isOpen: () => boolean): void {
  let running = 0;
  const count = (reply: FastifyReply) => {
    if (reply.raw.closed) return;
    running += 1;
    onResponseEnd(reply.raw, () => (running -= 1));
  };
  fastify.addHook('preValidation', (request, reply, done) => {
    if (isOfApi(request) && !isOpen()) throw unavailable('Lead Finder');
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
