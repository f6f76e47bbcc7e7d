import { userChanged, userCreated, userDeleted, type KnownUser, type PayloadOf } from '@lead-finder/contracts';
import { On, type HeardEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Calendar } from '../calendar/calendar.js';
import { ProgressHints } from '../progress-hints.js';
import { Members } from './member.repository.js';

@Injectable()
export class MemberConsumer {
  constructor(
    private readonly members: Members,
    private readonly calendar: Calendar,
    private readonly hints: ProgressHints,
  ) {}

  @On(userCreated)
  created(user: KnownUser, event: HeardEvent): Promise<void> {
    return this.keep(user, event);
  }

  @On(userChanged)
  changed(user: KnownUser, event: HeardEvent): Promise<void> {
    return this.keep(user, event);
  }

  @On(userDeleted)
  async deleted(user: PayloadOf<typeof userDeleted>): Promise<void> {
    await this.members.bury(user);
    await this.hints.changed([]);
  }

  private async keep(user: KnownUser, { occurredAt }: HeardEvent): Promise<void> {
    const isNews = await this.members.keep(user, this.calendar.dayOf(occurredAt));
    if (isNews) await this.hints.changed([user.id]);
  }
}
