import type { ServiceRole } from '@lead-finder/platform';
import { placesSettings } from './places.config.js';
import { placesRetention } from './places.retention.js';
import { placesPersonalData } from './places.personal-data.js';
import { ProviderState } from './provider/provider-state.js';
import { PlacesModule } from './places.module.js';
import { migrations } from './migrations/migrations.js';

export const places: ServiceRole = {
  name: 'places',
  module: PlacesModule,
  entities: [],
  migrations,
  settings: placesSettings,
  retention: placesRetention,
  personalData: placesPersonalData,
  notices: (app) => app.get(ProviderState).notices(),
};
