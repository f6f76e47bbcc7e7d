import { randomBytes } from 'node:crypto';
import type { Actor, newUser, UserRow } from '@lead-finder/contracts';
import { AppError, argon2id, Clock, forbidden, invalidField } from '@lead-finder/platform';
import { hash } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Organisation } from '../organisation/organisation.js';
import { Invitations } from '../password/invitations.js';
import { TeamChanges } from '../team/team-changes.js';
import { TeamPaths } from '../team/team-paths.js';
import { AccountAccess } from '../user/account-access.js';
import { UserRepository } from '../user/user.repository.js';
import { UserImportCheck } from './user-import-check.js';

/** Creates or changes the users of rows, within the transaction of the caller. */
@Injectable()
export class ApplyUserRows {
  /** No user knows this password, so a new user can only enter by the invitation. */
  private readonly unknownHash = hash(randomBytes(32).toString('base64url'), argon2id);

  constructor(
    private readonly access: AccountAccess,
    private readonly users: UserRepository,
    private readonly check: UserImportCheck,
    private readonly teams: TeamPaths,
    private readonly changes: TeamChanges,
    private readonly invitations: Invitations,
    private readonly organisation: Organisation,
    private readonly clock: Clock,
  ) {}

  /** Rejects with an AppError if a row can no longer be applied, or if the administrator no longer is one. */
  async apply(rows: readonly UserRow[], createdBy: number): Promise<void> {
    const actor = await this.administrator(createdBy);
    const { name } = await this.organisation.read();
    await this.teams.lock();
    const teams = new Map<string, number>();
    for (const row of rows) await this.applyOne(row, actor, name, teams);
  }

  /** Returns the address. Rejects with 400 if the user has chosen a password, with 404 if there is no such user. */
  async inviteAgain(id: number): Promise<string> {
    const { name } = await this.organisation.read();
    const { user } = await this.users.change(id, async (each) => {
      if (!each.invitedAt) {
        throw invalidField('id', `${each.fullName} has already chosen a password`);
      }
      await this.invitations.send(each, name);
    });
    return user.email;
  }

  private async applyOne(row: UserRow, actor: Actor, organisation: string | null, teams: Map<string, number>) {
    const judged = await this.check.again(row, actor.id);
    if (typeof judged === 'string') throw new AppError('invalid', 'validation_failed', judged);
    const { values, user } = judged;
    const place = {
      teamId: values.team && (await this.teamOf(values.team, actor, teams)),
      timeZone: values.timeZone,
    };
    const { username, email = user?.email ?? '', fullName = user?.fullName ?? '' } = values;
    const { role = user?.role ?? 'user', monthlyGoal = user?.monthlyGoal ?? 100 } = values;
    const account = { username: user?.username ?? username, email, fullName, role, monthlyGoal, ...place };
    const { id } = user
      ? await this.access.edit(user.id, account, { actor, proven: undefined })
      : await this.invite(account, actor, organisation);
    if (!values.manages) return;
    const managed = new Set<number>();
    for (const names of values.manages) managed.add(await this.teamOf(names, actor, teams));
    await this.changes.setTeamsOfManager(id, [...managed], actor);
  }

  private async invite(account: Omit<z.output<typeof newUser>, 'password'>, actor: Actor, organisation: string | null) {
    const secrets = { passwordHash: await this.unknownHash, invitedAt: this.clock.now() };
    const user = await this.access.create({ ...account, ...secrets }, actor);
    await this.invitations.send(user, organisation);
    return user;
  }

  /** Looks a team up once for all rows of a transaction, which holds the lock of the tree. */
  private async teamOf(names: readonly string[], actor: Actor, known: Map<string, number>): Promise<number> {
    const path = names.join('/');
    const id = known.get(path) ?? (await this.teams.idOf(names, actor));
    known.set(path, id);
    return id;
  }

  private async administrator(id: number): Promise<Actor> {
    const user = await this.users.find(id);
    if (user?.role !== 'admin' || !user.active)
      throw forbidden('The person who began the import is no longer an active administrator.');
    const { username, fullName, role } = user;
    return { id, username, fullName, role };
  }
}
