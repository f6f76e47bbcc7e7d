import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Pools } from '../pool/pools.js';
import { LeadChangeLog } from '../timeline/lead-change-log.js';
import { isRecyclable, RecyclingFacts, type Position } from './recycling-facts.js';
import { RecyclingNotices } from './recycling-notices.js';
import type { RecyclingOwner } from './recycling-owners.js';
import { asPool } from './recycling-pool.js';
import { dayMs, dayText, morningState, type LeadState } from './recycling.rules.js';

const leadsAtOnce = 1_000;

/** Reminds an owner and announces the moves of the coming night. */
@Injectable()
export class RecyclingMornings {
  constructor(
    private readonly database: Database,
    private readonly facts: RecyclingFacts,
    private readonly pools: Pools,
    private readonly changeLog: LeadChangeLog,
    private readonly notices: RecyclingNotices,
    private readonly clock: Clock,
  ) {}

  async run(owner: RecyclingOwner, day: number): Promise<void> {
    const { untouchedDays, remindDays } = owner.rule;
    // A younger lead cannot have so many working days.
    const before = new Date(this.clock.now().getTime() - (untouchedDays - remindDays - 1) * dayMs);
    let after: Position | null = null;
    do after = await this.runChunk(owner, day, before, after);
    while (after);
    await this.end(owner, day);
  }

  /** Stores the day of people who have no rule or do not work on it. */
  async skip(people: readonly { id: number; day: number }[]): Promise<void> {
    if (people.length === 0) return;
    const rows = people.map(({ id, day }) => ({ id, day: dayText(day) }));
    await this.database.query(
      `insert into recycling_days (user_id, day) select id, day from jsonb_to_recordset($1) as each (id bigint, day date)
       on conflict (user_id) do update set day = excluded.day where recycling_days.day < excluded.day`,
      [JSON.stringify(rows)],
    );
  }

  /** Returns the position of the last lead, or null after the last chunk. */
  private runChunk(owner: RecyclingOwner, day: number, before: Date, after: Position | null) {
    return this.database.transaction(async (): Promise<Position | null> => {
      await this.facts.lockOwner(owner.id);
      const leads = await this.facts.page(owner, before, after, leadsAtOnce);
      const changed = leads.flatMap((lead) => {
        const state = morningState(lead, lead.stored, owner.rule, day, owner.calendar);
        return isSame(state, lead.stored) ? [] : [{ ...state, id: lead.id }];
      });
      await this.facts.write(owner.id, changed);
      const reminded = changed.filter(({ remindedOn, movesOn }) => remindedOn === day && movesOn === null);
      if (reminded.length > 0) {
        const log = { kind: 'edit' as const, what: { what: 'recycling-reminded' as const } };
        const pool = await this.pools.of(owner.id);
        await this.changeLog.write(
          reminded.map(({ id: leadId }) => ({ leadId, ...log })),
          asPool(pool),
        );
      }
      const last = leads.at(-1);
      return leads.length === leadsAtOnce && last ? last : null;
    });
  }

  private async end({ id, rule }: RecyclingOwner, day: number): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.query(
        `delete from recycling_leads s where user_id = $1 and (
           reminded_on is null and protections = 0 and vetoed_at is null
           or not exists (select from user_businesses u where u.id = s.lead_id and u.user_id = s.user_id and ${isRecyclable.replaceAll('user_id', 'u.user_id')}))`,
        [id],
      );
      const [ended] = await this.database.query<{ tonight: number }>(
        `insert into recycling_days (user_id, day, tonight)
         select $1, $2, count(*)::int from recycling_leads where user_id = $1 and moves_on = $2
         on conflict (user_id) do update set day = excluded.day, tonight = excluded.tonight
         where recycling_days.day < excluded.day returning tonight`,
        [id, dayText(day)],
      );
      if (ended) await this.notices.reminded(id, dayText(day), rule);
    });
  }
}

const isSame = (state: LeadState, stored: LeadState | null): boolean =>
  stored
    ? (Object.keys(state) as (keyof LeadState)[]).every((key) => state[key] === stored[key])
    : state.remindedOn === null && state.protections === 0;
