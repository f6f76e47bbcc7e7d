import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProviderMemory1700000002000 implements MigrationInterface {
  name = 'ProviderMemory1700000002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table known_locations (
        geocoder text not null,
        text text not null,
        latitude double precision,
        longitude double precision,
        region text,
        found_at timestamptz not null default now(),
        primary key (geocoder, text)
      );

      create table provider_turns (
        name text primary key,
        taken_until timestamptz not null
      );

      -- From here on a row is one call.
      insert into provider_calls (provider, actor_id, search_method, calls, outcome, made_at)
        select provider, actor_id, search_method, 1, outcome, made_at
        from provider_calls, generate_series(2, calls);
      alter table provider_calls drop column calls;
      alter table provider_calls rename column search_method to operation;

      -- One round trip, because all bookings wait for each other: two replicas must not both take the last call of a
      -- day. Without limits (null) no booking waits.
      create function book_provider_call(
        of_provider text, of_actor int, of_operation text, most_of_everybody int, most_of_one int
      ) returns table (entry bigint, spent text, seconds_left int) language plpgsql as $$
      declare
        today timestamptz := date_trunc('day', now(), 'UTC');
        everybody int;
        own int;
      begin
        if most_of_everybody is not null then
          perform pg_advisory_xact_lock(hashtextextended('provider quota', 0));
          select count(*), count(*) filter (where actor_id = of_actor) into everybody, own
            from provider_calls where provider = of_provider and made_at >= today;
          if everybody >= most_of_everybody or own >= most_of_one then
            spent := case when everybody >= most_of_everybody then 'everybody' else 'own' end;
            seconds_left := ceil(extract(epoch from today + interval '1 day' - now()));
            return next;
            return;
          end if;
        end if;
        insert into provider_calls (provider, actor_id, operation, outcome)
          values (of_provider, of_actor, of_operation, 'asked') returning id into entry;
        return next;
      end $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
