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

  it('that holds a known one is called like it, the longest counting', () => {
    expect(findTrade('best pediatric dentist')).toMatchObject({ type: 'best pediatric dentist', naming: 'care' });
    expect(findTrade('best pediatric dentist').nouns).toEqual(findTrade('pediatric dentist').nouns);
  });

  it('that is unknown gives its words to the names, whatever was typed', () => {
    expect(findTrade('goat yoga gear').nouns).toContain('Goat Yoga Gear');
    expect(findTrade('???').nouns).toContain('Services');
  });
});
