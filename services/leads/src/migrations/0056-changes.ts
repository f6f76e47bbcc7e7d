import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leads per row, so that the body of a webhook and a page of the feed have a limit. */
const maxLeads = 1_000;

const part = (order: string) => `(row_number() over (order by ${order}) - 1) / ${maxLeads} as part`;
const ids = (column: string) => `array_agg(${column}::bigint order by id)`;

/**
 * What changed, for the change feed and webhooks (docs/decisions/0058-changes-in-commit-order.md). Triggers append a row
 * for each statement and kind of change, with all its leads. A row gets its position after its commit.
 */
export class Changes1700000056000 implements MigrationInterface {
  name = 'Changes1700000056000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table changes (
        -- In the order of writes to each lead, because its row is locked then. Transactions commit in another order.
        id bigint generated always as identity,
        -- In the order of commits.
        position bigint unique,
        type text not null,
        subjects bigint[] not null,
        owners bigint[] not null,
        previous_owners bigint[],
        data jsonb not null default '{}',
        occurred_at timestamptz not null default clock_timestamp(),
        published_at timestamptz
      );
      create index changes_published on changes (published_at);
      create table change_feed (
        sole boolean primary key default true check (sole),
        last bigint not null,
        expired_to bigint not null
      );
      insert into change_feed (last, expired_to) values (0, 0);
    `);
    await runner.query(`
      create function note_added_leads() returns trigger language plpgsql as $$
      begin
        insert into changes (type, subjects, owners, data)
        select 'lead.created', ${ids('id')}, ${ids('user_id')}, jsonb_build_object('status', status, 'archived', archived)
        from (select id, user_id, status, archived, ${part('id')} from added) as lead group by status, archived, part;
        return null;
      end $$;
      create function note_removed_leads() returns trigger language plpgsql as $$
      begin
        insert into changes (type, subjects, owners)
        select 'lead.deleted', ${ids('id')}, ${ids('user_id')}
        from (select id, user_id, ${part('id')} from removed) as lead group by part;
        return null;
      end $$;
      create function note_changed_leads() returns trigger language plpgsql as $$
      begin
        insert into changes (type, subjects, owners, previous_owners, data)
        select type, ${ids('id')}, ${ids('user_id')},
          case when type in ('lead.assigned', 'lead.reassigned') then ${ids('previous')} end, data
        from (
          select a.id, a.user_id, r.user_id as previous, kind.type, kind.data, ${part('kind.type, kind.data, a.id')}
          from added a join removed r on r.id = a.id
          cross join lateral (values
            (case when r.user_id < 0 and a.user_id > 0 then 'lead.assigned' else 'lead.reassigned' end,
              jsonb_build_object('status', a.status, 'archived', a.archived), a.user_id <> r.user_id),
            ('lead.status_changed', jsonb_build_object('from', r.status, 'to', a.status), a.status <> r.status),
            (case when a.archived then 'lead.archived' else 'lead.restored' end, '{}', a.archived <> r.archived),
            ('lead.changed', '{}', a.revision <> r.revision
              and (a.user_id, a.status, a.archived) = (r.user_id, r.status, r.archived))
          ) as kind (type, data, happened)
          where kind.happened
        ) as moved group by type, data, part;
        return null;
      end $$;
      create function note_added_activities() returns trigger language plpgsql as $$
      begin
        insert into changes (type, subjects, owners, data)
        select 'activity.added', array[lead.id::bigint], array[lead.user_id::bigint], jsonb_build_object('activity',
          jsonb_build_object('id', a.id, 'type', a.type, 'createdBy', a.created_by))
        from added a join user_businesses lead on lead.id = a.user_business_id;
        return null;
      end $$;
      -- Not in the condition of its triggers, because a column that is used there cannot get another type.
      create function note_user() returns trigger language plpgsql as $$
      begin
        if new.id < 0 or (tg_op = 'UPDATE' and old.version = new.version
            and (old.deleted_at is null) = (new.deleted_at is null)) then
          return null;
        end if;
        insert into changes (type, subjects, owners, data)
        select case
            when new.deleted_at is not null then 'user.deleted'
            when tg_op = 'INSERT' then 'user.created'
            when old.active and not new.active then 'user.deactivated'
            else 'user.changed' end,
          array[new.id::bigint], array[new.id::bigint],
          jsonb_build_object('user', jsonb_build_object('id', new.id, 'role', new.role, 'active', new.active));
        return null;
      end $$;
    `);
    await runner.query(`
      create trigger noted_added after insert on user_businesses
        referencing new table as added for each statement execute function note_added_leads();
      create trigger noted_removed after delete on user_businesses
        referencing old table as removed for each statement execute function note_removed_leads();
      create trigger noted_changed after update on user_businesses
        referencing new table as added old table as removed for each statement
        when (coalesce(current_setting('lead_finder.backfill', true), '') not in ('on', 'details'))
        execute function note_changed_leads();
      create trigger noted_activities after insert on contact_activities
        referencing new table as added for each statement execute function note_added_activities();
      create trigger noted_new_user after insert on assignees
        for each row execute function note_user();
      create trigger noted_user after update on assignees
        for each row execute function note_user();
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
