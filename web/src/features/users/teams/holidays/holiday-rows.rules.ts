import { holiday, type Holiday, maxHolidays } from '@lead-finder/contracts';

/** Adds the days that the list does not have, in the order of the calendar. */
export function withDays(present: readonly Holiday[], more: readonly Holiday[]): { days: Holiday[]; added: number } {
  const own = present.filter(({ day, name }) => day !== '' || name !== '');
  const fresh = more.filter(({ day }) => !own.some((each) => each.day === day));
  return { days: [...own, ...fresh].sort((a, b) => a.day.localeCompare(b.day)), added: fresh.length };
}

/** The days of a file with the columns date and name, or what is wrong with which row. The first row may be a header. */
export function daysOfFile(
  headers: readonly string[],
  rows: readonly { row: number; cells: readonly string[] }[],
): { days: Holiday[]; problem?: string } {
  const columns = headers.map((cell) => cell.trim().toLowerCase());
  const isHeader = columns.includes('date');
  const [day, name] = isHeader ? [columns.indexOf('date'), columns.indexOf('name')] : [0, 1];
  if (name < 0) return { days: [], problem: 'The file has no column "name"' };
  const days = new Map<string, Holiday & { row: number }>();
  for (const { row, cells } of isHeader ? rows : [{ row: 1, cells: headers }, ...rows]) {
    const read = holiday.safeParse({ day: (cells[day] ?? '').trim(), name: cells[name] ?? '' });
    if (!read.success) return { days: [], problem: `Row ${row}: ${read.error.issues[0]!.message}` };
    const first = days.get(read.data.day);
    if (first) return { days: [], problem: `Row ${row} has the date of row ${first.row}` };
    days.set(read.data.day, { ...read.data, row });
  }
  if (days.size > maxHolidays) return { days: [], problem: `A list has at most ${maxHolidays} days` };
  return { days: [...days.values()].map(({ row: _, ...each }) => each) };
}
