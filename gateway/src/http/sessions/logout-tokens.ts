import { AppError } from '@lead-finder/platform';
import type { FastifyInstance } from 'fastify';

export const backChannelPath = '/api/sign-in/oidc/:id/back-channel-logout';

/** Reads the form in which providers send their logout tokens. Any other route rejects such a form with 415. */
export function acceptLogoutTokens(fastify: FastifyInstance): void {
  const options = { parseAs: 'string' } as const;
  fastify.addContentTypeParser('application/x-www-form-urlencoded', options, ({ routeOptions }, body, done) => {
    if (routeOptions.url === backChannelPath)
      return done(null, { logout_token: new URLSearchParams(body as string).get('logout_token') ?? undefined });
    done(new AppError('unsupported', 'unsupported_type', 'Only application/json is accepted here'));
  });
}
