import type { Actor, PoolRule } from '@lead-finder/contracts';
import { AppError, Clock, counted, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { WorkingDays } from '../follow-up/working-days.js';
import { LeadAudit } from '../lead/lead-audit.js';

const defaultRule: PoolRule = { claimsADay: 10 };

/** Counts claims by the day of each user's own clock (docs/product/pool.md#claims-a-day). */
@Injectable()
export class PoolClaims {
  constructor(
    private readonly database: Database,
    private readonly days: WorkingDays,
    private readonly audit: LeadAudit,
    private readonly clock: Clock,
  ) {}

  async rule(): Promise<PoolRule> {
    const [rule] = await this.database.query<PoolRule>('select claims_a_day as "claimsADay" from pool_rule');
    return rule ?? defaultRule;
  }

  setRule({ claimsADay }: PoolRule, actor: Actor): Promise<PoolRule> {
    return this.database.transaction(async () => {
      const { claimsADay: before } = await this.rule();
      await this.database.query(
        'insert into pool_rule (claims_a_day) values ($1) on conflict (sole) do update set claims_a_day = $1',
        [claimsADay],
      );
      if (before !== claimsADay)
        await this.audit.record('pool_rule_changed', actor, counted(claimsADay, 'lead'), { before, after: claimsADay });
      return { claimsADay };
    });
  }

  async today(actor: Actor): Promise<PoolRule & { claimedToday: number }> {
    const [row] = await this.database.query<{ claims: number }>(
      'select claims from pool_claims where user_id = $1 and day >= $2',
      [actor.id, this.dayOf(actor)],
    );
    return { ...(await this.rule()), claimedToday: row?.claims ?? 0 };
  }

  /** Counts a claim in the caller's transaction. A user who moves west gets no day twice. Rejects with 409 if the user has claimed as many as a day allows. */
  async add(actor: Actor): Promise<PoolRule & { claimedToday: number }> {
    const { claimsADay } = await this.rule();
    const [row] = await this.database.query<{ claims: number }>(
      `insert into pool_claims as present (user_id, day, claims, claimed_at) values ($1, $2, 1, $4)
       on conflict (user_id) do update set day = greatest(present.day, excluded.day), claimed_at = excluded.claimed_at,
         claims = case when present.day < excluded.day then 1 else present.claims + 1 end
       where present.day < excluded.day or present.claims < $3
       returning claims`,
      [actor.id, this.dayOf(actor), claimsADay, this.clock.now()],
    );
    if (row) return { claimsADay, claimedToday: row.claims };
    const message = `You have claimed ${counted(claimsADay, 'lead')} today. You can claim again tomorrow.`;
    throw new AppError('conflict', 'claim_limit', message);
  }

  private dayOf({ timeZone }: Actor): string {
    return this.days.of(timeZone).present().today;
  }
}
