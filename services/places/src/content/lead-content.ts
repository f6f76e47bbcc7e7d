import { randomUUID } from 'node:crypto';
import { clearOldContent, listStaleBusinesses, refreshBusiness } from '@lead-finder/contracts';
import { Bus, Clock, days } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { ProviderBusiness } from '../provider/places-provider.js';

interface Wanted {
  provider: string;
  /** Null where its age makes nothing old. */
  olderThanDays: number | null;
  withoutDetails: boolean;
  limit: number;
}

interface Told {
  provider: string;
  placeId: string;
  /** Null where the provider knows the place no more. */
  business: ProviderBusiness | null;
  clearsGone: boolean;
}

/** What the leads service keeps of providers' content, by how many days ago it was told. */
@Injectable()
export class LeadContent {
  constructor(
    private readonly bus: Bus,
    private readonly clock: Clock,
  ) {}

  /** The place ids that are to be asked for again. */
  async stale({ olderThanDays, ...wanted }: Wanted): Promise<string[]> {
    const fetchedBefore = olderThanDays === null ? null : this.daysAgo(olderThanDays);
    return (await this.bus.call(listStaleBusinesses, { ...wanted, fetchedBefore }, service())).placeIds;
  }

  async refresh(told: Told): Promise<void> {
    await this.bus.call(refreshBusiness, { ...told, fetchedAt: this.clock.now().toISOString() }, service());
  }

  /** Answers of how many businesses it was cleared. */
  async clear(providers: string[], olderThanDays: number): Promise<number> {
    const old = { providers, fetchedBefore: this.daysAgo(olderThanDays) };
    return (await this.bus.call(clearOldContent, old, service())).cleared;
  }

  private daysAgo(age: number): string {
    return new Date(this.clock.now().getTime() - days(age)).toISOString();
  }
}

const service = () => ({ actor: null, requestId: randomUUID() });
