import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { defineRequest } from '../message.js';
import { id, moment, text } from '../wire.js';
import { signInProblem } from './identity-providers.js';
import { origin } from './sessions.js';

export const maxSamlBytes = 256 * 1024;

/** The provider's response, which its page posts. The callback ends the sign-in, because such a post carries no cookie. */
export const receiveSamlResponse = defineRequest('users.receive-saml-response', {
  access: 'anyone',
  input: z.object({
    id,
    SAMLResponse: text(Math.ceil(maxSamlBytes / 3) * 4 + 10_000),
    RelayState: text(1_000).default(''),
    origin,
  }),
  output: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('received'), state: z.string() }),
    z.object({ outcome: z.literal('tested'), providerId: z.int() }),
    z.object({ outcome: z.literal('refused'), problem: signInProblem }),
  ]),
  deadlineMs: 15_000,
});
export const getSamlMetadata = defineRequest('users.get-saml-metadata', {
  access: 'anyone',
  input: z.object({ id }),
  output: z.object({ xml: z.string() }),
});
/** Reads the metadata of a provider, as text or from its address, and stores nothing. Rejects with 502 if it cannot be read. */
export const resolveProviderMetadata = defineRequest('users.resolve-provider-metadata', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({
    xml: text(maxSamlBytes).default(''),
    address: text(1_000).trim().default(''),
  }),
  output: z.object({
    issuer: z.string(),
    signInAddress: z.string(),
    certificates: z.array(z.string()),
    certificatesEnd: z.array(moment),
  }),
  deadlineMs: 15_000,
});
