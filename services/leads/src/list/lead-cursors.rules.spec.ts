import { encodeCursor } from '@lead-finder/platform';
import { decodeListCursor, decodePosition, endOfList } from './lead-cursors.rules.js';

const moment = '2026-11-24 09:00:00.123456+00';
const rejection = expect.objectContaining({ kind: 'invalid', code: 'validation_failed' });

describe('The cursor of a list', () => {
  const cursor = { assignedAt: moment, id: 7, began: moment, sort: 'newest' };

  it('is read as the position that the list wrote', () => {
    expect(decodeListCursor(encodeCursor(cursor), 'newest')).toEqual(cursor);
    const oldest = { ...cursor, sort: 'oldest' };
    expect(decodeListCursor(encodeCursor(oldest), 'oldest')).toEqual(oldest);
  });

  it('may ask for the page before its lead', () => {
    const back = { ...cursor, back: true };
    expect(decodeListCursor(encodeCursor(back), 'newest')).toEqual(back);
  });

  it('of the end is a position behind every lead in its order', () => {
    const [newest, oldest] = (['newest', 'oldest'] as const).map((sort) => ({ ...cursor, ...endOfList(sort), sort }));
    expect(decodeListCursor(encodeCursor(newest), 'newest').assignedAt < moment).toBe(true);
    expect(decodeListCursor(encodeCursor(oldest), 'oldest').assignedAt > moment).toBe(true);
  });

  it.each([
    ['is of the other order', { ...cursor, sort: 'oldest' }],
    ['has no lead', { ...cursor, id: 0 }],
    ['has no moment', { ...cursor, assignedAt: 'today' }],
    ['has no beginning', { ...cursor, began: undefined }],
    ['asks for another way back', { ...cursor, back: false }],
    ['is empty', {}],
  ])('is rejected if it %s', (_, forged) => {
    expect(() => decodeListCursor(encodeCursor(forged), 'newest')).toThrow(rejection);
  });
});

describe('The position in a queue', () => {
  const position = { part: 'fresh', at: moment, id: 7 };

  it.each(['due', 'fresh', 'newest', 'oldest'] as const)('may be in the part %s', (part) => {
    const given = { ...position, part };
    expect(decodePosition(encodeCursor(given), 'due', 'fresh', 'newest', 'oldest')).toEqual(given);
  });

  it.each([
    ['is in no part of this queue', { ...position, part: 'newest' }],
    ['has no lead', { ...position, id: undefined }],
    ['has no moment', { ...position, at: '' }],
  ])('is rejected if it %s', (_, forged) => {
    expect(() => decodePosition(encodeCursor(forged), 'due', 'fresh')).toThrow(rejection);
  });
});
