import type { Actor, AuditAction, OutputOf, changeOwnPassword } from '@lead-finder/contracts';
import { AppError, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Limits, type Limit } from '../limit/limits.js';
import { Passwords } from '../password/passwords.js';
import { AccountAccess, wrongPassword } from '../user/account-access.js';
import { UserRepository } from '../user/user.repository.js';
import { KnownBrowsers } from './known-browsers.js';
import { Revocations } from './revocations.js';
import { SessionRepository } from './session.repository.js';
import { SignInCounters, type CountedBy } from './sign-in-counters.js';

const perAccount: Limit = {
  kind: 'change-password',
  max: 10,
  seconds: 900,
  message: 'Too many attempts with your password. Please try again in a few minutes.',
};

/** Changes that a signed-in user makes only with the present password. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly counters: SignInCounters,
    private readonly limits: Limits,
    private readonly browsers: KnownBrowsers,
    private readonly sessions: SessionRepository,
    private readonly revocations: Revocations,
    private readonly access: AccountAccess,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Returns the hash that matched the present password. Rejects with 400 if the password is wrong. Wrong passwords
   * count towards the lock-out in a counter of this form, so others who lock the account do not close it.
   */
  async prove({ id, username }: Actor, currentPassword: string, action: AuditAction): Promise<string> {
    await this.limits.take(perAccount, String(id));
    const user = await this.users.find(id);
    const form: CountedBy = ['own-password', String(id)];
    const { lockedUntil } = await this.counters.count(form, id);
    if (lockedUntil) throw this.counters.locked(lockedUntil);
    if (
      user &&
      (await this.passwords.matches(currentPassword, user.passwordHash, { keys: [`account ${id}`], isKnown: true }))
    ) {
      await this.counters.clear([form], id);
      return user.passwordHash;
    }
    await this.database.transaction(async () => {
      if (user) await this.counters.countAgainst(user);
      const details = { reason: 'the present password was wrong' };
      await this.audit.add({ action, actor: { id, username }, subject: username, outcome: 'refused', details });
    });
    throw wrongPassword();
  }

  /** Requires the password for a new address, because reset links go to it: a stolen session must not redirect them. */
  async proveForNewAddress(actor: Actor, email: string, currentPassword = ''): Promise<string | undefined> {
    const user = await this.users.find(actor.id);
    if (!user || user.email === email) return undefined;
    if (currentPassword === '') throw wrongPassword('Please enter your password to change the e-mail address');
    return this.prove(actor, currentPassword, 'user_changed');
  }

  /** Changes the password. This session continues with a new token; all others of the user end. */
  async change(
    actor: Actor,
    currentPassword: string,
    newPassword: string,
  ): Promise<OutputOf<typeof changeOwnPassword>> {
    const action = 'password_changed';
    const proven = await this.prove(actor, currentPassword, action);
    const owner = await this.users.get(actor.id);
    const hash = await this.passwords.hashNew(
      newPassword,
      owner,
      { keys: [`account ${actor.id}`], isKnown: true },
      'newPassword',
    );
    return this.database.transaction(async () => {
      const user = await this.access.setPassword(actor.id, hash, {
        action,
        actor,
        exceptSessionId: actor.sessionId,
        proven,
      });
      const renewed = actor.sessionId ? await this.sessions.renew(actor.sessionId) : null;
      // A new token must not restore a session that has ended meanwhile.
      if (!renewed) throw new AppError('unauthenticated', 'unauthenticated', 'Please sign in');
      const { formerHash, ...session } = renewed;
      await this.revocations.endToken(actor.id, formerHash);
      return { message: 'Password changed', ...session, device: await this.browsers.issue(user, null) };
    });
  }
}
