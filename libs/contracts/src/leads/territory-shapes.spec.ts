import { doOverlap, maxShape, readShape, type Position, type TerritoryShape } from './territory-shapes.js';

const square = (west: number, south: number, size = 1): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const shapeOf = (...rings: Position[][]): TerritoryShape => {
  const read = readShape(
    'MultiPolygon',
    rings.map((ring) => [ring]),
  );
  if ('problem' in read) throw new Error(read.problem);
  return read.shape;
};
const problemOf = (type: string, coordinates: unknown[]) => {
  const read = readShape(type, coordinates);
  return 'problem' in read ? read.problem : null;
};

describe('a shape of GeoJSON', () => {
  test('a Polygon becomes a MultiPolygon of one part, with closed rings and six decimals', () => {
    const open = square(-92.12345678, 34).slice(0, -1);
    expect(readShape('Polygon', [open])).toEqual({
      shape: {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [-92.123457, 34],
              [-91.123457, 34],
              [-91.123457, 35],
              [-92.123457, 35],
              [-92.123457, 34],
            ],
          ],
        ],
      },
    });
  });

  test('repeated corners and heights are left out', () => {
    const ring = [
      [0, 0, 12],
      [0, 0, 13],
      [1, 0],
      [1, 1],
      [1, 1],
      [0, 0],
    ];
    expect(readShape('Polygon', [ring])).toMatchObject({
      shape: {
        coordinates: [
          [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        ],
      },
    });
  });

  test.each([
    ['no part', 'MultiPolygon', [], 'A shape needs at least one part'],
    [
      'a hole',
      'Polygon',
      [square(0, 0, 3), square(1, 1)],
      /^The shape has a hole\. Make a territory of the hole instead/,
    ],
    ['no positions', 'Polygon', [['a', 'b']], /^Must be a Polygon or a MultiPolygon of GeoJSON/],
    [
      'two corners',
      'Polygon',
      [
        [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      'The shape has fewer than three corners',
    ],
    [
      'corners in a line',
      'Polygon',
      [
        [
          [0, 0],
          [1, 1],
          [2, 2],
          [0, 0],
        ],
      ],
      /^The shape crosses itself/,
    ],
    [
      'a bow tie',
      'Polygon',
      [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ],
      'The shape crosses itself near latitude 0.5, longitude 0.5',
    ],
    [
      'a corner on another edge',
      'Polygon',
      [
        [
          [0, 0],
          [2, 0],
          [2, 2],
          [1, 0],
          [0, 2],
          [0, 0],
        ],
      ],
      /^The shape crosses itself near latitude 0, longitude 1/,
    ],
    [
      'the date line, with longitudes from -180 to 180',
      'Polygon',
      [
        [
          [179, 0],
          [-179, 0],
          [-179, 1],
          [179, 1],
          [179, 0],
        ],
      ],
      /crosses the date line\. Draw one part on each side/,
    ],
    [
      'the date line, with longitudes above 180',
      'Polygon',
      [
        [
          [179, 0],
          [181, 0],
          [181, 1],
          [179, 1],
          [179, 0],
        ],
      ],
      /crosses the date line/,
    ],
    ['a latitude above 90', 'Polygon', [square(0, 89.5)], /not on earth/],
    [
      'a second part that crosses itself',
      'MultiPolygon',
      [
        [square(5, 5)],
        [
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
            [0, 0],
          ],
        ],
      ],
      /^Part 2 of the shape crosses itself/,
    ],
    [
      'too many parts',
      'MultiPolygon',
      Array.from({ length: maxShape.parts + 1 }, (_, at) => [square(at, 0, 0.5)]),
      'A shape has at most 100 parts',
    ],
    [
      'too many corners',
      'Polygon',
      [Array.from({ length: 2_101 }, (_, at) => [Math.cos(at), at / 100])],
      'A shape has at most 2,000 corners',
    ],
  ])('%s is rejected with the rule', (_, type, coordinates, problem) => {
    const found = problemOf(type, coordinates);
    if (typeof problem === 'string') expect(found).toBe(problem);
    else expect(found).toMatch(problem);
  });

  test('2,000 corners around a circle are accepted', () => {
    const circle = Array.from({ length: 2_000 }, (_, at) => {
      const angle = (at / 2_000) * 2 * Math.PI;
      return [Math.cos(angle), Math.sin(angle)];
    });
    expect(problemOf('Polygon', [circle])).toBeNull();
  });
});

describe('overlaps', () => {
  const base = shapeOf(square(0, 0, 2));

  test.each([
    ['a square over its corner', shapeOf(square(1, 1, 2)), true],
    ['a square inside', shapeOf(square(0.5, 0.5)), true],
    ['the same square', shapeOf(square(0, 0, 2)), true],
    [
      'a bar across, without a corner inside',
      shapeOf([
        [-1, 0.9],
        [3, 0.9],
        [3, 1.1],
        [-1, 1.1],
        [-1, 0.9],
      ]),
      true,
    ],
    [
      'half of it, with the same border',
      shapeOf([
        [0, 0],
        [1, 0],
        [1, 2],
        [0, 2],
        [0, 0],
      ]),
      true,
    ],
    ['the same corners in another order of parts', shapeOf(square(9, 9), square(0, 0, 2)), true],
    ['a neighbour with a common border', shapeOf(square(2, 0, 2)), false],
    ['a neighbour with a part of the border', shapeOf(square(2, 0.5)), false],
    ['a neighbour at a corner', shapeOf(square(2, 2)), false],
    ['a square far away', shapeOf(square(20, 20)), false],
  ])('%s: %#', (_, other, expected) => {
    expect(doOverlap(base, other)).toBe(expected);
    expect(doOverlap(other, base)).toBe(expected);
  });

  test('a square in the bay of a U does not overlap', () => {
    const bay = shapeOf([
      [0, 0],
      [3, 0],
      [3, 3],
      [2, 3],
      [2, 1],
      [1, 1],
      [1, 3],
      [0, 3],
      [0, 0],
    ]);
    expect(doOverlap(bay, shapeOf(square(1, 1)))).toBe(false);
    expect(doOverlap(bay, shapeOf(square(1.2, 1.2, 0.5)))).toBe(false);
    expect(doOverlap(bay, shapeOf(square(1.2, 0.5)))).toBe(true);
  });
});
