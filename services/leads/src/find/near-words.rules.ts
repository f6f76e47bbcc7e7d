/** How many letters of a word may be wrong. */
const maxErrors = (word: string): number => ([...word].length < 4 ? 0 : [...word].length < 7 ? 1 : 2);

/**
 * The least number of letters to change, add, leave out or swap with the next, so that `typed` becomes the beginning of
 * `word`.
 */
export function errorsIn(typed: string, word: string): number {
  const [from, to] = [[...typed], [...word]];
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let at = 1; at <= to.length; at++) {
      const changed = last[at - 1]! + (from[row - 1] === to[at - 1] ? 0 : 1);
      const isSwap = from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      const swapped = isSwap ? before[at - 2]! + 1 : Infinity;
      line.push(Math.min(changed, swapped, last[at]! + 1, line[at - 1]! + 1));
    }
    [before, last] = [last, line];
  }
  return Math.min(...last);
}

/** The word with each two neighbours swapped, which share too few trigrams with it to be found as similar. */
export function swapsOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at]!).join(''));
}

/** The known words that `typed` may mean: they contain it, or begin with it but for few wrong letters; best first. */
export function nearWords(typed: string, known: readonly string[], max: number): string[] {
  return known
    .map((word) => ({ word, errors: word.includes(typed) ? 0 : errorsIn(typed, word) }))
    .filter(({ errors }) => errors <= maxErrors(typed))
    .toSorted((one, other) => one.errors - other.errors)
    .slice(0, max)
    .map(({ word }) => word);
}
