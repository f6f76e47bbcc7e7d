import type { ProviderBusiness } from '../places-provider.js';
import { Dice } from './dice.js';
import { inventName } from './names.js';
import type { Town } from './towns.js';
import type { Naming, Trade } from './trades.js';
import { QUARTERS, STREETS } from './words.js';

const METRES_PER_DEGREE = 111_195;
/** Four of five are within the search form's three miles; the others need a wider radius. */
const NEAR_METRES = 4_500;
const FAR_METRES = 11_000;
const WIDE_LAND_DEGREES = 150;

const SHARE_WITHOUT_PRICE: Record<Naming, number> = {
  care: 0.7,
  counsel: 0.8,
  table: 0.1,
  trade: 0.7,
  shop: 0.25,
  studio: 0.25,
  venue: 0.4,
};
const PRICE_LEVELS = [0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 4];

export type SampleBusiness = ProviderBusiness & { distance: number };

/** Returns the number of businesses of a trade in a town, from 56 to 125, so at least 40 are always near its centre. */
export function countBusinesses(trade: Trade, town: Town): number {
  return new Dice(`${trade.type}|${town.name}`).between(56, 125);
}

/** Yields the first `count` businesses of a trade in a town by relevance, and invents each on demand. */
export function* inventBusinesses(trade: Trade, town: Town, count: number): Generator<SampleBusiness> {
  const taken = new Set<string>();
  for (let index = 0; index < count; index++) yield inventBusiness(trade, town, index, taken);
}

function inventBusiness(trade: Trade, town: Town, index: number, taken: Set<string>): SampleBusiness {
  const dice = new Dice(`${trade.type}|${town.name}|${index}`);
  const placeId = `sample:${dice.mark()}`;
  const { name, owner } = inventName(trade, town, dice, taken);
  const street = inventStreet(trade, dice);
  const formattedAddress = `${street}, ${town.city}, ${town.state} ${dice.pick(town.zips)}, USA`;
  const place = `${name}, ${formattedAddress}`;
  return {
    placeId,
    name,
    formattedAddress,
    vicinity: `${street}, ${town.city}`,
    ...inventPhone(town, index, dice),
    website: dice.chance(0.82) ? `https://www.${hostName(name)}.example/` : null,
    googleMapsUrl: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`,
    ...inventReputation(dice),
    priceLevel: dice.chance(SHARE_WITHOUT_PRICE[trade.naming]) ? null : dice.pick(PRICE_LEVELS),
    ...inventState(dice),
    types: [trade.type.replace(/[^\p{L}\p{N}]+/gu, '_'), 'point_of_interest', 'establishment'],
    ...inventPosition(town, index, dice),
    photoReferences: [],
    icon: null,
    ownerName: dice.chance(0.35) ? owner : null,
  };
}

function inventStreet(trade: Trade, dice: Dice): string {
  const number = dice.between(100, 9_899);
  const quarter = dice.chance(0.3) ? `${dice.pick(QUARTERS)} ` : '';
  const suite = (trade.naming === 'care' || trade.naming === 'counsel') && dice.chance(0.35);
  const street = `${number} ${quarter}${dice.pick(STREETS)}`;
  return suite ? `${street} Ste ${dice.between(1, 8) * 100 + dice.between(0, 20)}` : street;
}

/** Returns a fictional number: 555-0100 to 555-0199 is reserved for fiction in every area code. */
function inventPhone(town: Town, index: number, dice: Dice): Pick<SampleBusiness, 'phone' | 'internationalPhone'> {
  if (dice.chance(0.05)) return { phone: null, internationalPhone: null };
  const areaCode = town.areaCodes[index % town.areaCodes.length]!;
  const line = `555-01${String((index * 37) % 100).padStart(2, '0')}`;
  return { phone: `(${areaCode}) ${line}`, internationalPhone: `+1 ${areaCode}-${line}` };
}

function inventReputation(dice: Dice): Pick<SampleBusiness, 'rating' | 'userRatingsTotal'> {
  if (dice.chance(0.12)) return { rating: null, userRatingsTotal: 0 };
  return { rating: dice.between(31, 50) / 10, userRatingsTotal: 2 + Math.floor(900 * dice.roll() ** 3) };
}

function inventState(dice: Dice): Pick<SampleBusiness, 'businessStatus' | 'openNow'> {
  const draw = dice.roll();
  if (draw < 0.04) return { businessStatus: 'CLOSED_PERMANENTLY', openNow: null };
  if (draw < 0.1) return { businessStatus: 'CLOSED_TEMPORARILY', openNow: false };
  const hour = dice.roll();
  return { businessStatus: draw < 0.13 ? null : 'OPERATIONAL', openNow: hour < 0.1 ? null : hour < 0.75 };
}

function inventPosition(
  town: Town,
  index: number,
  dice: Dice,
): Pick<SampleBusiness, 'latitude' | 'longitude' | 'distance'> {
  const [from, to] = town.land;
  const isFar = index % 5 === 4 && to - from >= WIDE_LAND_DEGREES;
  const distance = isFar
    ? dice.between(NEAR_METRES, FAR_METRES)
    : Math.round(120 + (NEAR_METRES - 120) * dice.roll() ** 0.7);
  const bearing = ((from + (to - from) * dice.roll()) * Math.PI) / 180;
  const north = (distance * Math.cos(bearing)) / METRES_PER_DEGREE;
  const east = (distance * Math.sin(bearing)) / METRES_PER_DEGREE / Math.cos((town.latitude * Math.PI) / 180);
  return { latitude: toSixDigits(town.latitude + north), longitude: toSixDigits(town.longitude + east), distance };
}

const toSixDigits = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Returns a domain label, which may have at most 63 characters. */
const hostName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/'/g, '')
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
