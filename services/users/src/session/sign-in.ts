import type { AuditAction, OutputOf, ParsedInputOf, signIn } from '@lead-finder/contracts';
import { AppError, Clock, Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Passwords } from '../password/passwords.js';
import type { Lockable } from '../user/lockable.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import type { UsersSettings } from '../users.config.js';
import { SessionRepository } from './session.repository.js';
import { UnknownIdentifiers } from './unknown-identifier.repository.js';

const addressWindowSeconds = 300;

/** Who it is, once counted: nobody where the password is wrong; a lock that stands, or whether this very failure begins one. */
interface Counted {
  user: User | null;
  isRight: boolean;
  lockedUntil: Date | null;
  locksNow: boolean;
}

/**
 * Sign-in by username or e-mail address. Known, unknown, locked and deactivated accounts do the same work: one look-up,
 * one password hash, one count read and written, one failure of the address, one entry of the trail (decisions, section 3).
 */
@Injectable()
export class SignIn {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly unknown: UnknownIdentifiers,
    private readonly sessions: SessionRepository,
    private readonly passwords: Passwords,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  async signIn({ username, password, origin }: ParsedInputOf<typeof signIn>): Promise<OutputOf<typeof signIn>> {
    await this.refuseBusyAddress(origin.address);
    const found = await this.users.findByIdentifier(username);
    const isRight = await this.passwords.matches(password, found?.passwordHash);
    const outcome = await this.database.transaction(async () => {
      const counted = await this.count(found, username, isRight);
      const { user, lockedUntil } = counted;
      if (lockedUntil || !counted.isRight || !user) {
        await this.database.query('insert into address_failures (address, failed_at) values ($1, $2)', [origin.address, this.clock.now()]);
        return this.refuse(user, counted.locksNow ? 'account_locked' : 'sign_in_failed', lockedUntil ? locked(lockedUntil, this.clock.now()) : wrong());
      }
      if (!user.active) return this.refuse(user, 'sign_in_failed', deactivated());
      await this.audit.add({ action: 'sign_in', actor: user, subject: user.username });
      return { user: user.toSessionUser(), ...(await this.sessions.open(user.id, origin)) };
    });
    // Refusals are answered after the commit: what they counted must stay.
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  }

  /** An identifier that names nobody is not written down: people type their password into the wrong field. */
  private async refuse(user: User | null, action: AuditAction, refusal: AppError): Promise<AppError> {
    const subject = user?.username ?? 'unknown account';
    await this.audit.add({ action, actor: null, subject, outcome: 'refused', details: { code: refusal.code } });
    return refusal;
  }

  /**
   * The lock if there is one; else counts the failure, or forgets them all after a success. The account is read again
   * under its lock: a password that was changed while this one was checked opens nothing.
   */
  private async count(found: User | null, identifier: string, isRight: boolean): Promise<Counted> {
    const now = this.clock.now();
    const count = (each: Lockable, user: User | null): Counted => {
      const isStillRight = isRight && user?.passwordHash === found?.passwordHash;
      if (each.isLocked(now)) return { user, isRight: isStillRight, lockedUntil: each.lockedUntil, locksNow: false };
      if (isStillRight) each.forgetFailures();
      else each.failSignIn(now, { failures: this.settings.LOCKOUT_FAILURES, minutes: this.settings.LOCKOUT_MINUTES });
      return { user, isRight: isStillRight, lockedUntil: null, locksNow: each.isLocked(now) };
    };
    const counted = found && (await this.users.countSignIn(found.id, (user) => count(user, user)));
    return counted ?? this.unknown.countSignIn(identifier, (unknown) => count(unknown, null));
  }

  private async refuseBusyAddress(address: string): Promise<void> {
    const since = new Date(this.clock.now().getTime() - addressWindowSeconds * 1_000);
    const [row] = await this.database.query<{ failures: number; oldest: Date }>(
      'select count(*)::int as failures, min(failed_at) as oldest from address_failures where address = $1 and failed_at > $2',
      [address, since],
    );
    if (row!.failures < this.settings.SIGN_IN_FAILURES_PER_ADDRESS) return;
    const retryAfter = Math.max(1, (row!.oldest.getTime() - since.getTime()) / 1_000);
    throw new AppError('limited', 'rate_limited', 'Too many failed sign-ins from here. Please try again in a few minutes.', { retryAfter });
  }
}

const wrong = () => new AppError('unauthenticated', 'invalid_credentials', 'Invalid username or password');
const deactivated = () => new AppError('forbidden', 'account_deactivated', 'This account is deactivated. Ask your manager.');

function locked(until: Date, now: Date): AppError {
  const retryAfter = Math.max(1, (until.getTime() - now.getTime()) / 1_000);
  const minutes = Math.ceil(retryAfter / 60);
  const message = `This account is locked after too many failed sign-ins. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}, or reset your password.`;
  return new AppError('locked', 'account_locked', message, { retryAfter });
}
