import type { OutputOf, ParsedInputOf, resolveWorkingDays } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { nearest } from '../team/teams.js';

const mondayToFriday = '{1,2,3,4,5}';

/** Every source of days off (docs/product/teams.md#holidays, docs/product/teams.md#leave). */
const offDays = `select h.day from holidays h where h.list_id = ${nearest('holiday_list_id')}
  union select generate_series(first_day, last_day, '1 day')::date from leaves
  where user_id = u.id and last_day >= $2::date and first_day <= $3::date`;

/** The days on which people work. */
@Injectable()
export class DaysOff {
  constructor(private readonly database: Database) {}

  /** With the days off from `from` to `to`, in order, if asked. */
  of({
    userIds,
    from,
    to,
    alsoWithoutTeam = false,
  }: ParsedInputOf<typeof resolveWorkingDays>): Promise<OutputOf<typeof resolveWorkingDays>['people']> {
    const daysOff = `array(
      select to_char(day, 'YYYY-MM-DD') from (${offDays}) off where day between $2 and $3 group by day order by day
    )`;
    const isAsked = from !== undefined && to !== undefined;
    return this.database.query(
      `select u.id, coalesce(${nearest('working_days')}, '${mondayToFriday}') as "workingDays"
         ${isAsked ? `, ${daysOff} as "daysOff"` : ''}
       from users u ${alsoWithoutTeam ? 'left ' : ''}join teams t on t.id = u.team_id where u.id = any ($1)`,
      [userIds, ...(isAsked ? [from, to] : [])],
    );
  }
}
