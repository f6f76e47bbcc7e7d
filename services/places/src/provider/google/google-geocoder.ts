import type { Locations } from '../../location/locations.js';
import type { Location } from '../../location/geometry.rules.js';
import type { ProviderCallContext } from '../provider-call-context.js';
import { askMaps, type MapsResponse, type MapsService } from './maps-service.js';

interface GeocodeResponse extends MapsResponse {
  results?: { geometry?: { location?: { lat?: number; lng?: number } } }[];
}

/** Finds a typed place with Google's Geocoding API, each place once a month. */
export class GoogleGeocoder {
  constructor(
    private readonly service: MapsService,
    private readonly locations: Locations,
  ) {}

  find(location: string, context: ProviderCallContext): Promise<Location | null> {
    return this.locations.find('google', location, context, (text, shared) => this.geocode(text, shared));
  }

  private async geocode(address: string, context: ProviderCallContext): Promise<Location | null> {
    // A bias, not a filter: prefers the United States for a name that several countries have.
    const parameters = { address, region: 'us', language: 'en' };
    const { results } = await askMaps<GeocodeResponse>(this.service, context, 'geocode', 'geocode', parameters);
    const { lat, lng } = results?.[0]?.geometry?.location ?? {};
    return lat === undefined || lng === undefined ? null : { latitude: lat, longitude: lng, region: null };
  }
}
