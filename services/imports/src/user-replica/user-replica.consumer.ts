import { userChanged, userCreated, userDeleted, type KnownUser, type PayloadOf } from '@lead-finder/contracts';
import { Database, OnEvent, OnEventBatch, type ReceivedPayload } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

/** Maintains the user replica, from which the history of imports shows current names. */
@Injectable()
export class UserReplicaConsumer {
  constructor(private readonly database: Database) {}

  @OnEventBatch(userCreated)
  created(events: readonly ReceivedPayload<typeof userCreated>[]): Promise<void> {
    return this.upsert(events.map(({ payload }) => payload));
  }

  @OnEventBatch(userChanged)
  changed(events: readonly ReceivedPayload<typeof userChanged>[]): Promise<void> {
    return this.upsert(events.map(({ payload }) => payload));
  }

  /** The last name stays in the history. */
  @OnEvent(userDeleted)
  deleted(user: PayloadOf<typeof userDeleted>): Promise<void> {
    return this.upsert([user]);
  }

  private async upsert(users: readonly Pick<KnownUser, 'id' | 'username' | 'version'>[]): Promise<void> {
    await this.database.query(
      `insert into people (id, username, version)
       select distinct on (id) * from unnest($1::bigint[], $2::text[], $3::int[]) known (id, username, version)
       order by id, version desc
       on conflict (id) do update set username = excluded.username, version = excluded.version
       where people.version < excluded.version`,
      [users.map(({ id }) => id), users.map(({ username }) => username), users.map(({ version }) => version)],
    );
  }
}
