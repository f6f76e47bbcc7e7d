import { BUSINESS_TYPES } from '@lead-finder/contracts';
import { findTrade } from './trades.js';

describe('A business type', () => {
  it('of the suggestion list has its own nouns', () => {
    const unnamed = BUSINESS_TYPES.filter((type) => {
      const trade = findTrade(type);
      return trade.type !== type || trade.nouns.length < 2 || trade.nouns.some((noun) => !noun);
    });
    expect(unnamed).toEqual([]);
  });

  it.each([
    ['Dentists', 'dentist'],
    ['  coffee   SHOP ', 'coffee shop'],
    ['churches', 'churches'],
  ])("'%s' is known as '%s'", (typed, type) => {
    expect(findTrade(typed).type).toBe(type);
  });

  it('that contains known ones is named like the longest of them', () => {
    expect(findTrade('best pediatric dentist')).toMatchObject({ type: 'best pediatric dentist', naming: 'care' });
    expect(findTrade('best pediatric dentist').nouns).toEqual(findTrade('pediatric dentist').nouns);
  });

  it('that is unknown has its own words in the names, for any text', () => {
    expect(findTrade('goat yoga gear').nouns).toContain('Goat Yoga Gear');
    expect(findTrade('???').nouns).toContain('Services');
  });
});
