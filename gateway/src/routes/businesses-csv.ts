import { escapeFormula, type Business } from '@lead-finder/contracts';
import { stringify } from 'csv-stringify/sync';

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

const cell = (value: unknown) => (typeof value === 'string' ? escapeFormula(value) : value);

/** Returns the CSV text for spreadsheets: no formulas, quoted cells, CRLF and a byte-order mark. */
export function businessesCsv(businesses: Business[]): string {
  const rows = businesses.map((each) => columns.map(([, read]) => cell(read(each))));
  return stringify([columns.map(([title]) => title), ...rows], {
    quoted: true,
    bom: true,
    record_delimiter: 'windows',
  });
}
