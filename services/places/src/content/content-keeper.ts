import { AppError, LOGGER, SERVICE_SETTINGS, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { PlacesSettings } from '../places.config.js';
import { PlacesProvider } from '../provider/places-provider.js';
import { ProviderUsage } from '../quota/provider-usage.repository.js';
import { LeadContent } from './lead-content.js';

const atOnce = 50;
/** In the ledger: the product itself, which has the limit of a person. */
const nobody = 0;
/** Refreshed before they are too old, so that none has to be cleared meanwhile. */
const earlyPart = 0.9;
/** What the sample invents is nobody's. */
const withTerms = ['google', 'google-legacy', 'osm'];

/**
 * Keeps what providers told no longer than the operator allows: content of leads is asked for again, by place id, before it
 * is `PLACES_CONTENT_DAYS` old; what could not be is cleared (decisions, section 8). Where a provider's lists lack phones
 * and websites, it asks for those of leads: one call for each business that somebody works on, and none for the others.
 */
@Injectable()
export class ContentKeeper {
  constructor(
    private readonly provider: PlacesProvider,
    private readonly ledger: ProviderUsage,
    private readonly leads: LeadContent,
    @Inject(SERVICE_SETTINGS) private readonly settings: PlacesSettings,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** One round: refreshes some, clears what is too old. */
  async run(signal: AbortSignal): Promise<void> {
    const days = this.settings.PLACES_CONTENT_DAYS;
    await this.refresh(days ? days * earlyPart : null, signal);
    if (!days) return;
    const cleared = await this.leads.clear(withTerms, days);
    if (cleared > 0) this.log.info({ cleared }, 'content of a provider was cleared because it was too old');
  }

  private async refresh(olderThanDays: number | null, signal: AbortSignal): Promise<void> {
    const { details, name: provider } = this.provider;
    if (!details || (olderThanDays === null && !details.fillsLists)) return;
    const wanted = { provider, olderThanDays, withoutDetails: details.fillsLists, limit: atOnce };
    const errand = this.ledger.errand(this.provider, nobody, signal);
    for (const placeId of await this.leads.stale(wanted)) {
      const business = await details.read(placeId, errand).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        this.log.warn({ err: error }, 'content of a provider could not be refreshed');
        return undefined;
      });
      // The next one would fail in the same way; the round after this one tries again.
      if (business === undefined) return;
      await this.leads.refresh({ provider, placeId, business, clearsGone: olderThanDays !== null });
    }
  }
}
