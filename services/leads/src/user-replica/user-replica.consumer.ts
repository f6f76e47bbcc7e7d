import { userChanged, userCreated, userDeleted, type PayloadOf } from '@lead-finder/contracts';
import { OnEvent, OnEventBatch, type ReceivedPayload } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { DropUser } from '../drop-user.js';
import { ExportRequests } from '../export/export-requests.js';
import { UserReplica } from './user-replica.js';

@Injectable()
export class UserReplicaConsumer {
  constructor(
    private readonly userReplica: UserReplica,
    private readonly dropUser: DropUser,
    private readonly exportRequests: ExportRequests,
  ) {}

  @OnEventBatch(userCreated)
  async created(events: readonly ReceivedPayload<typeof userCreated>[]): Promise<void> {
    await this.userReplica.upsert(events.map(({ payload }) => payload));
  }

  @OnEventBatch(userChanged)
  async changed(events: readonly ReceivedPayload<typeof userChanged>[]): Promise<void> {
    const users = events.map(({ payload }) => payload);
    // Before the copy has the newest version, because changes that are older than the copy come a second time.
    await this.exportRequests.endOutdated(users);
    await this.userReplica.upsert(users);
  }

  /** The users service asks for this before it deletes a user. The event covers a request that did not arrive. */
  @OnEvent(userDeleted)
  async deleted(user: PayloadOf<typeof userDeleted>): Promise<void> {
    await this.dropUser.run(user);
  }
}
