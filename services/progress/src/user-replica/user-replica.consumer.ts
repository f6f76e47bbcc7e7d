import { userChanged, userCreated, userDeleted, type KnownUser, type PayloadOf } from '@lead-finder/contracts';
import { OnEvent, type ReceivedEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ProgressSignals } from '../progress-signals.js';
import { UserReplica } from './user-replica.repository.js';

@Injectable()
export class UserReplicaConsumer {
  constructor(
    private readonly replica: UserReplica,
    private readonly signals: ProgressSignals,
  ) {}

  @OnEvent(userCreated)
  created(user: KnownUser, event: ReceivedEvent): Promise<void> {
    return this.upsert(user, event);
  }

  @OnEvent(userChanged)
  changed(user: KnownUser, event: ReceivedEvent): Promise<void> {
    return this.upsert(user, event);
  }

  @OnEvent(userDeleted)
  async deleted(user: PayloadOf<typeof userDeleted>): Promise<void> {
    await this.replica.markDeleted(user);
    await this.signals.progressChanged([]);
  }

  private async upsert(user: KnownUser, { occurredAt }: ReceivedEvent): Promise<void> {
    const isNewer = await this.replica.upsert(user, occurredAt);
    if (isNewer) await this.signals.progressChanged([user.id]);
  }
}
