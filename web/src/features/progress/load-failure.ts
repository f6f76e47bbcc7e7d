import type { UseQueryResult } from '@tanstack/react-query';

/** docs/product/progress.md#texts-of-progress */
export const weeklyFailure = 'Unable to load progress data';
export const monthlyFailure = 'Unable to load monthly progress data';

/** The numbers stay after one failed poll and disappear after half a minute without a success. */
const maxOutageMs = 30_000;

export const isLost = ({ isError, data, dataUpdatedAt, errorUpdatedAt }: UseQueryResult<unknown>): boolean =>
  isError && (data === undefined || errorUpdatedAt - dataUpdatedAt > maxOutageMs);
