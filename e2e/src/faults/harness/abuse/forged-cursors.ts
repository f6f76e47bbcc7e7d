import type { Dice } from '../dice.js';

const paths = [
  '/api/my-businesses',
  '/api/admin/all-assignments',
  '/api/my-day',
  '/api/lead-timeline/1',
  '/api/next-lead?from=list',
  '/api/audit',
];
const moment = '2026-11-24 09:00:00.123456+00';
const position = { assignedAt: moment, began: moment, at: moment, id: 1, sort: 'newest', part: 'due' };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Places that no list has given out: noise, JSON of other shapes, values that a database refuses, and texts without end. */
const forgeries: ((dice: Dice) => string)[] = [
  (dice) => Array.from({ length: dice.between(1, 60) }, () => dice.pick([...'abcXYZ019-_%00'])).join(''),
  (dice) => encode(position).slice(0, dice.between(1, 60)),
  (dice) => encode({ ...position, id: dice.pick([0, -1, 1.5, 2 ** 53, 2 ** 63, 1e308, '1', null, [], {}]) }),
  (dice) =>
    encode({
      ...position,
      [dice.pick(['at', 'assignedAt', 'began'])]: dice.pick([
        '2026-02-30 00:00:00+00',
        '0000-01-01',
        'infinity',
        "'; drop table",
        '',
        7,
      ]),
    }),
  (dice) =>
    encode({ ...position, [dice.pick(['sort', 'part'])]: dice.pick(['sideways', '__proto__', 'constructor', 0]) }),
  (dice) => encode(dice.pick([null, [], 7, 'text', [moment, 'x'.repeat(101)], { __proto__: null }])),
  (dice) => Buffer.from('['.repeat(dice.between(100, 700))).toString('base64url'),
  (dice) => 'A'.repeat(dice.between(990, 4_000)),
  (dice) => `${dice.between(0, 9e8)}_${dice.between(0, 9e8)}_x`,
];

export function forgedCursor(dice: Dice): string {
  const path = dice.pick(paths);
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(dice.pick(forgeries)(dice))}`;
}
