/**
 * SQL for a position as the index has it, in ten-millionths of a degree: PostgreSQL compares numbers of points with a
 * tolerance of a millionth, and its quadtree refuses some that are just so far apart.
 */
export const pointOf = (longitude: string, latitude: string) =>
  `point(round((${longitude}) * 1e7::float8), round((${latitude}) * 1e7::float8))`;

export const leadPoint = pointOf('longitude', 'latitude');

/** SQL for whether a lead is in a box, edges included. */
export const isInBox = ({ west, south, east, north }: Record<'west' | 'south' | 'east' | 'north', string>) =>
  `${leadPoint} <@ box(${pointOf(west, south)}, ${pointOf(east, north)})`;
