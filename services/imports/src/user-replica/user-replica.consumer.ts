import { userChanged, userCreated, userDeleted, type KnownUser, type PayloadOf } from '@lead-finder/contracts';
import { Database, OnEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

/** Maintains the user replica, from which the history of imports shows current names. */
@Injectable()
export class UserReplicaConsumer {
  constructor(private readonly database: Database) {}

  @OnEvent(userCreated)
  created(user: KnownUser): Promise<void> {
    return this.upsert(user);
  }

  @OnEvent(userChanged)
  changed(user: KnownUser): Promise<void> {
    return this.upsert(user);
  }

  /** The last name stays in the history. */
  @OnEvent(userDeleted)
  deleted(user: PayloadOf<typeof userDeleted>): Promise<void> {
    return this.upsert(user);
  }

  private async upsert({ id, username, version }: { id: number; username: string; version: number }): Promise<void> {
    await this.database.query(
      `insert into people (id, username, version) values ($1, $2, $3)
       on conflict (id) do update set username = excluded.username, version = excluded.version
       where people.version < excluded.version`,
      [id, username, version],
    );
  }
}
