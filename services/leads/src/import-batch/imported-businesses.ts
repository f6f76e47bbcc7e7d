import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { BusinessRepository } from '../business/business.repository.js';
import type { FillableBusiness } from './row-changes.rules.js';

/** The columns that an import fills (docs/product/data-and-retention.md#first-writer-wins). */
export const fillable = ['phone', 'website', 'state', 'county', 'latitude', 'longitude'] as const;

@Injectable()
export class ImportedBusinesses {
  constructor(
    private readonly database: Database,
    private readonly repository: BusinessRepository,
  ) {}

  /** Fills what the known businesses of `given_leads` lack. */
  async fill(importId: number): Promise<void> {
    await this.fillFrom(
      `(select oldest.id, ${fillable.map((column) => `given.${column}`).join(', ')} from given_leads given
        cross join lateral (${oldestBusiness('given.match_key', 'id')}) as oldest where place_id is not null)`,
      [importId],
    );
  }

  /** Fills the empty columns of businesses. */
  async fillKnown(importId: number, given: readonly ({ id: number } & Partial<FillableBusiness>)[]): Promise<void> {
    if (given.length === 0) return;
    const merged = new Map<number, object>();
    for (const each of given) merged.set(each.id, { ...merged.get(each.id), ...each });
    const columns = `id bigint, phone text, website text, state text, county text, latitude double precision,
      longitude double precision`;
    await this.fillFrom(`jsonb_to_recordset($2)`, [importId, JSON.stringify([...merged.values()])], columns);
  }

  /** Locks the businesses in an order without deadlocks, and stores what it fills. */
  private async fillFrom(source: string, parameters: unknown[], columns?: string): Promise<void> {
    const filled = await this.database.query<{ id: number }>(
      `with lacking as materialized (
         select b.id, b.updated_at, ${fillable.map((each) => `case when b.${each} is null then given.${each} end as ${each}`).join(', ')}
         from ${source} as given${columns ? ` (${columns})` : ''} join businesses b using (id)
         where ${fillable.map((each) => `b.${each} is null and given.${each} is not null`).join(' or ')}
         order by b.id for update of b
       ), image as (
         insert into import_fills (import_id, business_id, filled, updated_at, filled_at)
         select $1, id, jsonb_strip_nulls(jsonb_build_object(${fillable.map((each) => `'${each}', ${each}`).join(', ')})),
           updated_at, now() from lacking
         on conflict (import_id, business_id) do update
           set filled = import_fills.filled || excluded.filled, filled_at = excluded.filled_at
       )
       update businesses b
       set ${fillable.map((each) => `${each} = coalesce(b.${each}, lacking.${each})`).join(', ')}, updated_at = now()
       from lacking where b.id = lacking.id returning b.id`,
      parameters,
    );
    await this.repository.copyToLeads(filled.map((row) => row.id));
  }
}

/** SQL for the oldest business of a key. `offset 0` makes PostgreSQL search by key and then sort the few rows. */
export const oldestBusiness = (key: string, wanted: string) =>
  `select ${wanted} from (select * from businesses where match_key = ${key} offset 0) as same order by id limit 1`;
