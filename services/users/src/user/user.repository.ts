import { sessionDoubtful, userChanged, userCreated, userDeleted, type SessionDoubtful } from '@lead-finder/contracts';
import { AppError, Database, CHANGE_SIGNALS, notFound, Outbox, type ChangeSignals } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { User } from './user.entity.js';

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
      const user = await manager.save(manager.create(User, { ...fields, active: true })).catch(refuseTaken);
      await this.outbox.append(userCreated, user.toKnownUser());
      return user;
    });
  }

  /** Locks the row, lets `act` change it, and notifies other services if their replica is now old. */
  change<T>(id: number, act: (user: User) => T | Promise<T>): Promise<{ user: User; result: T }> {
    return this.database.transaction(async (manager) => {
      const user = await this.lock(id);
      if (!user) throw notFound('User');
      const { version } = user;
      const result = await act(user);
      await manager.save(user).catch(refuseTaken);
      if (user.version !== version) {
        await this.outbox.append(userChanged, user.toKnownUser());
        this.database.afterCommit(() =>
          this.changeSignals.publish(sessionDoubtful, { userId: id } satisfies SessionDoubtful),
        );
      }
      return { user, result };
    });
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
    if (!user) throw notFound('User');
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

  /**
   * Rejects with 409 if this is the last active administrator. The lock prevents that two administrators each find the
   * other (docs/product/accounts.md#last-administrator).
   */
  async refuseWithoutAdmin(leaving: User): Promise<void> {
    if (leaving.role !== 'admin' || !leaving.active) return;
    await this.database.query("select pg_advisory_xact_lock(hashtextextended('users.last-admin', 0))");
    const [other] = await this.database.query(
      "select 1 from users where role = 'admin' and active and id <> $1 limit 1",
      [leaving.id],
    );
    if (!other)
      throw new AppError(
        'conflict',
        'last_admin',
        'The last active administrator cannot be removed, deactivated or demoted',
      );
  }
}

function refuseTaken(error: { code?: string; constraint?: string; driverError?: { constraint?: string } }): never {
  const constraint = error.constraint ?? error.driverError?.constraint;
  if (constraint === 'users_username') throw taken('username', 'username_taken', 'Username is already taken');
  if (constraint === 'users_email') throw taken('email', 'email_taken', 'Email is already taken');
  throw error as unknown as Error;
}

const taken = (path: string, code: 'username_taken' | 'email_taken', message: string) =>
  new AppError('conflict', code, message, { issues: [{ path, message }] });
