import { PublicHttps } from '@lead-finder/platform';

/** Reaches receivers over connections that stay open. */
export class WebhookHttps extends PublicHttps {
  constructor(internalOrigins: readonly string[], options: ConstructorParameters<typeof PublicHttps>[0] = {}) {
    super(options, internalOrigins, true);
  }
}
