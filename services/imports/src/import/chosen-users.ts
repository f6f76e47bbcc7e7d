import { poolOfTeam, resolveUsers, type ImportSettings } from '@lead-finder/contracts';
import { Bus, invalidField, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { userKey } from '../worker/import-users.js';
import { inactiveUser, unknownUser } from './row-messages.rules.js';

export interface ChosenUser {
  id: number;
  username: string;
}

const pool: ChosenUser = { id: poolOfTeam(null), username: 'Pool' };

/** Finds the users whom an administrator names by username or id (docs/product/import.md#import-call). */
@Injectable()
export class ChosenUsers {
  constructor(private readonly bus: Bus) {}

  /** Rejects with 400 on `path` a user who is unknown or inactive. */
  async find(path: string, given: readonly string[], context: ActorContext): Promise<ChosenUser[]> {
    const names = given.map(userKey);
    const ids = names.filter((name) => /^\d{1,9}$/.test(name)).map(Number);
    const { users } = await this.bus.call(
      resolveUsers,
      { ids, usernames: names },
      { ...context, idempotencyKey: undefined },
    );
    return names.map((name, index) => {
      const user =
        users.find(({ username }) => userKey(username) === name) ?? users.find(({ id }) => id === Number(name));
      if (!user) throw invalidField(path, unknownUser(given[index]!.trim()));
      if (!user.active) throw invalidField(path, inactiveUser(user.username));
      return { id: user.id, username: user.username };
    });
  }

  /** The user of the rows that name none, or the pool, which no username can be written like. */
  async assignee(given: string | undefined, context: ActorContext): Promise<ChosenUser | null> {
    if (!given?.trim()) return null;
    if (given.trim() === String(pool.id)) return pool;
    return (await this.find('assignTo', [given], context))[0]!;
  }

  /** Stored settings name users by id, because usernames change. */
  async withIds(settings: ImportSettings, context: ActorContext): Promise<ImportSettings> {
    const { assignTo, standIns = [] } = settings;
    const assignee = await this.assignee(assignTo, context);
    const given = standIns.map(({ user }) => user);
    const users = given.length > 0 ? await this.find('standIns', given, context) : [];
    return {
      ...settings,
      assignTo: assignee ? String(assignee.id) : undefined,
      standIns: standIns.map(({ name }, index) => ({ name, user: String(users[index]!.id) })),
    };
  }
}
