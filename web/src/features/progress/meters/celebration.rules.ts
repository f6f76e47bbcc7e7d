const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month, 15)),
);

const keyOf = (year: number, month: number): string => {
  const first = new Date(Date.UTC(year, month, 1));
  return first.toISOString().slice(0, 7);
};

/**
 * The key of the month that the server named, such as '2026-11': the month of that name nearest to now. The browser's
 * clock may be ahead and would celebrate the old month again.
 */
export function monthKey(monthName: string, now: Date): string | undefined {
  const month = monthNames.indexOf(monthName);
  if (month < 0) return undefined;
  const distance = ((month - now.getUTCMonth() + 18) % 12) - 6;
  return keyOf(now.getUTCFullYear(), now.getUTCMonth() + distance);
}

export function monthBefore(key: string): string {
  const [year = 0, month = 0] = key.split('-').map(Number);
  return keyOf(year, month - 2);
}
