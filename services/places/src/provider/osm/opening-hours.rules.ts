const DAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
const DAY_MINUTES = 1_440;
const DAYS_AND_TIMES = /^([a-z][a-z, -]*?)\s+((?:\d|off|closed).*)$/;
const DAY_PART = /^(mo|tu|we|th|fr|sa|su)(?:-(mo|tu|we|th|fr|sa|su))?$/;
const TIME_PART = /^(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})$/;

type Span = [from: number, to: number];

/** A place's local time: the day counted from Monday, and the minute of the day. */
export interface WallClock {
  day: number;
  minute: number;
}

/**
 * Reads '24/7', 'off', 'closed' and rules such as 'Mo-Fr 09:00-17:00; Sa 10:00-02:00'; otherwise returns null. The
 * library for all of OpenStreetMap's `opening_hours` is under the LGPL.
 */
export function isOpenAt(text: string | undefined, { day, minute }: WallClock): boolean | null {
  const value = text?.trim().toLowerCase();
  if (!value) return null;
  if (value === '24/7') return true;
  const week: Span[][] = DAYS.map(() => []);
  for (const rule of value
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const read = readRule(rule);
    if (!read) return null;
    for (const index of read.days) week[index] = read.spans;
  }
  const late = week[(day + 6) % 7]!.some(([, to]) => minute + DAY_MINUTES < to);
  return late || week[day]!.some(([from, to]) => from <= minute && minute < to);
}

export const isShut = (value: string | undefined): boolean => /^(off|closed)$/i.test(value?.trim() ?? '');

function readRule(rule: string): { days: number[]; spans: Span[] } | null {
  const [, named, times = rule] = DAYS_AND_TIMES.exec(rule) ?? [];
  const days = named === undefined ? DAYS.map((_, index) => index) : readDays(named);
  const spans = isShut(times) ? [] : readSpans(times);
  return days && spans && { days, spans };
}

function readDays(text: string): number[] | null {
  const ranges = text.split(/\s*,\s*/).map((part) => DAY_PART.exec(part));
  if (!ranges.every((range) => range !== null)) return null;
  return ranges.flatMap(([, from, to = from]) => {
    const start = DAYS.indexOf(from!);
    const length = (DAYS.indexOf(to!) - start + 7) % 7;
    return Array.from({ length: length + 1 }, (_, index) => (start + index) % 7);
  });
}

function readSpans(text: string): Span[] | null {
  const parts = text.split(/\s*,\s*/).map((part) => TIME_PART.exec(part));
  if (!parts.every((part) => part !== null)) return null;
  return parts.map((part) => {
    const [fromHour, fromMinute, toHour, toMinute] = part.slice(1).map(Number) as [number, number, number, number];
    const from = fromHour * 60 + fromMinute;
    const to = toHour * 60 + toMinute;
    return [from, to <= from ? to + DAY_MINUTES : to];
  });
}
