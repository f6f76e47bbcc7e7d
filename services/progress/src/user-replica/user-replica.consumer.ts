import { userChanged, userCreated, userDeleted, type PayloadOf } from '@lead-finder/contracts';
import { OnEvent, OnEventBatch, type ReceivedPayload } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ProgressSignals } from '../progress-signals.js';
import { UserReplica } from './user-replica.repository.js';

@Injectable()
export class UserReplicaConsumer {
  constructor(
    private readonly replica: UserReplica,
    private readonly signals: ProgressSignals,
  ) {}

  @OnEventBatch(userCreated)
  created(events: readonly ReceivedPayload<typeof userCreated>[]): Promise<void> {
    return this.upsert(events);
  }

  @OnEventBatch(userChanged)
  changed(events: readonly ReceivedPayload<typeof userChanged>[]): Promise<void> {
    return this.upsert(events);
  }

  @OnEvent(userDeleted)
  async deleted(user: PayloadOf<typeof userDeleted>): Promise<void> {
    await this.replica.markDeleted(user);
    await this.signals.progressChanged([]);
  }

  private async upsert(events: readonly ReceivedPayload<typeof userCreated>[]): Promise<void> {
    const users = events.map(({ payload, occurredAt }) => ({ user: payload, since: occurredAt }));
    const newer = await this.replica.upsert(users);
    if (newer.length > 0) await this.signals.progressChanged(newer);
  }
}
