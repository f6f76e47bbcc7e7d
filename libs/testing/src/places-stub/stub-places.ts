import { createHash } from 'node:crypto';

interface Point {
  latitude: number;
  longitude: number;
}

export interface StubPlace {
  id: string;
  name: string;
  street: string;
  latitude: number;
  longitude: number;
  rating: number | null;
  reviews: number;
  price: number | null;
  isOpen: boolean | null;
  phone: string | null;
  website: string | null;
  status: string;
}

const METRES_PER_DEGREE = 111_195;

/** Returns a number from 0 to 1 that depends only on the text. */
export const share = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;

/** Returns invented places within the radius; the same words give the same places. */
export function inventPlaces(words: string, count: number, centre: Point, radius: number): StubPlace[] {
  return Array.from({ length: count }, (_, index): StubPlace => {
    const draw = (what: string) => share(`${words}|${index}|${what}`);
    const angle = 2 * Math.PI * draw('angle');
    const north = (radius * 0.9 * Math.sqrt(draw('distance')) * Math.cos(angle)) / METRES_PER_DEGREE;
    const east =
      (radius * 0.9 * Math.sqrt(draw('distance')) * Math.sin(angle)) /
      METRES_PER_DEGREE /
      Math.cos((centre.latitude * Math.PI) / 180);
    const line = `555-01${String(index % 100).padStart(2, '0')}`;
    return {
      id: createHash('sha256').update(`${words}|${index}`).digest('hex').slice(0, 24),
      name: `${words.slice(0, 60)} No. ${index + 1}`,
      street: `${100 + index} Sample St`,
      latitude: Number((centre.latitude + north).toFixed(6)),
      longitude: Number((centre.longitude + east).toFixed(6)),
      rating: draw('rated') < 0.1 ? null : 1 + Math.round(draw('rating') * 40) / 10,
      reviews: Math.floor(draw('reviews') * 500),
      price: draw('priced') < 0.3 ? null : Math.floor(draw('price') * 5),
      isOpen: draw('hours') < 0.2 ? null : draw('open') < 0.7,
      phone: draw('phone') < 0.1 ? null : `(512) ${line}`,
      website: draw('website') < 0.2 ? null : `https://place-${index}.example/`,
      status: draw('status') < 0.9 ? 'OPERATIONAL' : 'CLOSED_TEMPORARILY',
    };
  });
}

/** Returns a place at each of these points, in an order that is independent of their positions. */
export function placesAt(points: readonly Point[]): StubPlace[] {
  const [like] = inventPlaces('known', 1, { latitude: 0, longitude: 0 }, 1) as [StubPlace];
  return points
    .map((point, index) => ({
      ...like,
      ...point,
      id: `known-${index}`,
      name: `Known ${index}`,
      street: `${index} Known St`,
    }))
    .sort((a, b) => share(a.id) - share(b.id));
}

export interface StubTown extends Point {
  name: string;
}

/** Returns a town in Texas for any text, with Austin at its real position; null for 'Atlantis'. */
export function findTown(text: string): StubTown | null {
  if (/atlantis|nowhere/i.test(text)) return null;
  if (/austin/i.test(text)) return { latitude: 30.2672, longitude: -97.7431, name: 'Austin' };
  const key = text.trim().toLowerCase();
  return {
    latitude: Number((29.5 + 3 * share(`${key}|north`)).toFixed(6)),
    longitude: Number((-98.5 + 3 * share(`${key}|east`)).toFixed(6)),
    name: text.split(',')[0]!.trim(),
  };
}
