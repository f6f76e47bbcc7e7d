import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Writes the entries of leads whose custom fields are new. */
const written = (leads: string) => `
  insert into lead_field_entries (entry, lead_id)
  select distinct field.key || value, lead.id
  from ${leads} lead cross join filtered_fields field
  cross join lateral field_values_of(lead.custom_fields -> field.key, field.type) as value
  where not field.removed
  on conflict do nothing;`;

/** What leads have in the custom fields with a filter, an entry per value (docs/product/custom-fields.md#filters). */
export class FieldEntries1700000044000 implements MigrationInterface {
  name = 'FieldEntries1700000044000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table lead_field_entries (
        entry text collate "C" not null,
        lead_id bigint not null,
        primary key (entry, lead_id)
      );
      create index lead_field_entries_of_lead on lead_field_entries (lead_id, entry);
      -- Up to 20 fields share the column. The planner needs the number of leads of each value.
      alter table lead_field_entries alter column entry set statistics 2000;

      -- The fields with entries. 'after_id' is the last lead that has its entries, null once all leads have them.
      create table filtered_fields (
        key text primary key,
        type text not null,
        after_id bigint,
        removed boolean not null default false
      );

      create function ordered_number(value double precision) returns text language sql immutable as $$
        select lpad(to_hex(case when bits < 0 then ~bits else bits # (1::bigint << 63) end), 16, '0')
        from (select ('x' || encode(float8send(value + 0), 'hex'))::bit(64)::bigint as bits) as number
      $$;
      create function field_values_of(given jsonb, type text) returns setof text language sql immutable as $$
        select '=' || case
          when jsonb_typeof(item) = 'number' then ordered_number(item::double precision)
          when type in ('text', 'long_text', 'link') then ''
          else left(item #>> '{}', 500)
        end
        from jsonb_array_elements(case jsonb_typeof(given) when 'array' then given else jsonb_build_array(given) end) as each (item)
        where given is not null
        union all
        select '!' where given is null or given = '[]'
      $$;
    `);
    await runner.query(`
      create function write_field_entries() returns trigger language plpgsql as $$
      begin
        -- A new filter waits for transactions that do not know it.
        perform pg_advisory_xact_lock_shared(hashtextextended('field entries ' || current_schema, 0));
        if not exists (select from filtered_fields) then
          return null;
        end if;
        if tg_op = 'INSERT' then
          ${written('added')}
        elsif tg_op = 'DELETE' then
          delete from lead_field_entries where lead_id in (select id from removed);
        else
          delete from lead_field_entries where lead_id in (
            select id from added join removed using (id) where added.custom_fields <> removed.custom_fields
          );
          ${written('(select added.* from added join removed using (id) where added.custom_fields <> removed.custom_fields)')}
        end if;
        return null;
      end $$;
      create trigger fields_added after insert on user_businesses
        referencing new table as added for each statement execute function write_field_entries();
      create trigger fields_changed after update on user_businesses
        referencing old table as removed new table as added for each statement execute function write_field_entries();
      create trigger fields_removed after delete on user_businesses
        referencing old table as removed for each statement execute function write_field_entries();
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
