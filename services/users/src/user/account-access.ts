import {
  dropUserLeads,
  type Actor,
  type AuditAction,
  type editedUser,
  type newUser,
  type Role,
} from '@lead-finder/contracts';
import {
  Bus,
  Database,
  invalidField,
  LOGGER,
  sessionRequired,
  type ActorContext,
  type Logger,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { ApiTokens } from '../api-token/api-tokens.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { Leaves } from '../leave/leaves.js';
import { Organisation } from '../organisation/organisation.js';
import { Invitations } from '../password/invitations.js';
import { ResetLinks } from '../password/reset-links.js';
import { Revocations } from '../session/revocations.js';
import { SignInCounters } from '../session/sign-in-counters.js';
import { Teams } from '../team/teams.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';

type NewUser = Omit<z.output<typeof newUser>, 'password'> & {
  passwordHash: string;
  hasNoPassword?: boolean;
  invitedAt?: Date;
};

/**
 * The action for the audit trail, its actor (by default the user), and a session that stays. If `proven` is set,
 * the hash that matched the present password, nothing changes if another password was set meanwhile.
 */
interface PasswordChange {
  action: AuditAction;
  proven?: string;
  actor?: Actor;
  exceptSessionId?: string | undefined;
}

/**
 * Changes accounts, with an entry in the audit trail in the same commit. A change of role or password, deactivation and
 * deletion also end the sessions (docs/product/accounts.md#what-ends-sessions).
 */
@Injectable()
export class AccountAccess {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly revocations: Revocations,
    private readonly tokens: ApiTokens,
    private readonly links: ResetLinks,
    private readonly invitations: Invitations,
    private readonly organisation: Organisation,
    private readonly counters: SignInCounters,
    private readonly audit: AuditTrail,
    private readonly teams: Teams,
    private readonly leaves: Leaves,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** The actor is an administrator, or the name of an identity provider. */
  create({ teamId, timeZone, ...account }: NewUser, actor: Actor | { provider: string }): Promise<User> {
    const isProvider = 'provider' in actor;
    if (!isProvider) refuseByToken(actor, account.role !== 'user');
    return this.database.transaction(async () => {
      const user = await this.users.add({ ...account, ...(await this.teams.placeOf({ teamId, timeZone })) });
      await this.audit.add({
        action: 'user_created',
        actor: isProvider ? null : actor,
        subject: user.username,
        details: { id: user.id, role: user.role, ...(isProvider && actor) },
      });
      return user;
    });
  }

  /** Rejects with 400 for a change of the own address if the present password is no longer `proven`. */
  edit(
    id: number,
    { teamId, timeZone, ...account }: z.output<typeof editedUser>,
    { actor, proven }: { actor: Actor; proven: string | undefined },
  ): Promise<User> {
    return this.database.transaction(async () => {
      await this.teams.lock();
      const { user, result } = await this.users.change(id, async (each) => {
        if (id === actor.id && each.email !== account.email && each.passwordHash !== proven) throw wrongPassword();
        if (each.role === 'admin' && account.role !== 'admin') {
          each.refuseBy(actor.id, 'change the role of');
          await this.users.refuseWithoutAdmin(each);
        }
        const isPromoted = account.role !== each.role && account.role !== 'user';
        refuseByToken(actor, each.role === 'admin' || isPromoted || account.email !== each.email);
        const edited = each.edit({ ...account, ...(await this.teams.placeOf({ teamId, timeZone }, each)) });
        if ('email' in edited.changed) await this.changeAddress(each);
        return edited;
      });
      const noLongerManages = await this.endRole(user, 'role' in result.changed);
      const details = { id, ...result, ...(noLongerManages.length > 0 && { noLongerManages }) };
      await this.audit.add({ action: 'user_changed', actor, subject: user.username, details });
      return user;
    });
  }

  /** Applies what an identity provider says. The role stays if no administrator would be left. Returns the changes in words. */
  placeByProvider(
    id: number,
    { role, teamId }: { role: Role; teamId?: number | undefined },
    provider: string,
  ): Promise<string[]> {
    return this.database.transaction(async () => {
      await this.teams.lock();
      let staysAdmin = false;
      const { user, result } = await this.users.change(id, async (each) => {
        staysAdmin = each.role === 'admin' && role !== 'admin' && (await this.users.isLastAdmin(each));
        const fields = { role: staysAdmin ? each.role : role, ...(teamId !== undefined && { teamId }) };
        const isNew = fields.role !== each.role || (teamId !== undefined && teamId !== each.teamId);
        return isNew ? each.edit({ ...fields, ...(await this.teams.placeOf({ teamId }, each)) }) : { changed: {} };
      });
      const changes = staysAdmin ? ['left the role: no other administrator would be able to sign in'] : [];
      const { role: newRole, teamId: newTeam } = result.changed as Record<string, [unknown, unknown]>;
      if (newRole) changes.push(`changed the role from ${String(newRole[0])} to ${String(newRole[1])}`);
      if (newTeam) changes.push('changed the team');
      if (!newRole && !newTeam) return changes;
      await this.endRole(user, newRole !== undefined);
      await this.audit.add({
        action: 'user_changed',
        actor: null,
        subject: user.username,
        details: { id, ...result, provider },
      });
      return changes;
    });
  }

  setOwnTimeZone(actor: Actor, timeZone: string | null): Promise<User> {
    return this.database.transaction(async () => {
      await this.teams.lock();
      const { user, result } = await this.users.change(actor.id, async (each) =>
        each.edit(await this.teams.placeOf({ timeZone }, each)),
      );
      const details = { id: actor.id, ...result };
      await this.audit.add({ action: 'user_changed', actor, subject: user.username, details });
      return user;
    });
  }

  /** Rejects with 400 if the present password is no longer the proven one. */
  setPassword(
    id: number,
    passwordHash: string,
    { action, actor, exceptSessionId, proven }: PasswordChange,
  ): Promise<User> {
    return this.database.transaction(async () => {
      const { user } = await this.users.change(id, (each) => {
        if (proven !== undefined && each.passwordHash !== proven) throw wrongPassword();
        each.passwordHash = passwordHash;
        each.invitedAt = null;
        each.hasNoPassword = false;
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

  /** Applies the name and address that an identity provider sends. Returns the changes in words. */
  editByProvider(id: number, fields: { fullName: string; email: string }, provider: string): Promise<string[]> {
    return this.database.transaction(async () => {
      const { user, result } = await this.users.change(id, (each) => each.edit(fields));
      if ('email' in result.changed) await this.links.endAllOf(id);
      const details = { id, ...result, provider };
      await this.audit.add({ action: 'user_changed', actor: null, subject: user.username, details });
      return Object.keys(result.changed).map((name) => `changed the ${name === 'email' ? 'e-mail address' : 'name'}`);
    });
  }

  /** The actor is an administrator, or the name of an identity provider. */
  setActive(id: number, active: boolean, actor: Actor | { provider: string }): Promise<User> {
    const isProvider = 'provider' in actor;
    return this.database.transaction(async () => {
      const { user } = await this.users.change(id, async (each) => {
        if (!active) {
          if (!isProvider) {
            each.refuseBy(actor.id, 'deactivate');
            refuseByToken(actor, each.role === 'admin');
          }
          await this.users.refuseWithoutAdmin(each);
        }
        each.setActive(active);
      });
      if (!active) {
        await this.leaves.dropStandIn(id);
        await this.links.endAllOf(id);
        await this.tokens.endAllOf(id);
        await this.revocations.endAllOf(id);
      }
      const action = active ? 'user_activated' : 'user_deactivated';
      const details = { id, ...(isProvider && actor) };
      await this.audit.add({ action, actor: isProvider ? null : actor, subject: user.username, details });
      return user;
    });
  }

  /** Drops the leads before the response; if the leads service is not reachable, the event does it. */
  async remove(id: number, caller: ActorContext): Promise<void> {
    const { actor } = caller;
    const user = await this.database.transaction(async () => {
      const { user } = await this.users.change(id, async (each) => {
        each.refuseBy(actor.id, 'delete');
        refuseByToken(actor, each.role === 'admin');
        await this.users.refuseWithoutAdmin(each);
      });
      await this.revocations.endAllOf(id);
      await this.teams.announcing([user.teamId], () => this.users.remove(user));
      await this.audit.add({ action: 'user_deleted', actor, subject: user.username, details: { id, role: user.role } });
      return user;
    });
    const asService = { ...caller, actor: null };
    const gone = { userId: id, username: user.username, version: user.version + 1 };
    await this.bus.call(dropUserLeads, gone, asService).catch((error: unknown) => {
      this.log.warn(
        { err: error, userId: id },
        'Leads of the deleted user not dropped yet: the leads service is not reachable. The event drops them.',
      );
    });
  }

  /** The links that the former address got end. An invitation goes to the new one. */
  private async changeAddress(user: User): Promise<void> {
    await this.links.endAllOf(user.id);
    if (!user.invitedAt || !user.active) return;
    const { name } = await this.organisation.read();
    await this.invitations.sendUnlessMany(user, name);
  }

  /** After a change of the role: ends the sessions, and returns the teams that the user no longer manages. */
  private async endRole({ id, role }: User, isChanged: boolean): Promise<string[]> {
    if (!isChanged) return [];
    await this.revocations.endAllOf(id);
    return role === 'user' ? this.teams.dismiss(id) : [];
  }
}

/**
 * Otherwise a stolen token could make an account that sees leads of others, or send the password link of one to its own
 * address, and sign in as it (docs/product/api-tokens.md#never).
 */
function refuseByToken({ token }: Actor, isRefused: boolean): void {
  if (token && isRefused) throw sessionRequired();
}

/** The error of forms that ask for the present password. */
export const wrongPassword = (message = 'Your current password is not right') =>
  invalidField('currentPassword', message);
