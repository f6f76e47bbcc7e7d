import type { Actor } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { metresFrom } from '../lead/distance.js';
import { leadPoint, pointOf } from '../lead/lead-point.js';
import { isLocated, leadConditions, owners, type ScopedFilter } from './lead-filter.rules.js';
import { Parameters } from './parameters.js';
import { LeadListViews, type LeadPage } from './lead-list.views.js';
import { LeadTotals, type Total } from './lead-totals.js';

interface Place {
  latitude: number;
  longitude: number;
}

/** How many of the nearest leads the pages show. */
const maxNearest = 1_000;
/** The number of leads of all users that a query reads outwards from the place. */
const maxAround = 5_000;

@Injectable()
export class NearestLeadViews {
  constructor(
    private readonly database: Database,
    private readonly lists: LeadListViews,
    private readonly totals: LeadTotals,
  ) {}

  /**
   * Reads the leads around the place and the newest that match. The first finds the nearest leads of a frequent filter,
   * the second all leads of a rare one (docs/product/lead-list.md#near-me).
   */
  async page(
    filter: ScopedFilter,
    actor: Actor,
    { latitude, longitude }: Place,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<LeadPage & Total> {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const y = `${parameters.add(latitude)}::float8`;
    const x = `${parameters.add(longitude)}::float8`;
    const sampleSize = await this.totals.sampleSize(filter, actor);
    const rows = await this.database.query<{ id: number; distance: number }>(
      `with around as materialized (
         select * from user_businesses where ${isLocated}
         order by ${leadPoint} <-> ${pointOf(x, y)} limit ${maxAround}
       ),
       newest as materialized (
         select id, latitude, longitude from user_businesses where ${where} and ${isLocated}
         order by assigned_at desc, id desc limit ${sampleSize}
       )
       select id, ${metresFrom(y, x)} as distance
       from (select id, latitude, longitude from around where ${where} union select * from newest) as candidates
       order by distance, id limit ${maxNearest}`,
      parameters.values,
    );
    const shown = new Map(rows.slice(offset, offset + limit).map(({ id, distance }) => [id, Math.round(distance)]));
    const leads = await this.lists.records([...shown.keys()], owners(filter, actor));
    return {
      leads: leads.map((lead) => ({ ...lead, distance: shown.get(lead.userBusiness.id)! })),
      nextCursor: null,
      previousCursor: null,
      total: rows.length,
      totalIsExact: true,
    };
  }
}
