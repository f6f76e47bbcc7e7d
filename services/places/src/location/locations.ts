import { Injectable } from '@nestjs/common';
import type { ProviderCallContext } from '../provider/provider-call-context.js';
import { SpentLimit } from '../quota/spent-limit.js';
import { SingleFlight } from '../search/single-flight.js';
import type { Location } from './geometry.rules.js';
import { KnownLocations } from './known-locations.repository.js';

export type Geocode = (text: string, context: ProviderCallContext) => Promise<Location | null>;

/** Asks a geocoder about each text once, for any number of searches at the same time, and stores the result. */
@Injectable()
export class Locations {
  private readonly singleFlight = new SingleFlight<Location | null>(SpentLimit.isPersonal);

  constructor(private readonly known: KnownLocations) {}

  /** Returns null if there is no such place. */
  async find(
    geocoder: string,
    typed: string,
    context: ProviderCallContext,
    geocode: Geocode,
  ): Promise<Location | null> {
    const text = typed.trim().replace(/\s+/g, ' ').toLowerCase();
    return this.singleFlight.join(`${geocoder}:${text}`, context.signal, async (signal) => {
      const known = await this.known.find(geocoder, text);
      if (known !== undefined) return known;
      const found = await geocode(text, context.until(signal));
      await this.known.save(geocoder, text, found);
      return found;
    });
  }
}
