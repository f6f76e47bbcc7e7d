import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@lead-finder/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../../gateway.config.js';
import { isPostedByProvider } from '../sessions/provider-forms.js';
import type { GatewayRequest } from './caller.js';
import { excessOf } from './json-bounds.js';
import { refuseOtherHosts } from './own-host.js';
import { onResponseEnd } from './response-end.js';
import { securityHeaders } from './security-headers.js';

/** Returns the client's own request id if it is well-formed, so that a proxy's logs and these logs match. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Rejects unsafe requests of other sites with 403 (docs/product/errors-and-http.md#requests-from-other-sites). */
function refuseOtherOrigins(request: FastifyRequest, publicUrl: string | undefined): void {
  if (safeMethods.includes(request.method) || isPostedByProvider(request)) return;
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const own = publicUrl ? new URL(publicUrl).origin : `http://${request.headers.host}`;
  const isForeign = site ? site === 'cross-site' || site === 'same-site' : origin !== undefined && origin !== own;
  if (isForeign) throw new AppError('forbidden', 'forbidden', 'Requests from another site are refused');
}

/** Rejects a compressed body with 415: it could expand to any size (ASVS 5.2.3). */
function refusePacked({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity') === 'identity') return;
  throw new AppError('unsupported', 'unsupported_type', 'Packed requests are not accepted');
}

/**
 * Returns a getter of a signal that aborts when the client disconnects before its response is complete. The getter
 * creates the signal on its first call: most polls need none, and a stream would hold one for hours.
 */
function abortedBy(response: ServerResponse): () => AbortSignal {
  let controller: AbortController | undefined;
  return () => {
    if (controller) return controller.signal;
    const created = (controller = new AbortController());
    const abort = () => response.writableFinished || created.abort();
    if (response.closed) abort();
    else onResponseEnd(response, abort);
    return created.signal;
  };
}

/** Sets the headers of every response. Hooks use callbacks, because a promise in each would slow every request. */
export function prepareResponses(fastify: FastifyInstance, settings: GatewaySettings): void {
  // The page and its files overwrite cache-control.
  const headers = { ...securityHeaders(settings), 'cache-control': 'no-store' };
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    (request as GatewayRequest).aborted = abortedBy(reply.raw);
    done();
  });
}

/** Rejects other hosts, other origins, compressed bodies, and bodies that are not JSON. */
export function refuseRequests(fastify: FastifyInstance, settings: GatewaySettings): void {
  const refuseHost = refuseOtherHosts(settings);
  fastify.addHook('onRequest', (request, _reply, done) => {
    refuseHost(request);
    refuseOtherOrigins(request, settings.PUBLIC_URL);
    refusePacked(request);
    done();
  });

  // An empty body counts as no body whatever its content type is: 'unlock' posts one.
  const json = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const excess = excessOf(body as string);
    if (excess) return done(excess);
    json(request, body as string, done);
  });
}
