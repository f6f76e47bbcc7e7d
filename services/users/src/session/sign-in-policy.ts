import {
  breakGlassUsed,
  type Actor,
  type ParsedInputOf,
  type setSignInPolicy,
  type SignInPolicy as Policy,
} from '@lead-finder/contracts';
import { AppError, Database, invalidField, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import type { User } from '../user/user.entity.js';

const canBreakGlass = `role = 'admin' and active and invited_at is null and not has_no_password
  and second_factor_since is not null`;

/** Who may sign in without an identity provider (docs/product/sign-in.md#passwords-off). */
@Injectable()
export class SignInPolicy {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  async read(): Promise<Policy> {
    const breakGlass = await this.database.query<Policy['breakGlass'][number]>(
      `select id, username, full_name as "fullName" from users join break_glass_admins on user_id = id
       order by lower(full_name), id`,
    );
    return { localPasswords: !(await this.isOff()), breakGlass };
  }

  set({ localPasswords, breakGlassIds }: ParsedInputOf<typeof setSignInPolicy>, actor: Actor): Promise<Policy> {
    return this.database.transaction(async () => {
      await this.database.lock('users.last-admin');
      const able = await this.database.query<{ id: number }>(
        `select id from users where id = any ($1) and ${canBreakGlass}`,
        [breakGlassIds],
      );
      const unable = breakGlassIds.find((id) => !able.some((each) => each.id === id));
      if (unable !== undefined)
        throw invalid('Only active administrators with a password and a second factor can be named');
      if (!localPasswords) await this.refuseToLockOut(able.length);
      await this.database.query(
        `insert into sign_in_policy (local_passwords) values ($1)
         on conflict (sole) do update set local_passwords = excluded.local_passwords`,
        [localPasswords],
      );
      await this.database.query('delete from break_glass_admins where user_id <> all ($1)', [breakGlassIds]);
      await this.database.query(
        'insert into break_glass_admins (user_id) select unnest($1::bigint[]) on conflict do nothing',
        [breakGlassIds],
      );
      const policy = await this.read();
      const subject = localPasswords ? 'passwords on' : 'passwords off';
      const details = { breakGlass: policy.breakGlass.map(({ username }) => username) };
      await this.audit.add({ action: 'sign_in_policy_changed', actor, subject, details });
      return policy;
    });
  }

  /** Returns whether the user may sign in with a password or a passkey. */
  async allows({ id, role }: Pick<User, 'id' | 'role'>): Promise<boolean> {
    if (!(await this.isOff())) return true;
    const [named] = await this.database.query('select 1 from break_glass_admins where user_id = $1', [id]);
    return role === 'admin' && named !== undefined;
  }

  /** Notifies all administrators of a sign-in while passwords are off. Returns whether it was one. */
  async reportBreakGlass({ id, fullName }: User): Promise<boolean> {
    if (!(await this.isOff())) return false;
    const admins = await this.database.query<{ id: number }>("select id from users where role = 'admin' and active");
    await this.outbox.append(breakGlassUsed, { userId: id, fullName, adminIds: admins.map((admin) => admin.id) });
    return true;
  }

  /** Rejects with 409 while passwords are off and this is the only enabled provider. */
  async refuseWithoutProvider(leavingId: number): Promise<void> {
    if (!(await this.isOff())) return;
    const [other] = await this.database.query('select 1 from identity_providers where enabled and id <> $1 limit 1', [
      leavingId,
    ]);
    if (!other) throw lockOut('Passwords are off, so one provider must stay on. Switch passwords on first');
  }

  private async refuseToLockOut(able: number): Promise<void> {
    if (able === 0) throw lockOut('Name at least one administrator who can still sign in with a password');
    const [provider] = await this.database.query('select 1 from identity_providers where enabled limit 1');
    if (!provider) throw lockOut('Switch an identity provider on first');
  }

  private async isOff(): Promise<boolean> {
    const [off] = await this.database.query('select 1 from sign_in_policy where not local_passwords');
    return off !== undefined;
  }
}

export const passwordsOff = () =>
  new AppError('forbidden', 'passwords_off', 'Passwords are switched off here. Sign in with your company.');
const lockOut = (message: string) => new AppError('conflict', 'last_admin', message);
const invalid = (message: string) => invalidField('breakGlassIds', message);
