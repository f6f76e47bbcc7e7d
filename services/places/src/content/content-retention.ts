import { AppError, LOGGER, SERVICE_SETTINGS, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { PlacesSettings } from '../places.config.js';
import { PlacesProvider } from '../provider/places-provider.js';
import { providers } from '../provider/providers.js';
import { ProviderUsage } from '../quota/provider-usage.repository.js';
import { LeadContent } from './lead-content.js';

const maxPerRun = 50;
/** The product itself in the usage of provider calls, with the limit of a user. */
const productActorId = 0;
/** Refreshes content at this part of its maximum age, so none must be cleared meanwhile. */
const earlyPart = 0.9;
const withTerms = providers.flatMap(({ description: { hasTerms, name } }) => (hasTerms ? [name] : []));

/** Refreshes or clears provider content of leads before it is too old (docs/product/finding.md#provider-content). */
@Injectable()
export class ContentRetention {
  constructor(
    private readonly provider: PlacesProvider,
    private readonly usage: ProviderUsage,
    private readonly leads: LeadContent,
    @Inject(SERVICE_SETTINGS) private readonly settings: PlacesSettings,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const days = this.settings.PLACES_CONTENT_DAYS;
    await this.refresh(days ? days * earlyPart : null, signal);
    if (!days) return;
    const cleared = await this.leads.clear(withTerms, days);
    if (cleared > 0) this.log.info({ cleared }, 'Content of providers cleared: it is older than PLACES_CONTENT_DAYS.');
  }

  private async refresh(olderThanDays: number | null, signal: AbortSignal): Promise<void> {
    const { details, name: provider } = this.provider;
    if (!details || (olderThanDays === null && !details.fillsLists)) return;
    const filter = { provider, olderThanDays, withoutDetails: details.fillsLists, limit: maxPerRun };
    const context = this.usage.contextFor(this.provider, productActorId, signal);
    for (const placeId of await this.leads.stale(filter)) {
      const business = await details.read(placeId, context).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        this.log.warn({ err: error }, 'Content of a provider not refreshed. The next run in a minute tries again.');
        return undefined;
      });
      // The next one would fail in the same way; the next run tries again.
      if (business === undefined) return;
      await this.leads.refresh({ provider, placeId, business, clearsGone: olderThanDays !== null });
    }
  }
}
