import type { PlanOrigin } from '@lead-finder/contracts';

/**
 * SQL that notes which of `added` came in without a user, while a plan is live for the origin. `added` has `id` and
 * `user_id`, `at` is the time.
 */
export const noteArrivals = (added: string, origin: PlanOrigin, at: string) =>
  `insert into distribution_arrivals (lead_id, origin, came_at, due_at)
   select id, '${origin}', ${at}, ${at} from ${added}
   where user_id < 0 and exists (select from distribution_plans where '${origin}' = any (live))`;
