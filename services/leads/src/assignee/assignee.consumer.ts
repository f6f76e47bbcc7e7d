import { userChanged, userCreated, userDeleted, type KnownUser, type PayloadOf } from '@lead-finder/contracts';
import { On } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { DropUser } from '../drop-user.js';
import { Assignees } from './assignees.js';

@Injectable()
export class AssigneeConsumer {
  constructor(
    private readonly assignees: Assignees,
    private readonly dropUser: DropUser,
  ) {}

  @On(userCreated)
  async created(user: KnownUser): Promise<void> {
    await this.assignees.keep([user]);
  }

  @On(userChanged)
  async changed(user: KnownUser): Promise<void> {
    await this.assignees.keep([user]);
  }

  /** The users service asked before; the event makes sure where that call was not heard. */
  @On(userDeleted)
  async deleted(user: PayloadOf<typeof userDeleted>): Promise<void> {
    await this.dropUser.run(user);
  }
}
