import {
  createUser,
  listSelectableUsers,
  listUsers,
  removeUser,
  resetUserPassword,
  resolveUsers,
  setUserActive,
  unlockUser,
  updateUser,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { AppError, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Leaves } from '../leave/leaves.js';
import { Passwords, slotOf } from '../password/passwords.js';
import { OwnPassword } from '../session/own-password.js';
import { Teams } from '../team/teams.js';
import { AccountAccess } from './account-access.js';
import { UserRepository } from './user.repository.js';
import { UserViews } from './user.views.js';

/** User management (docs/product/accounts.md#user-management-page). */
@Controller()
export class UserHandlers {
  constructor(
    private readonly views: UserViews,
    private readonly passwords: Passwords,
    private readonly access: AccountAccess,
    private readonly own: OwnPassword,
    private readonly users: UserRepository,
    private readonly teams: Teams,
    private readonly leaves: Leaves,
  ) {}

  @Handle(listUsers)
  list(filter: ParsedInputOf<typeof listUsers>) {
    return this.views.list(filter);
  }

  @Handle(listSelectableUsers)
  async people(filter: ParsedInputOf<typeof listSelectableUsers>, { actor }: ActorContext) {
    if (filter.canStandIn) return this.views.people(filter, await this.leaves.standInsFor(actor));
    return this.views.people(filter, actor.role === 'manager' ? await this.teams.withBranch(actor.id) : null);
  }

  @Handle(resolveUsers)
  async resolve({ ids, usernames }: ParsedInputOf<typeof resolveUsers>) {
    return { users: await this.views.known(ids, usernames) };
  }

  @Handle(createUser)
  async create({ password, ...fields }: ParsedInputOf<typeof createUser>, { actor }: ActorContext) {
    const passwordHash = await this.passwords.hashNew(password, fields, slotOf(actor.id));
    return (await this.access.create({ ...fields, passwordHash }, actor)).toRecord();
  }

  @Handle(updateUser)
  async update({ id, currentPassword, ...fields }: ParsedInputOf<typeof updateUser>, { actor }: ActorContext) {
    const proven =
      id === actor.id ? await this.own.proveForNewAddress(actor, fields.email, currentPassword) : undefined;
    return (await this.access.edit(id, fields, { actor, proven })).toRecord();
  }

  @Handle(resetUserPassword)
  async resetPassword({ id, newPassword }: ParsedInputOf<typeof resetUserPassword>, { actor }: ActorContext) {
    // An unattended session of an administrator must not set a new password without the present one.
    if (id === actor.id)
      throw new AppError('conflict', 'not_yourself', 'Please use "Change password" for your own account');
    const hash = await this.passwords.hashNew(newPassword, await this.users.get(id), slotOf(actor.id), 'newPassword');
    const user = await this.access.setPassword(id, hash, { action: 'password_set', actor });
    return { message: `Password of ${user.username} has been reset` };
  }

  @Handle(unlockUser)
  async unlock({ id }: ParsedInputOf<typeof unlockUser>, { actor }: ActorContext) {
    const user = await this.access.unlock(id, actor);
    return { message: 'Account Unlocked', user: user.toRecord() };
  }

  @Handle(setUserActive)
  async setActive({ id, active }: ParsedInputOf<typeof setUserActive>, { actor }: ActorContext) {
    const user = await this.access.setActive(id, active, actor);
    return { message: active ? 'Account activated' : 'Account deactivated', user: user.toRecord() };
  }

  @Handle(removeUser)
  async remove({ id }: ParsedInputOf<typeof removeUser>, context: ActorContext) {
    await this.access.remove(id, context);
    return {};
  }
}
