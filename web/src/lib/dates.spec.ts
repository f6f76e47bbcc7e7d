import { formatDate, formatDateTime, formatRelative } from './dates';
import { businesses, counted, formatBytes, formatNumber } from './numbers';

const now = new Date(2026, 10, 18, 14, 41);
const before = (days: number, hours = 0, minutes = 0) => new Date(2026, 10, 18 - days, 14 - hours, 41 - minutes);

describe('Dates and numbers', () => {
  it('are written as in the United States', () => {
    expect(formatDate(now)).toBe('Nov 18, 2026');
    expect(formatDateTime(now)).toBe('Nov 18, 2026, 2:41 PM');
    expect(formatNumber(14_572)).toBe('14,572');
  });

  it.each([
    [before(0), 'just now'],
    [before(0, 0, 12), '12 minutes ago'],
    [before(0, 2), '2 hours ago'],
    [before(1), 'yesterday'],
    [before(0, 15), 'yesterday'],
    [before(2), '2 days ago'],
    [before(7), '1 week ago'],
    [before(20), '2 weeks ago'],
    [before(40), '1 month ago'],
    [before(800), '2 years ago'],
    [before(-1), 'tomorrow'],
    [before(-3), 'in 3 days'],
  ])('%s is %s', (moment, words) => {
    expect(formatRelative(moment, now)).toBe(words);
  });

  it('have the right plural', () => {
    const words = [businesses(1), businesses(2), counted(1_204, 'lead')];
    expect(words).toEqual(['1 business', '2 businesses', '1,204 leads']);
  });

  it.each([
    [0, '0 bytes'],
    [980_000, '980 KB'],
    [12_400_000, '12.4 MB'],
  ])('%i bytes are %s', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words);
  });
});
