import type { RecyclingForecast } from '@lead-finder/contracts';
import { counted } from '../../lib/numbers';

export const countdownOf = ({ workingDays, tonight }: Pick<RecyclingForecast, 'workingDays' | 'tonight'>): string => {
  if (tonight) return 'Untouched: this lead goes back to the pool tonight.';
  if (workingDays === 0) return 'Untouched: today is its last working day.';
  return `${counted(workingDays, 'working day')} left.`;
};
