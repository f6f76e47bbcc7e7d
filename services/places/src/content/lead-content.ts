import { clearOldContent, listStaleBusinesses, refreshBusiness } from '@lead-finder/contracts';
import { asService, Bus, Clock, days } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { ProviderBusiness } from '../provider/places-provider.js';

interface StaleFilter {
  provider: string;
  /** Null if content has no maximum age. */
  olderThanDays: number | null;
  withoutDetails: boolean;
  limit: number;
}

interface RefreshedBusiness {
  provider: string;
  placeId: string;
  /** Null if the provider does not know the place any more. */
  business: ProviderBusiness | null;
  clearsGone: boolean;
}

/** Reads and refreshes the provider content of the leads service, by its age in days. */
@Injectable()
export class LeadContent {
  constructor(
    private readonly bus: Bus,
    private readonly clock: Clock,
  ) {}

  async stale({ olderThanDays, ...filter }: StaleFilter): Promise<string[]> {
    const fetchedBefore = olderThanDays === null ? null : this.daysAgo(olderThanDays);
    return (await this.bus.call(listStaleBusinesses, { ...filter, fetchedBefore }, asService())).placeIds;
  }

  async refresh(refreshed: RefreshedBusiness): Promise<void> {
    await this.bus.call(refreshBusiness, { ...refreshed, fetchedAt: this.clock.now().toISOString() }, asService());
  }

  /** Returns the number of cleared businesses. */
  async clear(providers: string[], olderThanDays: number): Promise<number> {
    const old = { providers, fetchedBefore: this.daysAgo(olderThanDays) };
    return (await this.bus.call(clearOldContent, old, asService())).cleared;
  }

  private daysAgo(age: number): string {
    return new Date(this.clock.now().getTime() - days(age)).toISOString();
  }
}
