import { SERVICE_SETTINGS, USES_SERVERS } from '@lead-finder/platform';
import { Module } from '@nestjs/common';
import { AreaResults } from './area/area-results.js';
import { AreaSearchHandlers } from './area/area-search.handlers.js';
import { AreaSearchProcessor } from './area/area-search.processor.js';
import { AreaSearches } from './area/area-searches.repository.js';
import { AreaWorkRepository } from './area/area-work.repository.js';
import { SearchArea } from './area/search-area.js';
import { ContentRetention } from './content/content-retention.js';
import { ContentProcessor } from './content/content.processor.js';
import { LeadContent } from './content/lead-content.js';
import { KnownLocations } from './location/known-locations.repository.js';
import { Locations } from './location/locations.js';
import { PlacesProvider } from './provider/places-provider.js';
import { ProviderState } from './provider/provider-state.js';
import { chooseProvider } from './provider/providers.js';
import { ProviderUsage } from './quota/provider-usage.repository.js';
import { BusinessRegistry } from './search/business-registry.js';
import { SampleBusinesses } from './search/sample-businesses.js';
import { SearchBusinesses } from './search/search-businesses.js';
import { SearchHandlers } from './search/search.handlers.js';
import { SearchPages } from './search/search-pages.repository.js';

@Module({
  controllers: [SearchHandlers, AreaSearchHandlers],
  providers: [
    SearchBusinesses,
    SampleBusinesses,
    BusinessRegistry,
    SearchPages,
    ProviderUsage,
    KnownLocations,
    Locations,
    AreaSearches,
    AreaWorkRepository,
    AreaResults,
    SearchArea,
    AreaSearchProcessor,
    LeadContent,
    ContentRetention,
    ContentProcessor,
    ProviderState,
    { provide: PlacesProvider, useFactory: chooseProvider, inject: [SERVICE_SETTINGS, Locations, USES_SERVERS] },
  ],
})
export class PlacesModule {}
