import { Injectable } from '@nestjs/common';
import type { ProviderCallContext } from '../provider/places-provider.js';
import { SpentLimit } from '../quota/spent-limit.js';
import { SingleFlight } from '../search/single-flight.js';
import type { Point } from './geometry.rules.js';
import { KnownLocations } from './known-locations.repository.js';

/** Where a typed location is; `region` as ISO 3166-2 has it ('US-TX'), where the geocoder tells. */
export interface Location extends Point {
  region: string | null;
}

export type Geocode = (text: string, errand: ProviderCallContext) => Promise<Location | null>;

/** Asks a geocoder about each text once, however many search there at once; afterwards it is known. */
@Injectable()
export class Locations {
  private readonly flights = new SingleFlight<Location | null>(SpentLimit.isPersonal);

  constructor(private readonly known: KnownLocations) {}

  /** Null where there is no such place. */
  async find(geocoder: string, typed: string, errand: ProviderCallContext, geocode: Geocode): Promise<Location | null> {
    const text = typed.trim().replace(/\s+/g, ' ').toLowerCase();
    return this.flights.join(`${geocoder}:${text}`, errand.signal, async (signal) => {
      const known = await this.known.recall(geocoder, text);
      if (known !== undefined) return known;
      const found = await geocode(text, errand.until(signal));
      await this.known.keep(geocoder, text, found);
      return found;
    });
  }
}
