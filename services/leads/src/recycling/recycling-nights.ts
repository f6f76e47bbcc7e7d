import { Clock, counted, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { nothingMore } from '../bulk/bulk-actions.js';
import { BulkChange } from '../bulk/bulk-change.js';
import { LeadAudit } from '../lead/lead-audit.js';
import { Pools } from '../pool/pools.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { RecyclingFacts } from './recycling-facts.js';
import { RecyclingNotices } from './recycling-notices.js';
import type { RecyclingOwner } from './recycling-owners.js';
import { asPool } from './recycling-pool.js';
import { dayMs, dayText, nightState, type LeadState } from './recycling.rules.js';

const leadsAtOnce = 2_000;

/** Moves announced leads that are still untouched, after the owner's day has ended. */
@Injectable()
export class RecyclingNights {
  constructor(
    private readonly database: Database,
    private readonly facts: RecyclingFacts,
    private readonly change: BulkChange,
    private readonly pools: Pools,
    private readonly userReplica: UserReplica,
    private readonly audit: LeadAudit,
    private readonly notices: RecyclingNotices,
    private readonly clock: Clock,
  ) {}

  async run(userId: number, owner: RecyclingOwner | undefined): Promise<void> {
    if (owner) while (await this.runChunk(owner));
    else await this.forget(userId);
    await this.notices.moved(userId);
  }

  /** No rule is on for the owner, or the owner cannot sign in. */
  async forget(userId: number): Promise<void> {
    await this.database.query('delete from recycling_leads where user_id = $1', [userId]);
  }

  /** Returns whether there may be more. */
  private runChunk(owner: RecyclingOwner): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.facts.lockOwner(owner.id);
      const announced = await this.database.query<{ id: number }>(
        'select lead_id as id from recycling_leads where user_id = $1 and moves_on < $2 order by moves_on, lead_id limit $3',
        [owner.id, dayText(owner.today), leadsAtOnce],
      );
      if (announced.length === 0) return false;
      const ids = announced.map(({ id }) => id);
      await this.facts.lock(ids);
      const leads = await this.facts.ofIds(owner, ids);
      const moving: number[] = [];
      const staying: (LeadState & { id: number })[] = [];
      for (const lead of leads) {
        const { stored } = lead;
        if (!stored || stored.movesOn === null) continue;
        const state = nightState(lead, { ...stored, movesOn: stored.movesOn }, owner.rule, owner.calendar);
        if (state === 'moves') moving.push(lead.id);
        else staying.push({ ...state, movesOn: null, id: lead.id });
      }
      await this.facts.write(owner.id, staying);
      const gone = ids.filter((id) => !staying.some((each) => each.id === id));
      const refused = await this.move(owner, moving);
      await this.database.query('delete from recycling_leads where lead_id = any ($1)', [
        gone.filter((id) => !refused.includes(id)),
      ]);
      await this.beginAgain(refused);
      return announced.length === leadsAtOnce;
    });
  }

  /** Returns the leads whose business is in the pool already. */
  private async move(owner: RecyclingOwner, ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const pool = await this.pools.of(owner.id);
    const actor = asPool(pool);
    const order = {
      ...nothingMore,
      action: 'return-to-pool' as const,
      reason: 'untouched' as const,
      coolDownUntil: new Date(this.clock.now().getTime() + owner.rule.coolDownDays * dayMs),
      actor,
    };
    const { changed, refused } = await this.change.apply(order, ids, null);
    if (changed.length > 0) {
      const moved = changed.map(({ id }) => id);
      await this.database.query('update recycling_days set moved = moved + $2 where user_id = $1', [
        owner.id,
        moved.length,
      ]);
      const { fullName } = await this.userReplica.summary(owner.id);
      const subject = `${counted(moved.length, 'lead')} of ${fullName}`;
      await this.audit.record('leads_recycled', actor, subject, { from: owner.id, to: pool.id, ids: moved });
    }
    return refused.map(({ id }) => id);
  }

  /** Their days count from now on. */
  private async beginAgain(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.query(
      `update recycling_leads set vetoed_at = $2, vetoed_by = null, since = date_trunc('milliseconds', $2::timestamptz),
         protections = 0, protected_until = null, reminded_on = null, moves_on = null where lead_id = any ($1)`,
      [ids, this.clock.now()],
    );
  }
}
