export interface Point {
  latitude: number;
  longitude: number;
}

/** The position of a typed location; `region` in ISO 3166-2 ('US-TX') if the geocoder returns it. */
export interface Location extends Point {
  region: string | null;
}

export interface Box {
  low: Point;
  high: Point;
}

const EARTH_METRES = 6_371_008.8;
const METRES_PER_DEGREE = 111_195;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the distance in metres, by the haversine formula. */
export function distanceBetween(a: Point, b: Point): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2);
  const east = Math.sin(radians(b.longitude - a.longitude) / 2);
  const chord = north ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east ** 2;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Returns the box around a circle of `radius` metres; `low` is its south-west corner. */
export function boxAround(centre: Point, radius: number): Box {
  const north = radius / METRES_PER_DEGREE;
  const east = north / Math.cos(radians(centre.latitude));
  return {
    low: { latitude: centre.latitude - north, longitude: centre.longitude - east },
    high: { latitude: centre.latitude + north, longitude: centre.longitude + east },
  };
}

/** Returns the metres from corner to corner. */
export const extent = ({ low, high }: Box): number => distanceBetween(low, high);

export const contains = ({ low, high }: Box, { latitude, longitude }: Point): boolean =>
  latitude >= low.latitude && latitude <= high.latitude && longitude >= low.longitude && longitude <= high.longitude;
