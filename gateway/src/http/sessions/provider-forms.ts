import { AppError } from '@lead-finder/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The fields that providers post as a form, by route. */
const formFields: Record<string, readonly string[]> = {
  '/api/sign-in/oidc/:id/back-channel-logout': ['logout_token'],
  '/api/sign-in/saml/:id/acs': ['SAMLResponse', 'RelayState'],
};

/** Whether the provider's page posts to this route, from its own site. Such a route must read no cookie. */
export const isPostedByProvider = ({ routeOptions }: FastifyRequest) =>
  routeOptions.url === '/api/sign-in/saml/:id/acs';

/** Reads the forms of providers. Any other route rejects a form with 415. */
export function acceptProviderForms(fastify: FastifyInstance): void {
  const options = { parseAs: 'string' } as const;
  fastify.addContentTypeParser('application/x-www-form-urlencoded', options, ({ routeOptions }, body, done) => {
    const fields = formFields[routeOptions.url ?? ''];
    if (!fields) return done(new AppError('unsupported', 'unsupported_type', 'Only application/json is accepted here'));
    const form = new URLSearchParams(body as string);
    done(null, Object.fromEntries(fields.map((field) => [field, form.get(field) ?? undefined])));
  });
}
