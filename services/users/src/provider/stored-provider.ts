import type { identityProviderForm } from '@lead-finder/contracts';
import type { z } from 'zod';

export type ProviderSettings = z.output<typeof identityProviderForm>;

/** A provider with its secret in plain text, for the users service alone. */
export interface StoredProvider {
  id: number;
  kind: 'oidc';
  settings: ProviderSettings;
  /** Undefined if the key that encrypted it is gone. */
  secret: string | null | undefined;
  enabled: boolean;
  version: number;
}
