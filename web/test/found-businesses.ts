import { searchResponse, type BusinessResult, type SearchResponse } from '@lead-finder/contracts';
import { emptyBusiness } from './empty-business';
import { people } from './fake-api';

export const business = (id: number, name: string, more: Partial<BusinessResult> = {}): BusinessResult => ({
  ...emptyBusiness,
  id,
  placeId: `place-${id}`,
  name,
  formattedAddress: `${id} Main St, Little Rock, AR 72201`,
  phone: `(501) 555-01${String(id).padStart(2, '0')}`,
  website: 'https://www.example.com',
  rating: 4.8,
  userRatingsTotal: 1_208,
  priceLevel: 2,
  types: ['dentist'],
  distance: null,
  takenBy: [],
  samePhone: [],
  ...more,
});

/** Three businesses: open and rated with an owner; unrated without a phone; taken. */
export const capitol = business(1, 'Capitol Smiles', { rating: 3.9, openNow: true, ownerName: 'Priyanka Raman' });
export const argenta = business(2, 'Argenta Dental Arts', {
  rating: null,
  userRatingsTotal: 0,
  priceLevel: null,
  phone: null,
});
export const brandt = business(3, 'Dr. Brandt Dental', {
  website: 'Not provided',
  businessStatus: 'CLOSED_TEMPORARILY',
  takenBy: [{ user: people.user, status: 'in_progress', existingCustomer: false }],
});

/** A search response, checked by its contract. */
export const answer = (businesses: BusinessResult[], more: Partial<SearchResponse> = {}): SearchResponse =>
  searchResponse.parse({
    businesses,
    page: 1,
    pageSize: 20,
    totalPages: 1,
    totalCount: businesses.length,
    nextPageToken: null,
    provider: 'sample',
    attribution: null,
    ...more,
  });
