import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Lockable } from '../user/lockable.js';

/** An identifier that names nobody. It is locked like an account, or a lock would tell who exists. */
@Entity('unknown_identifiers')
export class UnknownIdentifier extends Lockable {
  @PrimaryColumn('text', { name: 'identifier_hash' }) identifierHash!: string;
  @Column('int', { name: 'failures' }) failedLoginAttempts!: number;
  @Column('timestamptz', { name: 'first_failure_at' }) firstFailureAt!: Date | null;
  @Column('timestamptz', { name: 'locked_until', nullable: true }) lockedUntil!: Date | null;
}
