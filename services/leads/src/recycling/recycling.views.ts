import {
  type Actor,
  type listRecycling,
  type OutputOf,
  type ParsedInputOf,
  type RecyclingForecast,
  type RecyclingLead,
} from '@lead-finder/contracts';
import { AppError, Clock, Database, forbidden, orIfUnavailable } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadAudit } from '../lead/lead-audit.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { mayToOthers, ownersFor, type Owners } from '../lead/lead.policy.js';
import { LeadChangeLog } from '../timeline/lead-change-log.js';
import { isRecyclable, RecyclingFacts, type RecyclableLead } from './recycling-facts.js';
import { RecyclingOwners, type RecyclingOwner } from './recycling-owners.js';
import { forecastOf } from './recycling.rules.js';

/** The list has no page behind so many leads. */
const maxListed = 10_000;

interface Listed {
  id: number;
  userId: number;
}

/** Shows which leads go to the pool and when, and lets managers keep them (docs/product/recycling.md). */
@Injectable()
export class RecyclingViews {
  constructor(
    private readonly database: Database,
    private readonly facts: RecyclingFacts,
    private readonly owners: RecyclingOwners,
    private readonly changeLog: LeadChangeLog,
    private readonly audit: LeadAudit,
    private readonly signals: LeadSignals,
    private readonly clock: Clock,
  ) {}

  /** Returns nothing if the lead never moves, or if the users service does not answer. */
  async forecast(id: number, userId: number): Promise<RecyclingForecast | null> {
    const owner = await orIfUnavailable(this.owners.one(userId), undefined);
    const [lead] = owner ? await this.facts.ofIds(owner, [id]) : [];
    return lead ? this.forecastOf(lead, owner!) : null;
  }

  async list(
    { own, page, pageSize }: ParsedInputOf<typeof listRecycling>,
    actor: Actor,
  ): Promise<OutputOf<typeof listRecycling>> {
    if (!own && !mayToOthers(actor, 'reassign')) return { leads: [], total: 0 };
    const whose: Owners = own ? [actor.id] : ownersFor(actor, 'reassign');
    const { rows, total } = await this.announced(own ? 'reminded_on' : 'moves_on', whose, page, pageSize);
    const owners = await this.owners.of([...new Set(rows.map(({ userId }) => userId))]);
    const shown = new Map<number, RecyclingLead>();
    for (const owner of owners.values()) {
      const ids = rows.filter(({ userId }) => userId === owner.id).map(({ id }) => id);
      for (const lead of await this.facts.ofIds(owner, ids)) {
        const forecast = this.forecastOf(lead, owner);
        if (forecast && lead.stored?.since === lead.since) shown.set(lead.id, shownOf(lead, forecast));
      }
    }
    return { leads: rows.flatMap(({ id }) => shown.get(id) ?? []), total };
  }

  async veto(id: number, actor: Actor): Promise<void> {
    await this.database.transaction(async () => {
      const whose = ownersFor(actor, 'reassign');
      const [found] = await this.database.query<Listed>(
        `select id, user_id as "userId" from user_businesses u
         where id = $1 and ($2::bigint[] is null or user_id = any ($2)) and ${isRecyclable}
           and exists (select from recycling_leads s where lead_id = u.id and s.user_id = u.user_id and moves_on is not null)`,
        [id, whose === 'all' ? null : whose],
      );
      if (!found) throw movesNot();
      if (found.userId === actor.id)
        throw forbidden('This lead is yours. A call, an email, a meeting or a new status keeps it.');
      await this.facts.lockOwner(found.userId);
      await this.facts.lock([id]);
      const [kept] = await this.database.query<{ name: string }>(
        `update recycling_leads s set vetoed_at = $3, vetoed_by = $4, since = date_trunc('milliseconds', $3::timestamptz),
           protections = 0, protected_until = null, reminded_on = null, moves_on = null
         from user_businesses u where u.id = $1 and s.lead_id = u.id and u.user_id = $2 and s.user_id = $2
           and s.moves_on is not null returning u.name`,
        [id, found.userId, this.clock.now(), actor.id],
      );
      if (!kept) throw movesNot();
      await this.changeLog.write([{ leadId: id, kind: 'edit', what: { what: 'recycling-vetoed' } }], actor);
      await this.audit.record('recycling_vetoed', actor, kept.name, { id, userId: found.userId });
      this.signals.leadsChanged([found.userId], [id]);
    });
  }

  private forecastOf(lead: RecyclableLead, { rule, today, calendar }: RecyclingOwner) {
    return forecastOf(lead, lead.stored, rule, today, calendar);
  }

  /** The next morning removes the state of a lead that a touch or another change made void, so a page may have fewer leads. */
  private async announced(column: 'reminded_on' | 'moves_on', whose: Owners, page: number, pageSize: number) {
    const announced = `select lead_id as id, user_id as "userId" from recycling_leads
      where ${column} is not null and ($1::bigint[] is null or user_id = any ($1))
      order by user_id, ${column}, lead_id limit ${maxListed}`;
    const ids = whose === 'all' ? null : whose;
    const [rows, [count]] = await Promise.all([
      this.database.query<Listed>(`select * from (${announced}) as listed limit $2 offset $3`, [
        ids,
        pageSize,
        (page - 1) * pageSize,
      ]),
      this.database.query<{ total: number }>(`select count(*)::int as total from (${announced}) as listed`, [ids]),
    ]);
    return { rows, total: count!.total };
  }
}

const movesNot = () => new AppError('not_found', 'not_found', 'This lead does not move tonight');

const shownOf = ({ id, uuid, name, status, user, since }: RecyclableLead, forecast: RecyclingForecast) => ({
  id,
  uuid,
  name,
  status,
  user,
  untouchedSince: new Date(since).toISOString(),
  forecast,
});
