import type { Actor, ExportRule } from '@lead-finder/contracts';
import { Clock, counted, Database, invalidField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadAudit } from '../lead/lead-audit.js';
import { moment } from '../lead/lead-columns.js';
import { Notifications } from '../notification/notifications.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { dayMs, isLooser } from './export-limit.rules.js';

const noRule: ExportRule = { maxLeads: null, next: null };
const textOf = (maxLeads: number | null) => (maxLeads === null ? 'no limit' : counted(maxLeads, 'lead'));

/** From how many leads on an export needs a second administrator (docs/product/lead-list.md#exports-that-wait). */
@Injectable()
export class ExportRules {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
    private readonly notifications: Notifications,
    private readonly audit: LeadAudit,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<ExportRule> {
    const [rule] = await this.database.query<ExportRule>(
      `select case when next_from <= $1 then next_max_leads else max_leads end as "maxLeads",
         case when next_from > $1 then json_build_object('maxLeads', next_max_leads, 'from', ${moment('next_from')}) end as next
       from export_rule`,
      [this.clock.now()],
    );
    return rule ?? noRule;
  }

  /** A tighter number holds at once, a looser one a day later. Every other administrator learns of both. */
  set(actor: Actor, maxLeads: number | null): Promise<ExportRule> {
    return this.database.transaction(async () => {
      await this.userReplica.addActor(actor);
      await this.database.lock('export rule');
      const others = await this.userReplica.administratorsExcept(actor.id);
      if (maxLeads !== null && others.length === 0) throw withoutSecond();
      const { maxLeads: present } = await this.read();
      const from = isLooser(maxLeads, present) ? new Date(this.clock.now().getTime() + dayMs) : null;
      await this.database.query(
        `insert into export_rule (max_leads, next_max_leads, next_from) values ($1, $2, $3)
         on conflict (sole) do update set max_leads = $1, next_max_leads = $2, next_from = $3`,
        from ? [present, maxLeads, from] : [maxLeads, null, null],
      );
      const subject = textOf(maxLeads);
      const details = { before: present, after: maxLeads, from: from?.toISOString() };
      await this.audit.record('export_rule_changed', actor, subject, details);
      await this.notifications.warn(others, {
        title: 'Rule of exports changed',
        message: `${actor.fullName} set from where on exports wait: ${subject}${from ? ', in 24 hours' : ''}.`,
        sourceUserId: actor.id,
      });
      return this.read();
    });
  }
}

const withoutSecond = () => invalidField('maxLeads', 'Please add a second administrator first, who can allow exports');
