import { boxOnEarth, finestLevel, squareDegrees, isScreenful, levelFor, partsOf } from './map-box.rules.js';

describe('the box that a map shows', () => {
  it.each([
    [
      { west: -10, south: 40, east: 10, north: 60 },
      { west: -10, south: 40, east: 10, north: 60 },
    ],
    [
      { west: -300, south: -100, east: 300, north: 95 },
      { west: -180, south: -90, east: 180, north: 90 },
    ],
    [
      { west: 170, south: 0, east: 190, north: 10 },
      { west: 170, south: 0, east: -170, north: 10 },
    ],
    [
      { west: -190, south: 0, east: -170, north: 10 },
      { west: 170, south: 0, east: -170, north: 10 },
    ],
    [
      { west: -190, south: 0, east: 170, north: 10 },
      { west: -180, south: 0, east: 180, north: 10 },
    ],
    [
      { west: -190, south: 0, east: 169, north: 10 },
      { west: 170, south: 0, east: 169, north: 10 },
    ],
    [
      { west: -180, south: -90, east: 180, north: 90 },
      { west: -180, south: -90, east: 180, north: 90 },
    ],
    [
      { west: -180, south: 0, east: 0.1, north: 10 },
      { west: -180, south: 0, east: 0.1, north: 10 },
    ],
    [
      { west: 10, south: 0, east: 180, north: 10 },
      { west: 10, south: 0, east: 180, north: 10 },
    ],
    [
      { west: -740, south: 0, east: -720, north: 10 },
      { west: -20, south: 0, east: 0, north: 10 },
    ],
    [
      { west: 350, south: 0, east: 370, north: 10 },
      { west: -10, south: 0, east: 10, north: 10 },
    ],
    [
      { west: 999_999_999, south: 91, east: 0, north: 999_999_999 },
      { west: -81, south: 90, east: 0, north: 90 },
    ],
    [
      { west: 0, south: -999_999_999, east: -999_999_999, north: -91 },
      { west: 0, south: -90, east: 81, north: -90 },
    ],
  ])('%j lies at %j', (shown, box) => expect(boxOnEarth(shown)).toEqual(box));

  it('is a screenful if a screen can show it, also across the date line', () => {
    expect(isScreenful({ west: -180, south: -90, east: 180, north: 90 }, 3)).toBe(true);
    expect(isScreenful({ west: -180, south: -90, east: 180, north: 90 }, 6)).toBe(false);
    expect(isScreenful({ west: 179, south: 0, east: -179, north: 1 }, 8)).toBe(true);
    // A square of zoom 0 has a side of 90 degrees, so one of zoom 10 has 90 / 1024.
    const side = 90 / 1_024;
    expect(isScreenful({ west: 10, south: 20, east: 10 + 50 * side, north: 20 + 40 * side }, 10)).toBe(true);
    expect(isScreenful({ west: 10, south: 20, east: 10 + 51 * side, north: 20 + 40 * side }, 10)).toBe(false);
    expect(isScreenful({ west: 180 - 25 * side, south: 0, east: -180 + 25 * side, north: 40 * side }, 10)).toBe(true);
    expect(isScreenful({ west: 180 - 26 * side, south: 0, east: -180 + 25 * side, north: 40 * side }, 10)).toBe(false);
    expect(isScreenful({ west: 10, south: -90, east: 10, north: 90 }, 20)).toBe(true);
  });

  it('is the whole world by default', () => {
    expect(boxOnEarth()).toEqual({ west: -180, south: -90, east: 180, north: 90 });
  });

  it('is split at the date line', () => {
    expect(partsOf({ west: 170, south: 0, east: -170, north: 10 })).toEqual([
      { west: 170, south: 0, east: 180, north: 10 },
      { west: -180, south: 0, east: -170, north: 10 },
    ]);
    for (const east of [-10, 10]) {
      const box = { west: -10, south: 0, east, north: 10 };
      expect(partsOf(box)).toEqual([box]);
    }
  });

  it('has squares of half the width at each next zoom', () => {
    expect(squareDegrees(0)).toBe(90);
    expect(squareDegrees(1)).toBe(45);
  });
});

describe('the stored level of a zoom', () => {
  it('is at most 12', () => expect(finestLevel).toBe(12));

  it.each([
    [0, 3],
    [3, 3],
    [4, 6],
    [6, 6],
    [7, 9],
    [9, 9],
    [10, 12],
    [12, 12],
    [13, undefined],
  ])('at zoom %i is %p', (zoom, level) => expect(levelFor(zoom)).toBe(level));
});
