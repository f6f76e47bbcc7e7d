import { errorsIn, nearWords, swapsOf } from './near-words.rules.js';

describe('the errors in a typed word', () => {
  it.each([
    ['bakery', 'bakery', 0],
    ['bake', 'bakery', 0],
    ['bakrey', 'bakery', 1],
    ['abkery', 'bakery', 1],
    ['bekery', 'bakery', 1],
    ['bkery', 'bakery', 1],
    ['baakery', 'bakery', 1],
    ['bekry', 'bakery', 2],
    ['restur', 'restaurant', 1],
    ['resturant', 'restaurant', 1],
    ['bakeryx', 'bakery', 1],
    ['xyz', 'bakery', 3],
    ['ba', 'ab', 1],
    ['aab', 'ab', 1],
    ['abcd', 'bdxx', 2],
    ['axcb', 'aybc', 2],
  ])('%s for %s: %i', (typed, word, errors) => expect(errorsIn(typed, word)).toBe(errors));
});

it('swaps each two neighbours of a word', () => {
  expect(swapsOf('lnud')).toEqual(['nlud', 'lund', 'lndu']);
  expect(swapsOf('l')).toEqual([]);
});

describe('the words near a typed one', () => {
  it('contain it, or begin with it but for one wrong letter, two in a long word', () => {
    expect(nearWords('crest', ['hillcrest', 'crust', 'crast', 'grist'], 5)).toEqual(['hillcrest', 'crust', 'crast']);
    expect(nearWords('resturent', ['restaurant', 'rostorant'], 5)).toEqual(['restaurant']);
    expect(nearWords('bekary', ['bakery'], 5)).toEqual([]);
    expect(nearWords('bekarys', ['bakerys'], 5)).toEqual(['bakerys']);
    expect(nearWords('barr', ['bart'], 5)).toEqual(['bart']);
    expect(nearWords('bar', ['bat', 'rebar'], 5)).toEqual(['rebar']);
  });

  it('are at most so many, those with the fewest errors first', () => {
    expect(nearWords('crest', ['crust', 'hillcrest', 'crast'], 2)).toEqual(['hillcrest', 'crust']);
  });
});
