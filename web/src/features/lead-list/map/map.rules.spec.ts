import {
  bboxOf,
  clusterSize,
  clusterZoom,
  isSplittable,
  defaultPosition,
  positionOf,
  ringOf,
  zoomOfSpread,
} from './map.rules';

describe('The zoom by the spread of coordinates', () => {
  it.each([
    [160, 4],
    [20.1, 4],
    [20, 5],
    [10.1, 5],
    [10, 6],
    [5.1, 6],
    [5, 8],
    [1.1, 8],
    [1, 9],
    [0.51, 9],
    [0.5, 11],
    [0.11, 11],
    [0.1, 12],
    [0.051, 12],
    [0.05, 13],
    [0.001, 13],
    [0, 13],
  ])('of %f degrees is %i', (spread, zoom) => {
    expect(zoomOfSpread(spread)).toBe(zoom);
  });
});

describe('The view of the map', () => {
  it('is the middle of the US without leads', () => {
    expect(positionOf(null)).toBe(defaultPosition);
    expect(defaultPosition).toEqual({ center: [39.8283, -98.5795], zoom: 4 });
  });

  it('is close to a single point', () => {
    expect(positionOf({ west: -92, east: -92, south: 34, north: 34 })).toEqual({ center: [34, -92], zoom: 13 });
  });

  it('is the middle of all points, by the wider of the two spreads', () => {
    expect(positionOf({ west: -98, east: -86, south: 34, north: 36 })).toEqual({ center: [35, -92], zoom: 5 });
    expect(positionOf({ west: -92, east: -92, south: 30, north: 36 })).toEqual({ center: [33, -92], zoom: 6 });
  });

  it('is asked for without exponents, rounded to a metre', () => {
    expect(bboxOf({ west: -0.0000001, south: -91.123456789, east: 1e-7, north: 12 })).toBe(
      '-0.00000,-91.12346,0.00000,12.00000',
    );
  });

  it('asks for the finest clusters at the highest zoom', () => {
    expect([-1, 0, 4.4, 18, 19].map(clusterZoom)).toEqual([0, 0, 4, 18, 22]);
  });
});

describe('A cluster', () => {
  it('has a ring with an arc for each status that it holds', () => {
    expect(ringOf({ new: 3, closed_won: 1 })).toBe('var(--lf-new) 0% 75%, var(--lf-won) 75% 100%');
    expect(ringOf({ closed_lost: 1, in_progress: 1, recontact: 1 })).toBe(
      'var(--lf-in-progress) 0% 33.3%, var(--lf-recontact) 33.3% 66.7%, var(--lf-lost) 66.7% 100%',
    );
    expect(ringOf(undefined)).toBe('var(--lf-edge) 0% 100%');
  });

  it('grows with its count, between bounds', () => {
    expect([2, 7, 128, 1_000_000].map(clusterSize)).toEqual([30, 34, 58, 72]);
  });

  it('cannot be split if all its leads have one position', () => {
    expect(isSplittable({ west: -92, east: -92, south: 34, north: 34 })).toBe(false);
    expect(isSplittable({ west: -92, east: -92.0, south: 34, north: 34.0001 })).toBe(true);
    expect(isSplittable({ west: 0, east: 0.00002, south: 0, north: 0 })).toBe(false);
  });
});
