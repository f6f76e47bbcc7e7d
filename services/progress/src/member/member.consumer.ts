import { userChanged, userCreated, userDeleted, type KnownUser, type PayloadOf } from '@lead-finder/contracts';
import { OnEvent, type ReceivedEvent } from '@lead-finder/platform';
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

  @OnEvent(userCreated)
  created(user: KnownUser, event: ReceivedEvent): Promise<void> {
    return this.keep(user, event);
  }

  @OnEvent(userChanged)
  changed(user: KnownUser, event: ReceivedEvent): Promise<void> {
    return this.keep(user, event);
  }

  @OnEvent(userDeleted)
  async deleted(user: PayloadOf<typeof userDeleted>): Promise<void> {
    await this.members.bury(user);
    await this.hints.changed([]);
  }

  private async keep(user: KnownUser, { occurredAt }: ReceivedEvent): Promise<void> {
    const isNews = await this.members.keep(user, this.calendar.dayOf(occurredAt));
    if (isNews) await this.hints.changed([user.id]);
  }
}
