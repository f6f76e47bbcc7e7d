import { resolveUsers } from '@lead-finder/contracts';
import { asService, Bus, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

/** The user whom a name of the file means; `userId` is null if there is none. */
export interface NamedUser {
  name: string;
  userId: number | null;
  username: string | null;
  active: boolean | null;
}

const maxPerRequest = 1_000;

export const userKey = (name: string) => name.trim().normalize('NFC').toLowerCase();

/** Asks for each name once. The answer is stored for the import, so a repeated batch is the same. */
@Injectable()
export class ImportUsers {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
  ) {}

  async find(importId: number, keys: ReadonlySet<string>): Promise<Map<string, NamedUser>> {
    const names = [...keys];
    const known = await this.stored(importId, names);
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length === 0) return known;
    for (let from = 0; from < unknown.length; from += maxPerRequest)
      await this.resolve(importId, unknown.slice(from, from + maxPerRequest));
    return this.stored(importId, names);
  }

  private async stored(importId: number, names: string[]): Promise<Map<string, NamedUser>> {
    const rows = await this.database.query<NamedUser>(
      'select name, user_id as "userId", username, active from import_users where import_id = $1 and name = any ($2)',
      [importId, names],
    );
    return new Map(rows.map((row) => [row.name, row]));
  }

  private async resolve(importId: number, usernames: string[]): Promise<void> {
    const { users } = await this.bus.call(resolveUsers, { usernames }, asService());
    const byName = new Map(users.map((user) => [user.username.toLowerCase(), user]));
    const rows = usernames.map((name) => {
      const user = byName.get(name);
      return { name, user_id: user?.id, username: user?.username, active: user?.active };
    });
    await this.database.query(
      `insert into import_users (import_id, name, user_id, username, active)
       select $1, name, user_id, username, active from json_to_recordset($2)
         as named (name text, user_id bigint, username text, active boolean)
       on conflict do nothing`,
      [importId, JSON.stringify(rows)],
    );
  }
}
