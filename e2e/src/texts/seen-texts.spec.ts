import { excuses, patternOf, seenOf, wantedTexts } from './seen-texts.js';

describe('the texts that the product promises', () => {
  it('are each a pattern of its own, and an excuse has a reason and a text', () => {
    const wanted = wantedTexts();
    expect(wanted.length).toBeGreaterThan(250);
    for (const [text, reason] of Object.entries(excuses())) {
      expect(wanted).toContain(text);
      expect(reason.length).toBeGreaterThan(20);
    }
  });

  it.each([
    ['Showing {n} of {n} results', 'Showing 20 of 60 results', true],
    ['Showing {n} of {n} results', 'Showing 20 of 60 results.', false],
    ['Error', 'Error loading users. Please try again.', false],
    ['Bulk Actions ({n})', 'Bulk Actions (3)', true],
    ['…permanent and cannot be undone…', 'This action is permanent and cannot be undone. All is lost.', true],
    ['User (username to assign to)…', 'User (username to assign to) (in every row)', true],
    ['User (username to assign to)…', 'A User (username to assign to)', false],
  ])('%s and what stands there, %s: %s', (wanted, seen, fits) => {
    expect(patternOf(wanted).test(seen)).toBe(fits);
  });

  it('are distinguished from texts that did not appear', () => {
    expect(seenOf(['Cancel', 'Save'], ['Cancel changes', 'Save'])).toEqual(['Save']);
  });
});
