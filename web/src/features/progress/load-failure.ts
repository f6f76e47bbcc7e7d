import type { UseQueryResult } from '@tanstack/react-query';

/** Specification section 8. */
export const weeklyFailure = 'Unable to load progress data';
export const monthlyFailure = 'Unable to load monthly progress data';

/** One missed poll in twelve is no reason to take the numbers away; half a minute without any is. */
const maxOutageMs = 30_000;

export const isLost = ({ isError, data, dataUpdatedAt, errorUpdatedAt }: UseQueryResult<unknown>): boolean =>
  isError && (data === undefined || errorUpdatedAt - dataUpdatedAt > maxOutageMs);
