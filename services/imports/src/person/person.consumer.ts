import { userChanged, userCreated, userDeleted, type KnownUser, type PayloadOf } from '@lead-finder/contracts';
import { Database, OnEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

/** The copy of users: the history of imports shows the name that a person has today. */
@Injectable()
export class PersonConsumer {
  constructor(private readonly database: Database) {}

  @OnEvent(userCreated)
  created(user: KnownUser): Promise<void> {
    return this.keep(user);
  }

  @OnEvent(userChanged)
  changed(user: KnownUser): Promise<void> {
    return this.keep(user);
  }

  /** The last name stays with what the person imported. */
  @OnEvent(userDeleted)
  deleted(user: PayloadOf<typeof userDeleted>): Promise<void> {
    return this.keep(user);
  }

  private async keep({ id, username, version }: { id: number; username: string; version: number }): Promise<void> {
    await this.database.query(
      `insert into people (id, username, version) values ($1, $2, $3)
       on conflict (id) do update set username = excluded.username, version = excluded.version
       where people.version < excluded.version`,
      [id, username, version],
    );
  }
}
