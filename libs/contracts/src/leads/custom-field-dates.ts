const midnight = String.raw`(?:[T ](?:00?:00(?::00(?:\.0+)?)?(?:Z|\+00:00)?|12:00(?::00)? ?AM))?`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${midnight}$`, 'i');
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${midnight}$`, 'i');
const dayMonthName = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i;
const monthNameDay = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i;
const months = 'january february march april may june july august september october november december'.split(' ');

/**
 * Returns the day as YYYY-MM-DD, null if the text is none, or 'ambiguous' if the order of day and month decides and
 * `dayFirst` is not given. Years of two digits are from 1950 to 2049.
 */
export function readDate(text: string, dayFirst?: boolean): string | 'ambiguous' | null {
  const iso = yearFirst.exec(text);
  if (iso) return dayOf(iso[1]!, Number(iso[3]), Number(iso[4]));
  const numbers = yearLast.exec(text);
  if (numbers) {
    const [, one, separator, two, year] = numbers;
    return inOrder(Number(one), Number(two), year!, separator === '.' ? (dayFirst ?? true) : dayFirst);
  }
  const named = dayMonthName.exec(text);
  if (named) return dayOf(named[3]!, monthOf(named[2]!), Number(named[1]));
  const american = monthNameDay.exec(text);
  return american ? dayOf(american[3]!, monthOf(american[1]!), Number(american[2])) : null;
}

/** What the order of day and month of a date with numbers is, if it can be seen. */
export function orderOf(text: string): 'day-first' | 'month-first' | 'either' | null {
  const numbers = yearLast.exec(text);
  if (!numbers || numbers[2] === '.' || numbers[1] === numbers[3]) return null;
  if (Number(numbers[1]) > 12) return 'day-first';
  return Number(numbers[3]) > 12 ? 'month-first' : 'either';
}

function inOrder(one: number, two: number, year: string, dayFirst: boolean | undefined): string | 'ambiguous' | null {
  if (one > 12) return dayOf(year, two, one);
  if (two > 12) return dayOf(year, one, two);
  if (one !== two && dayFirst === undefined) return 'ambiguous';
  return dayFirst ? dayOf(year, two, one) : dayOf(year, one, two);
}

function monthOf(word: string): number {
  const lower = word.toLowerCase();
  const short = lower === 'sept' ? 'sep' : lower;
  return months.findIndex((month) => month === short || month.slice(0, 3) === short) + 1;
}

function dayOf(yearText: string, month: number, day: number): string | null {
  const short = Number(yearText);
  const year = yearText.length === 2 ? short + (short < 50 ? 2_000 : 1_900) : short;
  if (year < 1_900 || year > 2_200) return null;
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return null;
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : String(number));

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
