import { scanArea, type GridSquare } from '../src/area/area-grid.rules.js';
import { boxAround, contains, distanceBetween, type Point } from '../src/location/geometry.rules.js';

const maxResults = 60;
const page = 20;

/** Scans a circle with a provider of pages of 20 and at most 60 results per search. */
export function scanPlaces(places: readonly Point[], centre: Point, radius: number, upTo = Infinity) {
  const whole = boxAround(centre, radius);
  const found = new Set<Point>();
  const searched: GridSquare[] = [];
  let calls = 0;
  const steps = scanArea({ centre, radius }, whole, maxResults);
  let step = steps.next();
  while (!step.done && searched.length < upTo) {
    const { box } = step.value;
    const returned = places.filter((point) => contains(box, point)).slice(0, maxResults);
    searched.push(step.value);
    calls += Math.max(1, Math.ceil(returned.length / page));
    for (const point of returned) if (distanceBetween(centre, point) <= radius) found.add(point);
    step = steps.next({ count: returned.length, isFull: returned.length >= maxResults, points: returned });
  }
  return { found, calls, searched };
}
