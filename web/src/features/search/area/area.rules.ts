import { placesProviderOf, type AreaSearch } from '@lead-finder/contracts';
import { formatNumber } from '../../../lib/numbers';

export const maxCalls = 5_000;
export const usualCalls = 60;

/** The typed number of calls; undefined if it is not valid. */
export function callsIn(typed: string): number | undefined {
  const calls = Number(typed);
  return Number.isInteger(calls) && calls >= 1 && calls <= maxCalls ? calls : undefined;
}

/** The maximum cost of a search, before it starts. */
export function costText(provider: string, callsLeftToday: number | null): string {
  const { api, isSample } = placesProviderOf(provider);
  if (isSample) return 'Sample data costs nothing.';
  const left = callsLeftToday === null ? '' : ` You have ${formatNumber(callsLeftToday)} calls left today.`;
  return `A call to ${api} brings up to 20 businesses, and may be billed.${left}`;
}

const states: Record<AreaSearch['status'], string> = {
  running: 'Searching',
  stopping: 'Stopping...',
  stopped: 'Stopped',
  spent: 'All calls used',
  failed: 'Failed',
  completed: 'Complete',
};

/** The progress of a search in figures. */
export function progressText({ status, percentDone, found, calls, budget }: AreaSearch): string {
  const share = status === 'completed' ? '' : ` · ${percentDone}% of the area`;
  return `${states[status]}${share} · ${formatNumber(found)} found · ${formatNumber(calls)} of ${formatNumber(budget)} calls`;
}

const metresInAMile = 1609.34;
export const areaOf = ({ location, radius }: Pick<AreaSearch, 'location' | 'radius'>): string => {
  const miles = Math.round((radius / metresInAMile) * 10) / 10;
  return `${location}, within ${miles} ${miles === 1 ? 'mile' : 'miles'}`;
};
