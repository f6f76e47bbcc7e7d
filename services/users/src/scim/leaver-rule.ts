import type { Actor, LeaverRule as Rule, ParsedInputOf, setLeaverRule } from '@lead-finder/contracts';
import { Clock, Database, invalidField, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { isPresent } from '../leave/leave.views.js';
import type { UsersSettings } from '../users.config.js';

type Form = ParsedInputOf<typeof setLeaverRule>;
export type HandOverAction =
  { action: 'reassign'; newUserIds: number[] } | { action: 'return-to-pool'; reason: 'owner_left' };

/** Where the leads of a user go whom a provider deactivates (docs/product/provisioning.md#leavers). */
@Injectable()
export class LeaverRule {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  async read(): Promise<Rule> {
    const [row] = await this.database.query<Rule>(
      `select hand_over as "handOver", case when u.id is not null then json_build_object(
         'id', u.id, 'username', username, 'fullName', full_name) end as user
       from leaver_rule left join users u on u.id = user_id`,
    );
    return row ?? { handOver: 'ask', user: null };
  }

  /** Rejects with 400 unless the user is active. */
  set({ handOver, userId }: Form, actor: Actor): Promise<Rule> {
    return this.database.transaction(async () => {
      const to = handOver === 'person' ? userId : null;
      const [receiver] = await this.database.query('select 1 from users where id = $1 and active for share', [to]);
      if (to !== null && !receiver) throw inactive();
      await this.database.query(
        `insert into leaver_rule (hand_over, user_id, set_by) values ($1, $2, $3)
         on conflict (sole) do update set hand_over = $1, user_id = $2, set_by = $3`,
        [handOver, to, actor.id],
      );
      const rule = await this.read();
      const details = { to: rule.user?.username };
      await this.audit.add({ action: 'leaver_rule_changed', actor, subject: handOver, details });
      return rule;
    });
  }

  /** Returns what a bulk job does with the leads of this user; null if an administrator must choose. */
  async handOverOf(userId: number): Promise<HandOverAction | null> {
    if ((await this.read()).handOver === 'pool') return { action: 'return-to-pool', reason: 'owner_left' };
    const newUserIds = await this.receiversOf(userId);
    return newUserIds.length > 0 ? { action: 'reassign', newUserIds } : null;
  }

  private async receiversOf(userId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select u.id from leaver_rule r join users u on u.active and u.id <> $1 and case hand_over
         when 'person' then u.id = r.user_id
         when 'team' then u.team_id = (select team_id from users where id = $1)
           and not exists (select from leaves l where l.user_id = u.id and ${isPresent('$2', '$3')}) end
       order by u.id limit 500`,
      [userId, this.clock.now(), this.settings.TIME_ZONE],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the administrator who set the rule, or the first active one. The leads move in this name. */
  async administrator(): Promise<Actor | null> {
    const [row] = await this.database.query<Actor>(
      `select id, username, full_name as "fullName", role from users where role = 'admin' and active
       order by id = (select set_by from leaver_rule) desc nulls last, id limit 1`,
    );
    return row ?? null;
  }
}

const inactive = () => invalidField('userId', 'Please choose an active user');
