import type { DateTime } from 'luxon';

const hours = { from: 8, to: 18 };
const mondayToFriday = [1, 2, 3, 4, 5];

/** From eight to six by the user's own clock, on a working day of the team (docs/product/distribution.md#conditions). */
export const isWorkingHour = (clock: DateTime, workingDays: readonly number[] = mondayToFriday): boolean =>
  workingDays.includes(clock.weekday) && clock.hour >= hours.from && clock.hour < hours.to;
