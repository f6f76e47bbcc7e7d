import { maxTerritoryOwners, resolveTeams, resolveUsers } from '@lead-finder/contracts';
import { Bus, Database, invalidField, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { UserReplica } from '../user-replica/user-replica.js';
import type { StoredTerritory } from './stored-territory.js';

/** Writes who is on a territory. */
@Injectable()
export class TerritoryOwners {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly userReplica: UserReplica,
  ) {}

  async write(
    present: StoredTerritory,
    { userIds, teamIds }: { userIds?: number[] | undefined; teamIds?: number[] | undefined },
    context: ActorContext,
  ): Promise<void> {
    if (userIds) await this.writeUsers(present, userIds, context);
    if (teamIds) await this.writeTeams(present, teamIds, context);
    if (userIds || teamIds) await this.refuseManyOwners();
  }

  private async writeUsers({ id, userIds }: StoredTerritory, given: number[], context: ActorContext): Promise<void> {
    const added = given.filter((each) => !userIds.includes(each));
    if (added.length > 0) {
      const { users } = await this.bus.call(resolveUsers, { ids: added }, { ...context, idempotencyKey: undefined });
      if (users.length < added.length) throw invalidField('userIds', 'There is no such user');
      const inactive = users.find(({ active }) => !active);
      if (inactive) throw invalidField('userIds', `${inactive.username} is inactive`);
      await this.userReplica.upsert(users);
      const locked = await this.userReplica.lockAllForShare(added);
      if (locked.size < added.length) throw invalidField('userIds', 'There is no such user');
    }
    await this.database.query('delete from territory_people where territory_id = $1 and user_id <> all ($2)', [
      id,
      given,
    ]);
    await this.database.query(
      'insert into territory_people (territory_id, user_id) select $1, unnest($2::bigint[]) on conflict do nothing',
      [id, given],
    );
  }

  private async writeTeams({ id, teamIds }: StoredTerritory, given: number[], context: ActorContext): Promise<void> {
    const added = given.filter((each) => !teamIds.includes(each));
    if (added.length > 0) {
      const caller = { ...context, actor: null, idempotencyKey: undefined };
      const { teams } = await this.bus.call(resolveTeams, { ids: added }, caller);
      if (teams.length < added.length) throw invalidField('teamIds', 'There is no such team');
    }
    await this.database.query('delete from territory_teams where territory_id = $1 and team_id <> all ($2)', [
      id,
      given,
    ]);
    await this.database.query(
      'insert into territory_teams (territory_id, team_id) select $1, unnest($2::bigint[]) on conflict do nothing',
      [id, given],
    );
  }

  private async refuseManyOwners(): Promise<void> {
    const [all] = await this.database.query<{ count: number }>(
      `select ((select count(*) from territory_people) + (select count(*) from territory_teams))::int as count`,
    );
    if (all!.count > maxTerritoryOwners.ofAll)
      throw invalidField(
        'userIds',
        `All territories together have at most ${maxTerritoryOwners.ofAll.toLocaleString('en')} people and teams`,
      );
  }
}
