import { registerBusinesses, type BusinessResult } from '@lead-finder/contracts';
import { Bus, type Caller } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { ProviderBusiness } from '../provider/places-provider.js';

/** Registers found businesses with the leads service, which stores them and returns their ids and owners. */
@Injectable()
export class BusinessRegistry {
  constructor(private readonly bus: Bus) {}

  async register(
    provider: string,
    businesses: ProviderBusiness[],
    fetchedAt: Date,
    caller: Caller,
  ): Promise<BusinessResult[]> {
    if (businesses.length === 0) return [];
    const registered = await this.bus.call(
      registerBusinesses,
      { provider, businesses, fetchedAt: fetchedAt.toISOString() },
      caller,
    );
    return businesses.map((business, index) => ({
      ...business,
      ...registered.businesses[index]!,
      provider,
      fetchedAt: fetchedAt.toISOString(),
    }));
  }
}
