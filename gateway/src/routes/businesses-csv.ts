import type { Business } from '@lead-finder/contracts';
import { csvHeader, csvRows } from '../http/csv-text.js';

const columns: [string, (business: Business) => unknown][] = [
  ['Business Name', ({ name }) => name],
  ['Address', ({ formattedAddress, vicinity }) => formattedAddress ?? vicinity],
  ['Phone', ({ phone, internationalPhone }) => phone ?? internationalPhone],
  ['Website', ({ website }) => (website === 'Not provided' ? null : website)],
  ['Rating', ({ rating }) => rating],
  ['Reviews', ({ userRatingsTotal }) => userRatingsTotal],
  ['Price Level', ({ priceLevel }) => priceLevel],
  ['Business Status', ({ businessStatus }) => businessStatus],
  ['Types', ({ types }) => types.join(', ')],
  ['Owner', ({ ownerName }) => ownerName],
  ['Google Maps', ({ googleMapsUrl }) => googleMapsUrl],
  ['Latitude', ({ latitude }) => latitude],
  ['Longitude', ({ longitude }) => longitude],
  ['Place ID', ({ placeId }) => placeId],
];

export const businessesCsv = (businesses: Business[]): string =>
  csvHeader(columns.map(([title]) => title)) + csvRows(businesses.map((each) => columns.map(([, read]) => read(each))));
