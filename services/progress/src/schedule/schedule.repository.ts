import { mailsComposed, type PayloadOf } from '@lead-finder/contracts';
import { Database, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { ScheduleKind } from './schedule.rules.js';

export interface DueSchedule {
  kind: ScheduleKind;
  due: Date;
  /** All users up to this id are done. */
  afterUser: number;
}

type Mails = PayloadOf<typeof mailsComposed>['mails'];

/** The only class that writes schedules. (kind, due) is unique, so a restart neither loses nor repeats one. */
@Injectable()
export class Schedules {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  async plan(kind: ScheduleKind, due: Date): Promise<void> {
    await this.database.query('insert into schedules (kind, due) values ($1, $2) on conflict do nothing', [kind, due]);
  }

  due(now: Date): Promise<DueSchedule[]> {
    return this.database.query<DueSchedule>(
      'select kind, due, after_user as "afterUser" from schedules where done_at is null and due <= $1 order by due, kind',
      [now],
    );
  }

  /** After the last users the row is done. Returns false and writes nothing if another worker was faster. */
  async advance({ kind, due, afterUser }: DueSchedule, next: number | null, mails: Mails, now: Date): Promise<boolean> {
    return this.database.transaction(async () => {
      const moved = await this.database.query(
        `update schedules set after_user = coalesce($4, after_user), done_at = case when $4::int is null then $5::timestamptz end
         where kind = $1 and due = $2 and after_user = $3 and done_at is null returning kind`,
        [kind, due, afterUser, next, now],
      );
      if (moved.length === 0) return false;
      if (mails.length > 0) await this.outbox.append(mailsComposed, { mails });
      return true;
    });
  }
}
