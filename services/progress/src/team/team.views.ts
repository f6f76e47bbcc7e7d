import type { ProgressRecord } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { Day, Period } from '../calendar/calendar.rules.js';
import { goalOn } from '../member/goal-on.js';

const chunk = 500;

export interface MemberCount {
  user: ProgressRecord['user'];
  count: number;
  /** The monthly goal that held on the day in question. */
  goal: number;
}

@Injectable()
export class TeamViews {
  constructor(private readonly database: Database) {}

  /** The next active people behind `after`, also those with no contact. */
  async counts({ from, to }: Period, day: Day, after = 0): Promise<{ members: MemberCount[]; next: number | null }> {
    const members = await this.database.query<MemberCount>(
      `select json_build_object('id', id, 'fullName', full_name, 'username', username, 'email', email) as "user",
         (select coalesce(sum(contacts), 0)::int from contact_counts where user_id = id and day between $1 and $2) as count,
         ${goalOn('id', '$3')} as goal
       from members where active and deleted_at is null and id > $4 order by id limit ${chunk}`,
      [from, to, day, after],
    );
    return { members, next: members.length === chunk ? members.at(-1)!.user.id : null };
  }
}
