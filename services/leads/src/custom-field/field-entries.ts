import { readFieldCondition } from '@lead-finder/contracts';
import { BackgroundTask, Database, LOGGER, PeriodicTask, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { entriesByField, fewEntries, type EntryCounts } from '../list/field-entries.rules.js';
import { Parameters } from '../list/parameters.js';
import { QueryCache } from '../list/query-cache.js';

const everyMs = 1_000;
const leadsPerChunk = 2_000;
const entriesPerChunk = 10_000;

interface FilteredField {
  key: string;
  type: string;
  /** Null if the field has no entries yet. */
  isRemoved: boolean | null;
  isWanted: boolean;
  afterId: number | null;
}

/** Writes the entries of all leads for a new filter, and deletes those of a filter that is gone. */
@Injectable()
export class FieldEntries extends BackgroundTask {
  protected readonly task: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly cache: QueryCache,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    this.task = new PeriodicTask('Filters of custom fields', () => this.writeChunk(), everyMs, log);
  }

  /** Returns the keys of these conditions that have no filter, or one whose entries are not written yet. */
  async unknown(conditions: readonly string[]): Promise<string[]> {
    const keys = conditions.flatMap((each) => readFieldCondition(each)?.key ?? []);
    const rows = await this.database.prepared<{ key: string }>(
      `select key from unnest($1::text[]) as key where key not in (
         select key from filtered_fields where after_id is null and not removed
       )`,
      [keys],
    );
    return rows.map(({ key }) => key);
  }

  /** The counts choose how leads are searched, not which, so they may be half a minute old. */
  counts(conditions: readonly string[]): Promise<EntryCounts> {
    const count = async () => {
      const parameters = new Parameters();
      const fields = entriesByField(conditions, parameters);
      const few = [...fields.values()].map(
        (entries) => `(select from lead_field_entries where ${entries} limit ${fewEntries + 1}) as few`,
      );
      const [row] = await this.database.query<{ counts: number[] }>(
        `select array[${few.map((each) => `(select count(*) from ${each})`).join(', ')}]::int[] as counts`,
        parameters.values,
      );
      return new Map([...fields.keys()].map((key, at) => [key, row!.counts[at]!]));
    };
    return this.cache.of('entries', conditions, count, () => true);
  }

  /** Returns whether to go on at once. Only one replica writes at a time; the others skip it. */
  writeChunk(): Promise<boolean> {
    return this.database.transaction(async () => {
      const [lock] = await this.database.query<{ mine: boolean }>(
        `select pg_try_advisory_xact_lock(hashtextextended('filters ' || current_schema, 0)) as mine`,
      );
      const field = lock!.mine ? await this.nextField() : null;
      if (!field) return false;
      if (!field.isWanted) await this.deleteEntries(field);
      else if (field.isRemoved !== false) await this.begin(field);
      else await this.writeEntries(field);
      return true;
    });
  }

  private async nextField(): Promise<FilteredField | null> {
    const [field] = await this.database.query<FilteredField>(
      `select key, coalesce(wanted.type, known.type) as type, known.removed as "isRemoved", known.after_id as "afterId",
         wanted.key is not null as "isWanted"
       from (select key, type from custom_field_definitions where filter and removed_at is null) as wanted
       full join filtered_fields known using (key)
       where wanted.key is null or known.key is null or known.removed or known.after_id is not null
       order by wanted.key is null, key limit 1`,
    );
    return field ?? null;
  }

  /** From now on changed leads write their entries themselves. Waits for transactions that do not know the filter. */
  private async begin({ key, type }: FilteredField): Promise<void> {
    await this.database.query(`select pg_advisory_xact_lock(hashtextextended('field entries ' || current_schema, 0))`);
    await this.database.query(
      `insert into filtered_fields (key, type, after_id) values ($1, $2, 0)
       on conflict (key) do update set type = excluded.type, after_id = 0, removed = false`,
      [key, type],
    );
  }

  private async writeEntries({ key, type, afterId }: FilteredField): Promise<void> {
    const [chunk] = await this.database.query<{ last: number | null }>(
      `with lead as materialized (
         select id, custom_fields from user_businesses where id > $3 order by id limit ${leadsPerChunk} for share
       ), old as (
         delete from lead_field_entries where (entry, lead_id) in (
           select entry, id from lead
           cross join lateral (select entry from lead_field_entries where lead_id = lead.id offset 0) as own
           where entry >= $1 || '!' and entry < $1 || '>'
             and not exists (select from field_values_of(custom_fields -> $1, $2) as value where entry = $1 || value)
         )
       ), added as (
         insert into lead_field_entries (entry, lead_id)
         select distinct $1 || value, id from lead cross join lateral field_values_of(custom_fields -> $1, $2) as value
         on conflict do nothing
       )
       select max(id) as last from lead`,
      [key, type, afterId],
    );
    const last = chunk!.last;
    await this.database.query('update filtered_fields set after_id = $2 where key = $1', [key, last]);
    if (last === null) await this.database.query('analyze lead_field_entries');
  }

  private async deleteEntries({ key, isRemoved }: FilteredField): Promise<void> {
    if (!isRemoved) await this.database.query('update filtered_fields set removed = true where key = $1', [key]);
    const deleted = await this.database.query(
      `delete from lead_field_entries where (entry, lead_id) in (
         select entry, lead_id from lead_field_entries where entry >= $1 || '!' and entry < $1 || '>' limit ${entriesPerChunk}
       ) returning 1`,
      [key],
    );
    if (deleted.length === 0) await this.database.query('delete from filtered_fields where key = $1', [key]);
  }
}
