import type { Actor } from '@lead-finder/contracts';
import type { Location } from '../location/geometry.rules.js';

export interface AreaWork {
  id: number;
  status: 'running' | 'stopping';
  actor: Actor;
  businessType: string;
  location: string;
  keyword: string | null;
  radius: number;
  /** Null until the geocoder has found it. */
  centre: Location | null;
}

/** A square whose search has begun. Without a token, all its pages are there. */
export interface SearchedSquare {
  path: string;
  places: number;
  nextToken: string | null;
  points: [latitude: number, longitude: number][];
}

/** Another worker took over the search and fetches the remaining results. */
export class LostWork extends Error {}

export class Stopped extends Error {}

export class BudgetSpent extends Error {}
