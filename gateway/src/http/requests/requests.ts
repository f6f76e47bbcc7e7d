import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@lead-finder/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../../gateway.config.js';
import type { GatewayRequest } from './caller.js';
import { excessOf } from './json-bounds.js';
import { refuseOtherHosts } from './own-host.js';
import { refuseOtherOrigins } from './same-origin.js';
import { securityHeaders } from './security-headers.js';

/** A caller's own id is kept where it is a plain one, so that a request can be followed from outside. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

/** A packed body would unpack to any size (ASVS 5.2.3). */
function refusePacked({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity') === 'identity') return;
  throw new AppError('unsupported', 'unsupported_type', 'Packed requests are not accepted');
}

/**
 * The client went away before its answer was complete: what runs for it is called off. Made for who asks; most of what
 * pages poll is answered without, and a stream would hold it for hours.
 */
function leavingOf(answer: ServerResponse): () => AbortSignal {
  let left: AbortController | undefined;
  return () => {
    if (left) return left.signal;
    const made = (left = new AbortController());
    const abort = () => answer.writableFinished || made.abort();
    if (answer.closed) abort();
    else answer.once('close', abort);
    return made.signal;
  };
}

/**
 * What holds for every answer before it leaves. Hooks here and beside it call back: each promise of a hook is paid by every
 * request.
 */
export function prepareResponses(fastify: FastifyInstance, settings: GatewaySettings): void {
  // What may be kept says so itself: the page and its files.
  const headers = { ...securityHeaders(settings), 'cache-control': 'no-store' };
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    (request as GatewayRequest).left = leavingOf(reply.raw);
    done();
  });
}

/** What holds for every request before a route sees it. */
export function refuseRequests(fastify: FastifyInstance, settings: GatewaySettings): void {
  const refuseHost = refuseOtherHosts(settings);
  fastify.addHook('onRequest', (request, _reply, done) => {
    refuseHost(request);
    refuseOtherOrigins(request, settings.PUBLIC_URL);
    refusePacked(request);
    done();
  });

  // Only JSON is read; an empty body is no body, whatever its content type says ('unlock' posts one).
  const json = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const excess = excessOf(body as string);
    if (excess) return done(excess);
    json(request, body as string, done);
  });
}
