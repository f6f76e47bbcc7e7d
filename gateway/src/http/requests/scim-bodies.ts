import { AppError } from '@lead-finder/platform';
import type { FastifyInstance } from 'fastify';
import { excessOf } from './json-bounds.js';

export const scimPath = '/scim/v2/';
export const scimType = 'application/scim+json';
export const isScim = (url: string) => /^\/scim\/v2(?:$|[/?])/.test(url);

/** Reads the bodies of SCIM. Any other route rejects the type with 415. */
export function acceptScim(fastify: FastifyInstance): void {
  const json = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser(scimType, { parseAs: 'string' }, (request, body, done) => {
    if (!request.routeOptions.url?.startsWith(scimPath))
      return done(new AppError('unsupported', 'unsupported_type', 'Only application/json is accepted here'));
    if (body === '') return done(null, undefined);
    const excess = excessOf(body as string);
    if (excess) return done(excess);
    json(request, body as string, done);
  });
}
