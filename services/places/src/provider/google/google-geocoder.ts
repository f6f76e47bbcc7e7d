import type { Location, Locations } from '../../location/locations.js';
import type { ProviderCallContext } from '../places-provider.js';
import { askMaps, type MapsAnswer, type MapsService } from './maps-service.js';

interface GeocodeAnswer extends MapsAnswer {
  results?: { geometry?: { location?: { lat?: number; lng?: number } } }[];
}

/** Finds a typed place with Google's Geocoding API; each place once in a month. */
export class GoogleGeocoder {
  constructor(
    private readonly service: MapsService,
    private readonly locations: Locations,
  ) {}

  /** Null where there is no such place. */
  find(location: string, errand: ProviderCallContext): Promise<Location | null> {
    return this.locations.find('google', location, errand, (text, shared) => this.geocode(text, shared));
  }

  private async geocode(address: string, errand: ProviderCallContext): Promise<Location | null> {
    // A bias, not a filter: a name that several countries have means the one in the United States.
    const parameters = { address, region: 'us', language: 'en' };
    const { results } = await askMaps<GeocodeAnswer>(this.service, errand, 'geocode', 'geocode', parameters);
    const { lat, lng } = results?.[0]?.geometry?.location ?? {};
    return lat === undefined || lng === undefined ? null : { latitude: lat, longitude: lng, region: null };
  }
}
