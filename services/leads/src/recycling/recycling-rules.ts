import { resolveTeams, type Actor, type RecyclingRule } from '@lead-finder/contracts';
import { asService, Bus, Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { LeadAudit } from '../lead/lead-audit.js';

const columns = `team_id as "teamId", active, days as "untouchedDays", remind_days as "remindDays", cool_down_days as "coolDownDays"`;

/** The rules of teams. A team without one has that of the nearest team above (docs/product/recycling.md#rules). */
@Injectable()
export class RecyclingRules {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly audit: LeadAudit,
  ) {}

  list(): Promise<RecyclingRule[]> {
    return this.database.query(`select ${columns} from recycling_rules order by team_id`);
  }

  /** Whether a rule is on, or was and left states behind. */
  async areUsed(): Promise<boolean> {
    const [row] = await this.database.query<{ used: boolean }>(
      'select exists (select from recycling_rules where active) or exists (select from recycling_leads) as used',
    );
    return row!.used;
  }

  async set(rule: RecyclingRule, actor: Actor): Promise<RecyclingRule> {
    const name = await this.nameOf(rule.teamId);
    return this.database.transaction(async () => {
      const before = await this.locked(rule.teamId);
      const { teamId, active, untouchedDays, remindDays, coolDownDays } = rule;
      await this.database.query(
        `insert into recycling_rules (team_id, active, days, remind_days, cool_down_days) values ($1, $2, $3, $4, $5)
         on conflict (team_id) do update set active = $2, days = $3, remind_days = $4, cool_down_days = $5`,
        [teamId, active, untouchedDays, remindDays, coolDownDays],
      );
      if (!isDeepStrictEqual(before, rule))
        await this.audit.record('recycling_rule_changed', actor, name, { before, after: rule });
      return rule;
    });
  }

  async remove(teamId: number, actor: Actor): Promise<void> {
    const name = await this.nameOf(teamId).catch(() => `Team ${teamId}`);
    await this.database.transaction(async () => {
      const before = await this.locked(teamId);
      if (!before) throw notFound('Rule');
      await this.database.query('delete from recycling_rules where team_id = $1', [teamId]);
      await this.audit.record('recycling_rule_changed', actor, name, { before, after: null });
    });
  }

  private async locked(teamId: number): Promise<RecyclingRule | null> {
    const [rule] = await this.database.query<RecyclingRule>(
      `select ${columns} from recycling_rules where team_id = $1 for update`,
      [teamId],
    );
    return rule ?? null;
  }

  /** Rejects with 404 an unknown team. */
  async nameOf(teamId: number): Promise<string> {
    const { teams } = await this.bus.call(resolveTeams, { ids: [teamId] }, asService());
    if (!teams[0]) throw notFound('Team');
    return teams[0].name;
  }
}
