import {
  type Actor,
  type listRecycling,
  type OutputOf,
  type ParsedInputOf,
  type RecyclingForecast,
  type RecyclingLead,
} from '@lead-finder/contracts';
import { AppError, Clock, Database, forbidden } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadAudit } from '../lead/lead-audit.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { mayToOthers, ownersFor, type Owners } from '../lead/lead.policy.js';
import { LeadChangeLog } from '../timeline/lead-change-log.js';
import { isRecyclable, RecyclingFacts, type RecyclableLead } from './recycling-facts.js';
import { RecyclingOwners, type RecyclingOwner } from './recycling-owners.js';
import { forecastOf } from './recycling.rules.js';

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
    const owner = await this.owners.one(userId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable') return undefined;
      throw error;
    });
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
        `select u.id, u.user_id as "userId" ${announced('moves_on')} and u.id = $2`,
        [whose === 'all' ? null : whose, id],
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

  /** A state that a touch made void goes with the next morning, so a page may have fewer leads. */
  private async announced(column: 'reminded_on' | 'moves_on', whose: Owners, page: number, pageSize: number) {
    const ids = whose === 'all' ? null : whose;
    const [rows, [count]] = await Promise.all([
      this.database.query<Listed>(
        `select u.id, u.user_id as "userId" ${announced(column)} order by s.${column}, u.user_id, u.id limit $2 offset $3`,
        [ids, pageSize, (page - 1) * pageSize],
      ),
      this.database.query<{ total: number }>(`select count(*)::int as total ${announced(column)}`, [ids]),
    ]);
    return { rows, total: count!.total };
  }
}

/** The leads of the owners in $1, or of all. */
const announced = (
  column: string,
) => `from recycling_leads s join user_businesses u on u.id = s.lead_id and u.user_id = s.user_id
  where s.${column} is not null and ($1::bigint[] is null or s.user_id = any ($1))
    and ${isRecyclable.replaceAll('user_id', 'u.user_id')}`;

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
