import { type OutputOf, poolOfTeam, resolveTeamsOfUsers } from '@lead-finder/contracts';
import { AppError, asService, Bus, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

export interface Pool {
  id: number;
  name: string;
}

/** Of people without a team, and of leads that come in without a user. */
export const organisationPool: Pool = { id: poolOfTeam(null), name: 'Pool' };

/** The users that one message asks for. Its answer has a team of up to 200 bytes for each. */
const usersAtOnce = 2_000;

/** A pool is a row of the user replica that is no person, so that it owns leads as a user does. */
@Injectable()
export class Pools {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
  ) {}

  /** Returns the pool of each user's team, and that of the organisation for a user without a team. */
  async ofUsers(userIds: readonly number[]): Promise<Map<number, Pool>> {
    const asked = [...new Set(userIds)];
    const teams = new Map<number, OutputOf<typeof resolveTeamsOfUsers>['people'][number]['team']>();
    for (let from = 0; from < asked.length; from += usersAtOnce) {
      const some = asked.slice(from, from + usersAtOnce);
      const { people } = await this.bus.call(resolveTeamsOfUsers, { userIds: some }, asService());
      for (const { id, team } of people) teams.set(id, team);
    }
    return new Map(
      userIds.map((id) => {
        const team = teams.get(id);
        return [id, team ? { id: poolOfTeam(team.id), name: `Pool of ${team.name}` } : organisationPool];
      }),
    );
  }

  async of(userId: number): Promise<Pool> {
    return (await this.ofUsers([userId])).get(userId)!;
  }

  /** Keeps pools from being closed until the transaction ends. Rejects with 409 if a team is removed right now. */
  async lock(pools: readonly Pool[]): Promise<void> {
    if (!(await this.areKnown(pools))) await this.store(pools);
    const asked = [...new Set(pools.map(({ id }) => id))];
    const locked = await this.database.query(
      'select from assignees where id = any ($1) and deleted_at is null order by id for share',
      [asked],
    );
    if (locked.length < asked.length)
      throw new AppError('conflict', 'team_in_use', 'The team of this pool is being removed. Please try again.');
  }

  /** Returns how many leads are in it. If there are none, it takes no lead any more. */
  async close(id: number): Promise<number> {
    return this.database.transaction(async () => {
      await this.database.query('update assignees set deleted_at = now() where id = $1', [id]);
      const [count] = await this.database.query<{ leads: number }>(
        `select count(*)::int as leads from (
           select from user_businesses where user_id = $1 union all select from deleted_leads where user_id = $1
         ) as owned`,
        [id],
      );
      if (count!.leads > 0) await this.database.query('update assignees set deleted_at = null where id = $1', [id]);
      return count!.leads;
    });
  }

  /** Transactions that add leads to one pool would wait for each other if each stored it. */
  private async areKnown(pools: readonly Pool[]): Promise<boolean> {
    const [unknown] = await this.database.query(
      `select from jsonb_to_recordset($1) as pool (id bigint, name text)
       where not exists (
         select from assignees a where a.id = pool.id and a.username = pool.name and a.deleted_at is null
       ) limit 1`,
      [JSON.stringify(pools)],
    );
    return !unknown;
  }

  /** A pool that was closed a minute ago opens again, because the removal of its team must have failed. */
  private async store(pools: readonly Pool[]): Promise<void> {
    await this.database.query(
      `insert into assignees (id, username, full_name)
       select distinct on (id) id, name, name from jsonb_to_recordset($1) as pool (id bigint, name text) order by id
       on conflict (id) do update set username = excluded.username, full_name = excluded.full_name, deleted_at = null
       where (assignees.username <> excluded.username or assignees.deleted_at is not null)
         and (assignees.deleted_at is null or assignees.deleted_at < now() - interval '1 minute')`,
      [JSON.stringify(pools)],
    );
  }
}
