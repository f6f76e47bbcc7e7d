/** The first moment of a day as a date field has it ('2026-11-18'), where the person sits; undefined without one. */
export const startOfDay = (day: string): string | undefined => momentOf(day, 0);

/** The first moment after it. */
export const endOfDay = (day: string): string | undefined => momentOf(day, 1);

function momentOf(day: string, further: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  // A year is typed digit by digit.
  if (!year || !month || !date || year < 1900 || year > 2199) return undefined;
  return new Date(year, month - 1, date + further).toISOString();
}
