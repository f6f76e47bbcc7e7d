import type {
  Actor,
  addPasskey,
  AuditAction,
  beginPasskey,
  ParsedInputOf,
  removePasskey,
  SecondFactor,
} from '@lead-finder/contracts';
import { AppError, Clock, Database, invalidField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { OwnPassword } from '../session/own-password.js';
import { Revocations } from '../session/revocations.js';
import { wrongPassword } from '../user/account-access.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { Authenticators } from './authenticators.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import { Passkeys } from './passkeys.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RequiredSecondFactor } from './second-factor-rule.js';
import { RememberedBrowsers } from './remembered-browsers.js';
import { SecondFactorMails } from './second-factor-mails.js';

interface Change<T> {
  action: AuditAction;
  /** The sentence of the mail. */
  mail: string;
  act: (user: User) => Promise<T>;
}

/** Changes of second factors, with the password, an entry in the audit trail and a mail to the user. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly own: OwnPassword,
    private readonly authenticators: Authenticators,
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly remembered: RememberedBrowsers,
    private readonly rule: RequiredSecondFactor,
    private readonly revocations: Revocations,
    private readonly mails: SecondFactorMails,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async read(userId: number): Promise<SecondFactor> {
    const since = await this.authenticators.confirmedAt(userId);
    return {
      authenticatorSince: since?.toISOString() ?? null,
      recoveryCodesLeft: await this.recoveryCodes.left(userId),
      passkeys: await this.passkeys.list(userId),
      remembered: await this.remembered.list(userId),
    };
  }

  confirmAuthenticator(actor: Actor, code: string, currentPassword: string) {
    return this.change(actor, currentPassword, {
      action: 'authenticator_added',
      mail: 'an authenticator app was added to your account. A sign-in with your password now asks for its code.',
      act: async (user) => {
        if (!(await this.authenticators.confirm(user.id, code.replace(' ', '')))) throw wrongCode();
        return { message: 'Authenticator app added', recoveryCodes: await this.begin(user) };
      },
    });
  }

  removeAuthenticator(actor: Actor, currentPassword: string) {
    return this.change(actor, currentPassword, {
      action: 'authenticator_removed',
      mail: 'the authenticator app of your account was removed.',
      act: async (user) => {
        await this.authenticators.remove(user.id);
        if (await this.endAfterLast(user)) await this.rule.refuseWithoutFactor(user);
        return { message: 'Authenticator app removed' };
      },
    });
  }

  /** The challenge holds the proof of the password, so that no passkey is made for a wrong one. */
  async beginPasskey(actor: Actor, { currentPassword, site }: ParsedInputOf<typeof beginPasskey>) {
    const proven = await this.own.prove(actor, currentPassword, 'passkey_added');
    const { token } = await this.challenges.issue('add', actor.id, proven);
    const options = await this.passkeys.newOptions(await this.users.get(actor.id), { challenge: token, site });
    return { options, challenge: token };
  }

  addPasskey(actor: Actor, { name, credential, challenge, site }: ParsedInputOf<typeof addPasskey>) {
    return this.changeProven(actor, {
      action: 'passkey_added',
      mail: `the passkey '${name}' was added to your account. It signs in without your password.`,
      act: async (user) => {
        const isProven = await this.challenges.isValid(challenge, 'add', user.id, user.passwordHash);
        if (!isProven || !(await this.challenges.useUp(challenge)))
          throw wrongPassword('Please enter your password again');
        await this.passkeys.add(user, name, credential, { challenge, site });
        return { message: 'Passkey added', recoveryCodes: await this.begin(user) };
      },
    });
  }

  removePasskey(actor: Actor, { passkeyId, currentPassword }: ParsedInputOf<typeof removePasskey>) {
    return this.change(actor, currentPassword, {
      action: 'passkey_removed',
      mail: 'a passkey of your account was removed.',
      act: async (user) => {
        const name = await this.passkeys.remove(user.id, passkeyId);
        if (await this.endAfterLast(user)) await this.rule.refuseWithoutFactor(user);
        return { message: `Passkey ${name} removed` };
      },
    });
  }

  renewRecoveryCodes(actor: Actor, currentPassword: string) {
    return this.change(actor, currentPassword, {
      action: 'recovery_codes_renewed',
      mail: 'the recovery codes of your account were renewed. The former ones have ended.',
      act: async (user) => {
        if (!user.secondFactorSince) throw withoutFactor();
        return { message: 'Recovery codes renewed', recoveryCodes: await this.recoveryCodes.renew(user.id) };
      },
    });
  }

  forgetBrowsers(actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      await this.remembered.forgetAllOf(actor.id);
      await this.audit.add({ action: 'browsers_forgotten', actor, subject: actor.username, details: { id: actor.id } });
    });
  }

  /** Ends the sessions too, because a lost device may hold one. */
  reset(id: number, actor: Actor): Promise<User> {
    return this.database.transaction(async () => {
      const { user } = await this.users.change(id, async (each) => {
        if (id === actor.id)
          throw new AppError('conflict', 'not_yourself', 'Please use "Sign-in security" for your own account');
        if (each.secondFactorSince) await this.rule.refuseForBreakGlass(each);
        await this.authenticators.remove(id);
        await this.passkeys.removeAll(id);
        await this.endAfterLast(each);
      });
      await this.revocations.endAllOf(id);
      await this.audit.add({ action: 'second_factor_reset', actor, subject: user.username, details: { id } });
      await this.mails.add(
        user,
        'an administrator reset the second factor of your account. Your password is enough again.',
      );
      return user;
    });
  }

  private async change<T>(actor: Actor, currentPassword: string, change: Change<T>): Promise<T> {
    const proven = await this.own.prove(actor, currentPassword, change.action);
    return this.changeProven(actor, {
      ...change,
      act: (user) => {
        if (user.passwordHash !== proven) throw wrongPassword();
        return change.act(user);
      },
    });
  }

  private changeProven<T>(actor: Actor, { action, mail, act }: Change<T>): Promise<T> {
    return this.database.transaction(async () => {
      const { user, result } = await this.users.change(actor.id, act);
      await this.audit.add({ action, actor, subject: user.username, details: { id: user.id } });
      await this.mails.add(user, mail);
      await this.remembered.forgetAllOf(user.id);
      this.users.checkSessionsOf(user.id);
      return result;
    });
  }

  /** Returns recovery codes if it is the first factor. */
  private async begin(user: User): Promise<string[] | null> {
    if (user.secondFactorSince) return null;
    user.secondFactorSince = this.clock.now();
    return this.recoveryCodes.renew(user.id);
  }

  /** Returns whether it was the last factor. */
  private async endAfterLast(user: User): Promise<boolean> {
    if (await this.authenticators.confirmedAt(user.id)) return false;
    if ((await this.passkeys.list(user.id)).length > 0) return false;
    user.secondFactorSince = null;
    await this.recoveryCodes.remove(user.id);
    return true;
  }
}

const wrongCode = () =>
  invalidField('code', 'That code is not right. Check the clock of your phone, and enter the newest code.');

const withoutFactor = () => invalidField('currentPassword', 'Please set up a second factor first');
