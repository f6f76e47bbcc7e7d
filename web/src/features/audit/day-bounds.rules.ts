/**
 * The first moment of a date field's day ('2026-11-18') in the browser's zone, as an ISO string; undefined if the field
 * is empty.
 */
export const startOfDay = (day: string): string | undefined => momentOf(day, 0);

/** The first moment of the next day. */
export const endOfDay = (day: string): string | undefined => momentOf(day, 1);

function momentOf(day: string, further: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  // A year is typed digit by digit, so the date may be incomplete.
  if (!year || !month || !date || year < 1900 || year > 2199) return undefined;
  return new Date(year, month - 1, date + further).toISOString();
}
