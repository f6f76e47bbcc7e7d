/** SQL for the goal on a day. Versions order the goals, because the clocks of two machines differ. */
export const goalOn = (user: string, day: string) => `coalesce(
  (select goal from goals where user_id = ${user} and from_day <= ${day} order by version desc limit 1),
  (select goal from goals where user_id = ${user} order by version limit 1)
)`;
