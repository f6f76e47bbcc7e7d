import type { Leave, OutputOf, resolveStandsIn } from '@lead-finder/contracts';
import { Clock, Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { UsersSettings } from '../users.config.js';

export const leaveColumns = `l.id, l.user_id as "userId", l.first_day::text as "from", l.last_day::text as "to",
  case when s.id is not null then json_build_object('id', s.id, 'username', s.username, 'fullName', s.full_name) end as "standIn"`;
const withStandIn = 'leaves l left join users s on s.id = l.stand_in_id';

/** The day of a user `u`; the parameters are the present moment and `TIME_ZONE`. */
const today = (now: string, zone: string) => `(${now}::timestamptz at time zone coalesce(u.time_zone, ${zone}))::date`;
/** Whether the leave `l` of the user `u` is now. */
export const isPresent = (now: string, zone: string) => `${today(now, zone)} between l.first_day and l.last_day`;

@Injectable()
export class LeaveViews {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  list(userId: number): Promise<Leave[]> {
    return this.database.query(`select ${leaveColumns} from ${withStandIn} where l.user_id = $1 order by l.first_day`, [
      userId,
    ]);
  }

  async find(id: number): Promise<Leave | undefined> {
    const [leave] = await this.database.query<Leave>(`select ${leaveColumns} from ${withStandIn} where l.id = $1`, [
      id,
    ]);
    return leave;
  }

  async todayOf(userId: number): Promise<string> {
    const [user] = await this.database.query<{ today: string }>(
      `select ${today('$2', '$3')}::text as today from users u where id = $1`,
      [userId, this.clock.now(), this.settings.TIME_ZONE],
    );
    return user!.today;
  }

  async standsIn(userId: number): Promise<OutputOf<typeof resolveStandsIn>> {
    const people = await this.database.prepared<{ id: number; since: Date }>(
      `select u.id, l.first_day::timestamp at time zone coalesce(u.time_zone, $3) as since
       from leaves l join users u on u.id = l.user_id and u.active
       where l.stand_in_id = $1 and ${isPresent('$2', '$3')} order by u.id limit ${maxPeople}`,
      [userId, this.clock.now(), this.settings.TIME_ZONE],
    );
    return { people: people.map(({ id, since }) => ({ id, since: since.toISOString() })) };
  }
}

/** A user stands in for at most this many people at once. */
const maxPeople = 100;
