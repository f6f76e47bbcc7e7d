import type { Location } from '../../location/geometry.rules.js';
import type { WallClock } from './opening-hours.rules.js';

const NEW_YORK = 'America/New_York';
const CHICAGO = 'America/Chicago';
const DENVER = 'America/Denver';
const LOS_ANGELES = 'America/Los_Angeles';

// Zone: its states. If a state has two zones, the other one follows below, with the longitude west or east of which it
// applies.
const STATES: Record<string, string> = {
  [NEW_YORK]: 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  [CHICAGO]: 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  [DENVER]: 'CO ID MT NM UT WY',
  [LOS_ANGELES]: 'CA NV OR WA',
  'America/Phoenix': 'AZ',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
};
const WEST: Record<string, [longitude: number, zone: string]> = {
  FL: [-85, CHICAGO],
  IN: [-86.95, CHICAGO],
  KY: [-86.2, CHICAGO],
  KS: [-101.4, DENVER],
  ND: [-101.2, DENVER],
  NE: [-101, DENVER],
  SD: [-100.6, DENVER],
  TX: [-104.9, DENVER],
};
const EAST: Record<string, [longitude: number, zone: string]> = { TN: [-85.4, NEW_YORK] };

const zones = new Map(
  Object.entries(STATES).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone])),
);

function zoneOf({ region, longitude }: Location): string | null {
  if (region?.startsWith('GB')) return 'Europe/London';
  if (!region?.startsWith('US-')) return null;
  const state = region.slice(3);
  const [west, westZone] = WEST[state] ?? [];
  const [east, eastZone] = EAST[state] ?? [];
  if (west !== undefined && longitude < west) return westZone!;
  if (east !== undefined && longitude > east) return eastZone!;
  return zones.get(state) ?? null;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns the local time, or null if the time zone is unknown. */
export function wallClockAt(location: Location, now: Date): WallClock | null {
  const timeZone = zoneOf(location);
  if (!timeZone) return null;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return { day: DAYS.indexOf(parts.weekday!), minute: Number(parts.hour) * 60 + Number(parts.minute) };
}
