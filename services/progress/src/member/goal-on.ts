/**
 * SQL for the monthly goal that a person had on a day: the newest that was set until then, else the first one known. Goals
 * are ordered by version, because clocks of two machines differ.
 */
export const goalOn = (user: string, day: string) => `coalesce(
  (select goal from goals where user_id = ${user} and from_day <= ${day} order by version desc limit 1),
  (select goal from goals where user_id = ${user} order by version limit 1)
)`;
