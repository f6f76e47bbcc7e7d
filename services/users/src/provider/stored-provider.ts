import type { identityProviderForm } from '@lead-finder/contracts';
import type { z } from 'zod';

export type ProviderSettings = z.output<typeof identityProviderForm>;

/** A provider with its secret in plain text, for the users service alone. */
export interface StoredProvider {
  id: number;
  settings: ProviderSettings;
  /** Undefined if the key that encrypted it is gone. */
  secret: string | null | undefined;
  enabled: boolean;
  version: number;
}

/**
 * Returns the first half of a link. A server such as Keycloak has one name in both protocols, and the subjects of one can be
 * names of the other that users choose.
 */
export const issuerOf = ({ kind, issuer }: ProviderSettings) => (kind === 'saml' ? `saml:${issuer}` : issuer);

/** The word of the protocol for what a provider says about a user. */
export const claimWord = ({ kind }: ProviderSettings) => (kind === 'saml' ? 'attribute' : 'claim');
