import { dropUserLeads, type Actor, type AuditAction, type editedUser, type newUser } from '@lead-finder/contracts';
import { AppError, Bus, Database, LOGGER, type ActorContext, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { AuditTrail } from '../audit/audit-trail.js';
import { ResetLinks } from '../password/reset-links.js';
import { Revocations } from '../session/revocations.js';
import { SignInCounters } from '../session/sign-in-counters.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';

type NewUser = Omit<z.output<typeof newUser>, 'password'> & { passwordHash: string };

/**
 * By whom, as what it stands in the audit trail, and which session stays. Without an actor it is the user himself. With
 * `proven`, the hash that the present password was checked against, nothing changes where another one was set meanwhile.
 */
interface PasswordChange {
  action: AuditAction;
  proven?: string;
  actor?: Actor;
  exceptSessionId?: string | undefined;
}

/**
 * What is done to accounts, with its line in the audit trail in the same commit. A change of role or password,
 * deactivation and deletion also end the sessions, everywhere within a second (decisions, section 3).
 */
@Injectable()
export class AccountAccess {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly revocations: Revocations,
    private readonly links: ResetLinks,
    private readonly counters: SignInCounters,
    private readonly audit: AuditTrail,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  create(fields: NewUser, actor: Actor): Promise<User> {
    return this.database.transaction(async () => {
      const user = await this.users.add(fields);
      await this.audit.add({
        action: 'user_created',
        actor,
        subject: user.username,
        details: { id: user.id, role: user.role },
      });
      return user;
    });
  }

  /** 400 where the own e-mail address changes and the present password is another one than was proven. */
  edit(
    id: number,
    fields: z.output<typeof editedUser>,
    { actor, proven }: { actor: Actor; proven: string | undefined },
  ): Promise<User> {
    return this.database.transaction(async () => {
      const { user, result } = await this.users.change(id, async (each) => {
        if (id === actor.id && each.email !== fields.email && each.passwordHash !== proven) throw wrongPassword();
        if (each.role === 'admin' && fields.role !== 'admin') {
          each.refuseBy(actor.id, 'change the role of');
          await this.users.refuseWithoutAdmin(each);
        }
        return each.edit(fields);
      });
      if ('email' in result.changed) await this.links.endAllOf(id);
      if ('role' in result.changed) await this.revocations.endAllOf(id);
      await this.audit.add({ action: 'user_changed', actor, subject: user.username, details: { id, ...result } });
      return user;
    });
  }

  /** 400 where the present password is another one than was proven. */
  setPassword(
    id: number,
    passwordHash: string,
    { action, actor, exceptSessionId, proven }: PasswordChange,
  ): Promise<User> {
    return this.database.transaction(async () => {
      const { user } = await this.users.change(id, (each) => {
        if (proven !== undefined && each.passwordHash !== proven) throw wrongPassword();
        each.passwordHash = passwordHash;
        each.unlock();
      });
      await this.links.endAllOf(id);
      await this.counters.clearAllOf(user);
      await this.revocations.endAllOf(id, exceptSessionId);
      await this.audit.add({ action, actor: actor ?? user, subject: user.username, details: { id } });
      return user;
    });
  }

  unlock(id: number, actor: Actor): Promise<User> {
    return this.database.transaction(async () => {
      const { user } = await this.users.change(id, (each) => each.unlock());
      await this.counters.clearAllOf(user);
      await this.audit.add({ action: 'user_unlocked', actor, subject: user.username, details: { id } });
      return user;
    });
  }

  setActive(id: number, active: boolean, actor: Actor): Promise<User> {
    return this.database.transaction(async () => {
      const { user } = await this.users.change(id, async (each) => {
        if (!active) {
          each.refuseBy(actor.id, 'deactivate');
          await this.users.refuseWithoutAdmin(each);
        }
        each.setActive(active);
      });
      if (!active) {
        await this.links.endAllOf(id);
        await this.revocations.endAllOf(id);
      }
      const action = active ? 'user_activated' : 'user_deactivated';
      await this.audit.add({ action, actor, subject: user.username, details: { id } });
      return user;
    });
  }

  /** The leads service is asked to drop the person's leads before the answer; should it be away, the event tells it later. */
  async remove(id: number, caller: ActorContext): Promise<void> {
    const { actor } = caller;
    const user = await this.database.transaction(async () => {
      const { user } = await this.users.change(id, async (each) => {
        each.refuseBy(actor.id, 'delete');
        await this.users.refuseWithoutAdmin(each);
      });
      await this.revocations.endAllOf(id);
      await this.users.remove(user);
      await this.audit.add({ action: 'user_deleted', actor, subject: user.username, details: { id, role: user.role } });
      return user;
    });
    const asService = { ...caller, actor: null };
    const gone = { userId: id, username: user.username, version: user.version + 1 };
    await this.bus.call(dropUserLeads, gone, asService).catch((error: unknown) => {
      this.log.warn({ err: error, userId: id }, 'leads of a deleted user are dropped when the event arrives');
    });
  }
}

/** Of the forms in which a user types it. */
export function wrongPassword(message = 'Your current password is not right'): AppError {
  return new AppError('invalid', 'validation_failed', message, { issues: [{ path: 'currentPassword', message }] });
}
