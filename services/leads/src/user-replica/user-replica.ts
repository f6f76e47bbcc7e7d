import { resolveUsers, type Actor, type KnownUser, type UserSummary } from '@lead-finder/contracts';
import {
  actingUser,
  asService,
  Branches,
  Bus,
  Database,
  invalidField,
  notFound,
  type CallContext,
} from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { mayGiveTo } from '../lead/lead.policy.js';

/** A copy of users for joins and names. The users service decides who may get a lead. */
@Injectable()
export class UserReplica {
  /** Ids with a row. A row outlives its user. */
  private readonly storedIds = new Set<number>();

  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly branches: Branches,
  ) {}

  /**
   * Returns the users who get leads. Rejects with 404 for a user unknown or outside the branch, with 400 for an inactive
   * one; `field` names the input field of the ids.
   */
  async targets(ids: readonly number[], field: string, context: CallContext): Promise<KnownUser[]> {
    const { actor } = context;
    if (actor && !ids.every((id) => mayGiveTo(actor, id))) throw notFound('User');
    const users = await this.resolve(ids, context);
    await this.upsert(users);
    const inactive = users.find(({ active }) => !active);
    if (!inactive) return users;
    throw invalidField(field, `${inactive.username} is inactive and can't get businesses`);
  }

  async target(id: number, field: string, context: CallContext): Promise<KnownUser> {
    return (await this.targets([id], field, context))[0]!;
  }

  /** Asks the users service. Rejects with 404 for an unknown user. */
  async resolve(ids: readonly number[], context: CallContext): Promise<KnownUser[]> {
    const { users } = await this.bus.call(resolveUsers, { ids: [...ids] }, { ...context, idempotencyKey: undefined });
    if (users.length < new Set(ids).size) throw notFound('User');
    return users;
  }

  /** Returns the job's actor with the present role and branch. Rejects with 404 if deleted, with 403 if inactive. */
  async acting({ id }: Actor): Promise<Actor> {
    return this.branches.of(await actingUser(this.bus, id), asService());
  }

  /** Stores users with a newer version than the copy. A deleted user stays deleted. */
  async upsert(users: readonly KnownUser[]): Promise<void> {
    await this.database.query(
      `insert into assignees (id, username, full_name, role, active, version, time_zone)
       select distinct on (id) id, username, "fullName", role, active, version, "timeZone"
       from jsonb_to_recordset($1) as known (
         id bigint, username text, "fullName" text, role text, active boolean, version int, "timeZone" text
       )
       order by id, version desc
       on conflict (id) do update set
         username = excluded.username, full_name = excluded.full_name, role = excluded.role,
         active = excluded.active, version = excluded.version, time_zone = excluded.time_zone
       where assignees.version < excluded.version and assignees.deleted_at is null`,
      [JSON.stringify(users)],
    );
  }

  /** Returns the ids of the first 100 other administrators who can sign in. */
  async administratorsExcept(id: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select id from assignees where role = 'admin' and active and deleted_at is null and id <> $1 order by id limit 100`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  /** Stores the actor's name if the event of the user has not arrived yet. */
  async addActor(actor: Actor): Promise<void> {
    if (this.storedIds.has(actor.id)) return;
    await this.database.query(
      `insert into assignees (id, username, full_name, role, time_zone) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [actor.id, actor.username, actor.fullName, actor.role, actor.timeZone],
    );
    this.database.afterCommit(() => this.storedIds.add(actor.id));
  }

  /**
   * Locks the user against deletion and deactivation until the caller's transaction ends, so that no lead loses its
   * owner. Rejects with 404 if the user is deleted or inactive.
   */
  async lockForShare(id: number): Promise<void> {
    if (!(await this.lockActiveForShare([id])).has(id)) throw notFound('User');
  }

  /** The same for several users. Returns the ids of those who can sign in. */
  async lockActiveForShare(ids: readonly number[]): Promise<Set<number>> {
    const locked = await this.database.query<{ id: number }>(
      'select id from assignees where id = any ($1) and active and deleted_at is null order by id for share',
      [ids],
    );
    return new Set(locked.map((row) => row.id));
  }

  /** The name of a user, also of a deleted one. */
  async summary(id: number): Promise<UserSummary> {
    const [user] = await this.database.query<UserSummary>(
      'select id, username, full_name as "fullName" from assignees where id = $1',
      [id],
    );
    return user ?? { id, username: `user ${id}`, fullName: `User ${id}` };
  }

  /** Locks existing users in the order of ids, so that transactions cannot deadlock. Returns their ids. */
  async lockAllForShare(ids: readonly number[]): Promise<Set<number>> {
    const locked = await this.database.query<{ id: number }>(
      'select id from assignees where id = any ($1) and deleted_at is null order by id for share',
      [ids],
    );
    return new Set(locked.map((row) => row.id));
  }

  /** Waits for transactions that have locked the user, and prevents new locks. */
  async markDeleted({ id, username, version }: { id: number; username: string; version: number }): Promise<void> {
    await this.database.query(
      `insert into assignees (id, username, full_name, active, version, deleted_at)
       values ($1, $2, $2, false, $3, now())
       on conflict (id) do update set active = false, deleted_at = coalesce(assignees.deleted_at, now()),
         version = greatest(assignees.version, excluded.version)`,
      [id, username, version],
    );
  }
}
