import { SERVICE_SETTINGS } from '@lead-finder/platform';
import { Module } from '@nestjs/common';
import { KnownLocations } from './location/known-locations.repository.js';
import { Locations } from './location/locations.js';
import { chooseProvider } from './provider/choose-provider.js';
import { PlacesProvider } from './provider/places-provider.js';
import { ProviderLedger } from './quota/provider-ledger.repository.js';
import { BusinessRegistry } from './search/business-registry.js';
import { SampleBusinesses } from './search/sample-businesses.js';
import { SearchBusinesses } from './search/search-businesses.js';
import { SearchHandlers } from './search/search.handlers.js';
import { SearchPages } from './search/search-pages.repository.js';

@Module({
  controllers: [SearchHandlers],
  providers: [
    SearchBusinesses,
    SampleBusinesses,
    BusinessRegistry,
    SearchPages,
    ProviderLedger,
    KnownLocations,
    Locations,
    { provide: PlacesProvider, useFactory: chooseProvider, inject: [SERVICE_SETTINGS, Locations] },
  ],
})
export class PlacesModule {}
