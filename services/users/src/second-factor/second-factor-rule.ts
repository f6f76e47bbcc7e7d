import type { Actor, ParsedInputOf, SecondFactorRule, setSecondFactorRule } from '@lead-finder/contracts';
import { AppError, Clock, Database, invalidField, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { AuditTrail } from '../audit/audit-trail.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import type { UsersSettings } from '../users.config.js';

/** Returns the condition under which the rule holds for the role in this SQL expression. */
export const ruleHoldsFor = (role: string) =>
  `(required_for = 'all' or ${role} = 'admin' and required_for <> 'none' or ${role} = 'manager' and required_for = 'leaders')`;

/** For whom administrators require a second factor (docs/product/accounts.md#required-second-factor). */
@Injectable()
export class RequiredSecondFactor {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  async read(): Promise<SecondFactorRule> {
    const [rule] = await this.database.query<SecondFactorRule>(
      'select required_for as "requiredFor", from_day::text as "from" from second_factor_rule',
    );
    return rule ?? { requiredFor: 'none', from: null };
  }

  /** Rejects with 400 if the rule would hold for the caller, who has no second factor yet. */
  set(actor: Actor, { requiredFor, from }: ParsedInputOf<typeof setSecondFactorRule>): Promise<SecondFactorRule> {
    return this.database.transaction(async () => {
      const user = await this.users.lock(actor.id);
      if (requiredFor !== 'none' && !user?.secondFactorSince) throw withoutOwn();
      const before = await this.read();
      const dueAt = DateTime.fromISO(from, { zone: this.settings.TIME_ZONE }).toJSDate();
      await this.database.query(
        `insert into second_factor_rule (required_for, from_day, due_at) values ($1, $2, $3)
         on conflict (sole) do update set required_for = $1, from_day = $2, due_at = $3`,
        [requiredFor, from, dueAt],
      );
      const details = { before, after: { requiredFor, from } };
      await this.audit.add({ action: 'second_factor_required', actor, subject: requiredFor, details });
      return { requiredFor, from };
    });
  }

  /** Rejects with 409 if the user, who removes the last factor, must have one. */
  async refuseWithoutFactor(user: User): Promise<void> {
    await this.refuseForBreakGlass(user);
    const { role } = user;
    const [due] = await this.database.query(
      `select 1 from second_factor_rule where due_at <= $1 and ${ruleHoldsFor('$2')}`,
      [this.clock.now(), role],
    );
    if (due)
      throw new AppError('conflict', 'last_factor', 'Your role needs a second factor. Please add another one first.');
  }

  /** Rejects with 409 while passwords are off and the user may sign in with one: the factor is what protects that. */
  async refuseForBreakGlass({ id }: Pick<User, 'id'>): Promise<void> {
    const [named] = await this.database.query(
      `select 1 from break_glass_admins where user_id = $1 and exists (select from sign_in_policy where not local_passwords)`,
      [id],
    );
    if (named) throw new AppError('conflict', 'last_factor', breakGlassNeedsFactor);
  }
}

const breakGlassNeedsFactor =
  "Administrators who may sign in while passwords are off need a second factor. Name others on the page 'Sign-in' first.";

const withoutOwn = () => invalidField('requiredFor', 'Please set up your own second factor first');
