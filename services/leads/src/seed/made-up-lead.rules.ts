import { leadStatuses, type LeadStatus } from '@lead-finder/contracts';
import { countyFromAddress, stateFromAddress } from '../business/county.rules.js';
import { matchKey } from '../business/match-key.rules.js';
import { cities, countryside } from './cities.js';
import { below, oneOf, zipf, type Random } from './random.rules.js';

export interface MadeUpLead {
  placeId: string;
  matchKey: string;
  name: string;
  address: string;
  phone: string | null;
  website: string | null;
  latitude: number | null;
  longitude: number | null;
  state: string | null;
  county: string | null;
  userId: number;
  status: LeadStatus;
  archived: boolean;
  existingCustomer: boolean;
  tags: string[];
  assignedAt: Date;
}

const dayMs = 86_400_000;
/** Percentages in the order of the statuses. */
const statusShares = [60, 15, 10, 8, 7];
const inCities = 0.7;
const withoutCoordinates = 0.02;

const firsts = [
  'Blue',
  'Golden',
  'Main Street',
  'Sunrise',
  'Old Mill',
  'Riverside',
  'North',
  'Crown',
  'Maple',
  'Green',
  'Union',
  "O'Brien's",
  'García',
  'Müller',
  'Smith',
  'Nguyen',
  'Johnson & Sons',
  'Lakeside',
  'Liberty',
  'Silver',
  'First',
  'Harbour',
  'Royal',
];
const trades = [
  'Bakery',
  'Dental',
  'Plumbing',
  'Florist',
  'Auto Repair',
  'Law Office',
  'Coffee',
  'Yoga',
  'Roofing',
  'Pharmacy',
  'Barber',
  'Pizza',
  'Veterinary Clinic',
  'Hardware',
  'Accounting',
  'Landscaping',
  'Optics',
  'Fitness',
  'Nails',
  'Books',
  'Bar',
];
const ends = ['', '', '', ' LLC', ' Inc.', ' Co.', ' Group', ' of the Valley', ' & Family Services Since 1952'];
const elsewhere = [
  '東京ラーメン',
  '上海小吃店',
  'Кафе Пушкин',
  'مطعم الشام',
  'बनारस मिठाई',
  'Ταβέρνα Ο Γιάννης',
  '서울식당',
  'ร้านอาหารไทย',
  'Łódzka Piekarnia',
];
const short = ['Ola', 'Zed', 'AJ’s', 'Mio', 'K9s'];
const streets = [
  'Main St',
  'Oak Ave',
  'Broadway',
  'High Street',
  'Elm St',
  'Park Road',
  '2nd Ave',
  'Station Road',
  'Lake Dr',
];

const tagRank = zipf(2_000);
const tagName = (rank: number) => `${oneOfTags[rank % oneOfTags.length]} ${rank + 1}`;
const oneOfTags = [
  'Hot',
  'Spring campaign',
  'Referral',
  'Chain',
  'Seasonal',
  'Wholesale',
  'Priority',
  'Trade fair',
  'Newsletter',
  'Ünlü',
];

/** Returns a realistic lead. `number` makes its business unique. */
export function madeUpLead(random: Random, number: number, userId: number, now: Date): MadeUpLead {
  const name = madeUpName(random, number);
  const { address, latitude, longitude } = madeUpLocation(random);
  const isLocated = random() >= withoutCoordinates;
  return {
    placeId: `seed:${number}`,
    matchKey: matchKey(name, `${address} ${number}`),
    name,
    address,
    phone:
      random() < 0.85 ? `+1 555 ${String(100 + below(random, 900))} ${String(1_000 + below(random, 9_000))}` : null,
    website: random() < 0.6 ? `https://business${number}.example` : null,
    latitude: isLocated ? latitude : null,
    longitude: isLocated ? longitude : null,
    state: stateFromAddress(address),
    county: countyFromAddress(address),
    userId,
    status: madeUpStatus(random),
    archived: random() < 0.05,
    existingCustomer: random() < 0.03,
    tags: madeUpTags(random),
    assignedAt: new Date(now.getTime() - below(random, 365 * dayMs)),
  };
}

function madeUpName(random: Random, number: number): string {
  const dice = random();
  if (dice < 0.01) return oneOf(random, short);
  if (dice < 0.09) return `${oneOf(random, elsewhere)} ${number}`;
  return `${oneOf(random, firsts)} ${oneOf(random, trades)}${oneOf(random, ends)} ${number % 9_973}`.slice(0, 60);
}

function madeUpLocation(random: Random): { address: string; latitude: number; longitude: number } {
  const street = `${1 + below(random, 9_999)} ${oneOf(random, streets)}`;
  // A sum of random numbers clusters around the middle, as businesses do.
  const near = (middle: number, reach: number) =>
    Math.round((middle + (random() + random() + random() - 1.5) * reach) * 1e6) / 1e6;
  const two = String(below(random, 100)).padStart(2, '0');
  if (random() >= inCities) {
    const [code, latitude, longitude] = oneOf(random, countryside);
    const address = `${street}, Springfield, ${code} ${String(10_000 + below(random, 89_999))}, USA`;
    return { address, latitude: near(latitude, 1.4), longitude: near(longitude, 1.8) };
  }
  const [name, region, latitude, longitude] = oneOf(random, cities);
  const isUsa = /\d/.test(region);
  const county = region.slice(0, region.lastIndexOf(' '));
  const postcode = `${region.slice(region.lastIndexOf(' ') + 1)}${1 + below(random, 20)} ${below(random, 10)}AB`;
  const address = isUsa ? `${street}, ${name}, ${region}${two}, USA` : `${street}, ${name}, ${county}, ${postcode}, UK`;
  return { address, latitude: near(latitude, 0.15), longitude: near(longitude, 0.2) };
}

function madeUpStatus(random: Random): LeadStatus {
  let at = random() * 100;
  const index = statusShares.findIndex((share) => (at -= share) < 0);
  return leadStatuses[index]!;
}

function madeUpTags(random: Random): string[] {
  const count = Math.max(0, below(random, 5) - 1);
  return [...new Set(Array.from({ length: count }, () => tagName(tagRank(random))))];
}
