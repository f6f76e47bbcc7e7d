import {
  sessionDoubtful,
  userChanged,
  userCreated,
  userDeleted,
  type KnownUser,
  type SessionDoubtful,
} from '@lead-finder/contracts';
import {
  AppError,
  Database,
  CHANGE_SIGNALS,
  notFound,
  Outbox,
  takenField,
  type ChangeSignals,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { knownColumns, User } from './user.entity.js';

type NewUser = Pick<User, 'username' | 'email' | 'fullName' | 'role' | 'monthlyGoal' | 'passwordHash'> & Partial<User>;

/** The only class that writes users. */
@Injectable()
export class UserRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    @Inject(CHANGE_SIGNALS) private readonly changeSignals: ChangeSignals,
  ) {}

  /** Rejects with 409 username_taken or email_taken, without regard to case. */
  add(fields: NewUser): Promise<User> {
    return this.database.transaction(async (manager) => {
      const user = await manager.save(manager.create(User, { active: true, ...fields })).catch(refuseTaken);
      await this.outbox.append(userCreated, user.toKnownUser());
      return user;
    });
  }

  /** Locks the row, lets `act` change it, and notifies other services if their replica is now old. */
  change<T>(id: number, act: (user: User) => T | Promise<T>): Promise<{ user: User; result: T }> {
    return this.database.transaction(async (manager) => {
      const user = await this.lock(id);
      if (!user || user.isService) throw notFound('User');
      const { version } = user;
      const result = await act(user);
      await manager.save(user).catch(refuseTaken);
      if (user.version !== version) await this.publish([user.toKnownUser()]);
      return { user, result };
    });
  }

  /** Puts users into a team that has this time zone, and returns those who were not in it. */
  async moveToTeam(ids: readonly number[], teamId: number | null, timeZone: string | null): Promise<KnownUser[]> {
    const moved = await this.database.query<KnownUser>(
      `update users set team_id = $2, time_zone = coalesce(own_time_zone, $3), version = version + 1, updated_at = now()
       where id = any($1) and team_id is distinct from $2 and not is_service returning ${knownColumns}`,
      [ids, teamId, timeZone],
    );
    await this.publish(moved);
    return moved;
  }

  /** Gives the people of these teams the time zones of their teams, unless they have their own. */
  async takeTimeZones(zones: readonly { teamId: number; timeZone: string | null }[]): Promise<void> {
    const changed = await this.database.query<KnownUser>(
      `update users set time_zone = zones.of_team, version = version + 1, updated_at = now()
       from unnest($1::bigint[], $2::text[]) zones (of, of_team)
       where team_id = zones.of and own_time_zone is null and time_zone is distinct from zones.of_team
       returning ${knownColumns}`,
      [zones.map(({ teamId }) => teamId), zones.map(({ timeZone }) => timeZone)],
    );
    await this.publish(changed);
  }

  /** Reads the account and locks it until the end of the transaction. Returns null if it is gone. */
  lock(id: number): Promise<User | null> {
    return this.database.manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async remove(user: User): Promise<void> {
    await this.database.manager.delete(User, user.id);
    await this.outbox.append(userDeleted, { id: user.id, username: user.username, version: user.version + 1 });
  }

  find(id: number): Promise<User | null> {
    return this.database.manager.findOneBy(User, { id });
  }

  /** Rejects with 404 if there is no such user. */
  async get(id: number): Promise<User> {
    const user = await this.find(id);
    if (!user || user.isService) throw notFound('User');
    return user;
  }

  /** Finds by username or e-mail address, without regard to case. A username has no '@', so the two never collide. */
  findByIdentifier(identifier: string): Promise<User | null> {
    return this.database.manager
      .createQueryBuilder(User, 'u')
      .where('lower(u.username) = lower(:identifier) or lower(u.email) = lower(:identifier)', { identifier })
      .getOne();
  }

  async isEmpty(): Promise<boolean> {
    const [row] = await this.database.query('select 1 from users limit 1');
    return row === undefined;
  }

  /** Rejects with 409 if this is the last active administrator (docs/product/accounts.md#last-administrator). */
  async refuseWithoutAdmin(leaving: User): Promise<void> {
    if (!(await this.isLastAdmin(leaving))) return;
    throw new AppError(
      'conflict',
      'last_admin',
      'The last active administrator cannot be removed, deactivated or demoted',
    );
  }

  /** While passwords are off, only those count who can sign in anyway. The lock prevents that two each find the other. */
  async isLastAdmin(leaving: User): Promise<boolean> {
    if (leaving.role !== 'admin' || !leaving.active) return false;
    await this.database.lock('users.last-admin');
    const [other] = await this.database.query(
      `select 1 from users where role = 'admin' and active and id <> $1
         and (id in (select user_id from break_glass_admins) or not exists (select from sign_in_policy where not local_passwords))
       limit 1`,
      [leaving.id],
    );
    return other === undefined;
  }

  private async publish(changed: KnownUser[]): Promise<void> {
    await this.outbox.appendAll(userChanged, changed);
    for (const { id } of changed) this.checkSessionsOf(id);
  }

  /** Makes gateways check the sessions of the user again, after the commit. */
  checkSessionsOf(userId: number): void {
    this.database.afterCommit(() => this.changeSignals.publish(sessionDoubtful, { userId } satisfies SessionDoubtful));
  }
}

function refuseTaken(error: { constraint?: string }): never {
  if (error.constraint === 'users_username')
    throw takenField('username', 'username_taken', 'Username is already taken');
  if (error.constraint === 'users_email') throw takenField('email', 'email_taken', 'Email is already taken');
  throw error as unknown as Error;
}
