import { randomUUID } from 'node:crypto';
import { clearOldContent, listStaleBusinesses, refreshBusiness } from '@lead-finder/contracts';
import { AppError, Bus, Clock, JOBS, LOGGER, SERVICE_SETTINGS, type JobQueues, type Logger, type Worker } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { PlacesSettings } from '../places.config.js';
import { PlacesProvider } from '../provider/places-provider.js';
import { ProviderLedger } from '../quota/provider-ledger.repository.js';

const queue = 'jobs-places';
const everyMs = 60_000;
const atOnce = 50;
/** In the ledger: the product itself, which has the limit of a person. */
const nobody = 0;
/** Refreshed before they are too old, so that none has to be cleared meanwhile. */
const earlyPart = 0.9;
const dayMs = 86_400_000;
/** What the sample invents is nobody's. */
const withTerms = ['google', 'google-legacy', 'osm'];

/**
 * Keeps what providers told no longer than the operator allows: content of leads is asked for again, by place id, before it
 * is `PLACES_CONTENT_DAYS` old; what could not be is cleared (decisions, section 8). Where a provider's lists lack phones
 * and websites, it asks for those of leads: one call for each business that somebody works on, and none for the others.
 */
@Injectable()
export class ContentKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly provider: PlacesProvider,
    private readonly ledger: ProviderLedger,
    private readonly bus: Bus,
    private readonly clock: Clock,
    @Inject(JOBS) private readonly jobs: JobQueues,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(SERVICE_SETTINGS) private readonly settings: PlacesSettings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.worker = await this.jobs.work(queue, 'content', ({ signal }) => this.run(signal));
    this.timer = setInterval(() => void this.ring(), everyMs);
    void this.ring();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.worker?.stop();
  }

  /** However many replicas ring, it is done once at a time. */
  async ring(): Promise<void> {
    await this.jobs.enqueue(queue, 'content', {}, { id: 'content', attempts: 1 }).catch(() => undefined);
  }

  /** One round: refreshes some, clears what is too old. */
  async run(signal: AbortSignal): Promise<void> {
    const days = this.settings.PLACES_CONTENT_DAYS;
    const before = (age: number) => new Date(this.clock.now().getTime() - age * dayMs).toISOString();
    await this.refresh(days ? before(days * earlyPart) : null, signal);
    if (!days) return;
    const old = { providers: withTerms, fetchedBefore: before(days) };
    const { cleared } = await this.bus.call(clearOldContent, old, service());
    if (cleared > 0) this.log.info({ cleared }, 'content of a provider was cleared because it was too old');
  }

  private async refresh(fetchedBefore: string | null, signal: AbortSignal): Promise<void> {
    const { details, name: provider } = this.provider;
    if (!details || (!fetchedBefore && !details.fillsLists)) return;
    const wanted = { provider, fetchedBefore, withoutDetails: details.fillsLists, limit: atOnce };
    const { placeIds } = await this.bus.call(listStaleBusinesses, wanted, service());
    const errand = this.ledger.errand(this.provider, nobody, signal);
    for (const placeId of placeIds) {
      const business = await details.read(placeId, errand).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        this.log.warn({ err: error }, 'content of a provider could not be refreshed');
        return undefined;
      });
      // The next one would fail in the same way; the round after this one tries again.
      if (business === undefined) return;
      const fetchedAt = this.clock.now().toISOString();
      const told = { provider, placeId, business, fetchedAt, clearsGone: fetchedBefore !== null };
      await this.bus.call(refreshBusiness, told, service());
    }
  }
}

const service = () => ({ actor: null, requestId: randomUUID() });
