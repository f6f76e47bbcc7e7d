import type { KnownUser, Role, SessionUser, User as UserRecord } from '@lead-finder/contracts';
import { AppError } from '@lead-finder/platform';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

type EditedFields = Pick<User, 'username' | 'email' | 'fullName' | 'role' | 'monthlyGoal'> &
  Partial<Pick<User, 'teamId' | 'ownTimeZone' | 'timeZone'>>;

export const knownColumns = `id, username, full_name as "fullName", email, role, monthly_goal as "monthlyGoal", active, version,
  time_zone as "timeZone"`;

/** An account. Every change of a replicated field raises its version. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text') username!: string;
  @Column('text') email!: string;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('text', { name: 'full_name' }) fullName!: string;
  @Column('text') role!: Role;
  @Column('int', { name: 'monthly_goal' }) monthlyGoal!: number;
  @Column('int', { name: 'team_id', nullable: true }) teamId!: number | null;
  @Column('text', { name: 'own_time_zone', nullable: true }) ownTimeZone!: string | null;
  /** The own time zone, or that of the team. Null means `TIME_ZONE`. */
  @Column('text', { name: 'time_zone', nullable: true }) timeZone!: string | null;
  @Column('boolean', { default: true }) active!: boolean;
  @Column('int', { name: 'failed_login_attempts', default: 0 }) failedLoginAttempts!: number;
  @Column('timestamptz', { name: 'locked_until', nullable: true }) lockedUntil!: Date | null;
  @Column('boolean', { name: 'has_no_password', default: false }) hasNoPassword!: boolean;
  /** Set while the user has only an invitation and no password yet. */
  @Column('timestamptz', { name: 'invited_at', nullable: true }) invitedAt!: Date | null;
  /** Set while a sign-in by password asks for a second step. */
  @Column('timestamptz', { name: 'second_factor_since', nullable: true }) secondFactorSince!: Date | null;
  /** The account of a service token: not active, so that it never signs in and gets no leads. */
  @Column('boolean', { name: 'is_service', default: false }) isService!: boolean;
  @Column('int', { default: 1 }) version!: number;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt!: Date;

  /** Returns the changed fields, with their values before and after. */
  edit(fields: Partial<EditedFields>): {
    changed: Partial<Record<keyof EditedFields, [before: unknown, after: unknown]>>;
  } {
    const names = Object.keys(fields) as (keyof EditedFields)[];
    const changes = names
      .filter((name) => this[name] !== fields[name])
      .map((name) => [name, [this[name], fields[name]]]);
    Object.assign(this, fields);
    this.version += 1;
    return { changed: Object.fromEntries(changes) };
  }

  setActive(active: boolean): void {
    this.active = active;
    this.version += 1;
  }

  unlock(): void {
    this.failedLoginAttempts = 0;
    this.lockedUntil = null;
  }

  /** Rejects with 409 for the own account (docs/product/accounts.md#last-administrator). */
  refuseBy(actorId: number, what: string): void {
    if (this.id === actorId) throw new AppError('conflict', 'not_yourself', `You cannot ${what} your own account`);
  }

  toRecord(): UserRecord {
    const { id, username, email, fullName, role, monthlyGoal, teamId, active, failedLoginAttempts } = this;
    return {
      id,
      username,
      email,
      fullName,
      role,
      monthlyGoal,
      teamId,
      timeZone: this.ownTimeZone,
      active,
      failedLoginAttempts,
      lockedUntil: this.lockedUntil?.toISOString() ?? null,
      invitedAt: this.invitedAt?.toISOString() ?? null,
      secondFactorSince: this.secondFactorSince?.toISOString() ?? null,
      createdAt: this.createdAt.toISOString(),
      updatedAt: this.updatedAt.toISOString(),
    };
  }

  toSessionUser(): SessionUser {
    const { id, username, fullName, role, email, timeZone } = this;
    return { id, username, fullName, role, email, ...(timeZone && { timeZone }) };
  }

  toKnownUser(): KnownUser {
    const { id, username, fullName, email, role, monthlyGoal, active, version, timeZone } = this;
    return { id, username, fullName, email, role, monthlyGoal, active, version, timeZone };
  }
}
