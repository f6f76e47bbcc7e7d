import { resolveUsers, type Actor, type KnownUser } from '@lead-finder/contracts';
import { actingUser, AppError, Bus, Database, notFound, type CallContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

/** The copy of users: for joins and names. Who may get a lead is asked of the users service (design, section 3a). */
@Injectable()
export class UserReplica {
  /** Who is in the table for good: a row outlives its user. */
  private readonly storedIds = new Set<number>();

  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
  ) {}

  /** The person who is to get a lead: 404 for nobody, 400 for an inactive one. `field` is where the input names it. */
  async target(id: number, field: string, context: CallContext): Promise<KnownUser> {
    const user = await this.resolve(id, context);
    await this.upsert([user]);
    if (user.active) return user;
    const message = `${user.username} is inactive and can't get businesses`;
    throw new AppError('invalid', 'validation_failed', message, { issues: [{ path: field, message }] });
  }

  /** 404 for nobody, said by who owns the accounts. */
  async resolve(id: number, context: CallContext): Promise<KnownUser> {
    const { users } = await this.bus.call(resolveUsers, { ids: [id] }, { ...context, idempotencyKey: undefined });
    if (!users[0]) throw notFound('User');
    return users[0];
  }

  /** Who works on for the actor of a job: with the role of this moment. 404 where the account is gone, 403 where it is inactive. */
  acting({ id }: Actor): Promise<Actor> {
    return actingUser(this.bus, id);
  }

  /** Stores what is newer than the copy; a deleted person stays deleted. */
  async upsert(users: readonly KnownUser[]): Promise<void> {
    await this.database.query(
      `insert into assignees (id, username, full_name, role, active, version)
       select id, username, "fullName", role, active, version
       from jsonb_to_recordset($1) as known (
         id int, username text, "fullName" text, role text, active boolean, version int
       )
       order by id
       on conflict (id) do update set
         username = excluded.username, full_name = excluded.full_name, role = excluded.role,
         active = excluded.active, version = excluded.version
       where assignees.version < excluded.version and assignees.deleted_at is null`,
      [JSON.stringify(users)],
    );
  }

  /** Whoever acts is known by name even where the users service's event is still on its way. */
  async addActor(actor: Actor): Promise<void> {
    if (this.storedIds.has(actor.id)) return;
    await this.database.query(
      `insert into assignees (id, username, full_name, role) values ($1, $2, $3, $4) on conflict do nothing`,
      [actor.id, actor.username, actor.fullName, actor.role],
    );
    this.database.afterCommit(() => this.storedIds.add(actor.id));
  }

  /**
   * Inside a transaction: keeps the person from being dropped until it ends, so that no lead is left with nobody.
   * 404 where the person was deleted since it was asked for.
   */
  async lockForShare(id: number): Promise<void> {
    const [locked] = await this.database.query(
      'select id from assignees where id = $1 and deleted_at is null for share',
      [id],
    );
    if (!locked) throw notFound('User');
  }

  /** As `hold`, for many; answers those who are there. In the order of their ids, so that nobody waits in a circle. */
  async lockAllForShare(ids: readonly number[]): Promise<Set<number>> {
    const locked = await this.database.query<{ id: number }>(
      'select id from assignees where id = any ($1) and deleted_at is null order by id for share',
      [ids],
    );
    return new Set(locked.map((row) => row.id));
  }

  /** Waits for whoever holds the person, and lets nobody hold it again. */
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
