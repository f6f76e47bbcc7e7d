import type { Business } from '@lead-finder/contracts';

/** A business of which little is known. */
export const emptyBusiness = {
  vicinity: null,
  internationalPhone: null,
  googleMapsUrl: null,
  rating: null,
  userRatingsTotal: null,
  priceLevel: null,
  businessStatus: 'OPERATIONAL',
  types: [],
  openNow: null,
  latitude: null,
  longitude: null,
  photoReferences: [],
  icon: null,
  ownerName: null,
  provider: 'sample',
  fetchedAt: null,
} satisfies Partial<Business>;
