import type { Actor } from '@lead-finder/contracts';
import type { Location } from '../location/locations.js';

/** A search of a whole area as its worker knows it. */
export interface AreaWork {
  id: number;
  status: 'running' | 'stopping';
  actor: Actor;
  businessType: string;
  location: string;
  keyword: string | null;
  radius: number;
  /** Null until the geocoder was asked. */
  centre: Location | null;
}

/** A cell whose search has begun; its last page came where there is no token. */
export interface AskedCell {
  path: string;
  places: number;
  nextToken: string | null;
  points: [latitude: number, longitude: number][];
}

/** Somebody else took the work over: what came in since is his to fetch. */
export class LostWork extends Error {}

/** Somebody stopped the search. */
export class Stopped extends Error {}

/** The calls that were granted are made. */
export class BudgetSpent extends Error {}
