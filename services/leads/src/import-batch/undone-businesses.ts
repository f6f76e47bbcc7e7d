import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { BusinessRepository } from '../business/business.repository.js';
import { fillable } from './imported-businesses.js';
import { isUnused } from './undone-leads.js';

/** SQL: the business still has the value that the import filled. */
const isAsFilled = (column: string) => `coalesce(fill.filled -> '${column}' = to_jsonb(b.${column}), false)`;
const asFilled = fillable.map((column) => `${isAsFilled(column)}::int`).join(' + ');
const reversedColumns = fillable.map((column) => `case when ${isAsFilled(column)} then '${column}' end`).join(', ');
const filled = fillable.map((column) => `(fill.filled ? '${column}')::int`).join(' + ');
/** SQL: how many values of a fill an undo empties and leaves. */
const countsOfFill = `coalesce(sum(${asFilled}), 0)::int as reversed, coalesce(sum(${filled} - (${asFilled})), 0)::int as kept`;

export interface FillCounts {
  reversed: number;
  kept: number;
}

/** Undoes what an import did to businesses. */
@Injectable()
export class UndoneBusinesses {
  constructor(
    private readonly database: Database,
    private readonly repository: BusinessRepository,
  ) {}

  async count(importId: number): Promise<FillCounts> {
    const [counts] = await this.database.query<FillCounts>(
      `select ${countsOfFill} from import_fills fill join businesses b on b.id = fill.business_id
       where fill.import_id = $1 and fill.business_id > coalesce((select last_filled_id from import_undos where import_id = $1), 0)`,
      [importId],
    );
    return counts!;
  }

  /** Returns filled values that are others now. */
  kept(importId: number, limit: number): Promise<{ name: string; field: string }[]> {
    return this.database.query(
      `select b.name, value.key as field
       from import_fills fill join businesses b on b.id = fill.business_id cross join lateral jsonb_each(fill.filled) as value
       where fill.import_id = $1 and to_jsonb(b) -> value.key is distinct from value.value
       order by b.id limit $2`,
      [importId, limit],
    );
  }

  /** Empties the fields that the import filled, if they still have its values. */
  async empty(importId: number, after: number, limit: number): Promise<FillCounts & { read: number; last?: number }> {
    const fills = await this.database.query<{ id: number }>(
      `select business_id as id from import_fills where import_id = $1 and business_id > $2 order by business_id limit $3`,
      [importId, after, limit],
    );
    if (fills.length === 0) return { read: 0, reversed: 0, kept: 0 };
    const ids = fills.map(({ id }) => id);
    await this.database.query('select from businesses where id = any ($1) order by id for update', [ids]);
    const [counts] = await this.database.query<FillCounts>(
      `select ${countsOfFill} from import_fills fill join businesses b on b.id = fill.business_id
       where fill.import_id = $1 and fill.business_id = any ($2)`,
      [importId, ids],
    );
    // The next fill of another import stores the time from before both.
    await this.database.query(
      `update import_fills later set updated_at = fill.updated_at from import_fills fill
       where fill.import_id = $1 and fill.business_id = any ($2) and later.business_id = fill.business_id
         and later.import_id = any (${otherImports}) and later.updated_at = fill.filled_at`,
      [importId, ids],
    );
    await this.database.query(
      `with stay as (
         update import_fills fill set filled = fill.filled - array_remove(array[${reversedColumns}], null)
         from businesses b where fill.import_id = $1 and fill.business_id = b.id and b.id = any ($2)
       )
       update businesses b
       set ${fillable.map((column) => `${column} = case when ${isAsFilled(column)} then null else b.${column} end`).join(', ')},
         updated_at = case when b.updated_at = fill.filled_at then fill.updated_at else b.updated_at end
       from import_fills fill where fill.import_id = $1 and fill.business_id = b.id and b.id = any ($2)`,
      [importId, ids],
    );
    await this.repository.copyToLeads(ids);
    return { ...counts!, read: fills.length, last: ids.at(-1)! };
  }

  /**
   * Removes the businesses that the import made and of which no lead is left. A batch and its businesses have the time of
   * their transaction, so no row has to say which import made a business.
   */
  async removeNew(importId: number, after: number, limit: number): Promise<{ read: number; last?: number }> {
    const made = await this.database.query<{ id: number }>(
      `select made.id from import_batches batch cross join lateral (
         select id from businesses b
         where id > $2 and id between batch.first_business_id and batch.last_business_id
           and created_at = batch.done_at and place_id like 'import:%'
         order by id limit $3 offset 0
       ) as made
       where batch.import_id = $1 and batch.last_business_id > $2 order by made.id limit $3`,
      [importId, after, limit],
    );
    const ids = made.map(({ id }) => id);
    if (ids.length === 0) return { read: 0 };
    await this.database.query('select from businesses where id = any ($1) order by id for update', [ids]);
    await this.database.query(`delete from businesses b where id = any ($1) and ${isUnused}`, [ids]);
    return { read: ids.length, last: ids.at(-1)! };
  }
}

/** SQL for the imports with fills, found by the primary key. */
const otherImports = `array(with recursive imports as (
  select min(import_id) as id from import_fills
  union all select (select min(import_id) from import_fills where import_id > imports.id) from imports where id is not null
) select id from imports where id <> $1)`;
