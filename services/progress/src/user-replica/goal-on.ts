/**
 * Returns SQL for a user's monthly goal on a day: the newest goal set until then, otherwise the first known one.
 * Versions order the goals, because the clocks of two machines differ.
 */
export const goalOn = (user: string, day: string) => `coalesce(
  (select goal from goals where user_id = ${user} and from_day <= ${day} order by version desc limit 1),
  (select goal from goals where user_id = ${user} order by version limit 1)
)`;
