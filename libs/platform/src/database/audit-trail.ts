const minDays = 90;

export const auditTrail = (owner: string, writer: string) => `
  create schema audit authorization ${owner};
  set local role ${owner};

  create table audit.entries (
    id bigint generated always as identity primary key,
    at timestamptz(3) not null,
    actor_id bigint,
    actor text not null,
    action text not null,
    subject text not null,
    outcome text not null check (outcome in ('done', 'refused')),
    address text not null,
    request_id text not null,
    details jsonb not null
  );
  create index entries_at on audit.entries (at, id);
  create index entries_action on audit.entries (action, at, id);
  create index entries_actor on audit.entries (lower(actor), at, id);
  create index entries_text on audit.entries using gin
    (lower(actor || ' ' || subject || ' ' || address || ' ' || request_id) public.gin_trgm_ops);
  grant usage on schema audit to ${writer};
  grant select, insert on audit.entries to ${writer};
`;

/**
 * Returns the SQL of the seals of the trail, and of the only way to delete entries: whole seals, by the age of their newest
 * entry and by the server's clock, with the owner's rights (docs/product/data-and-retention.md#seals).
 */
export const auditSeals = (owner: string, writer: string) => `
  set local role ${owner};
  create table audit.seals (
    n int primary key check (n > 0),
    last_id bigint not null unique,
    ids bigint[],
    leaves text[],
    newest timestamptz(3) not null,
    root text not null,
    previous text not null,
    sealed_at timestamptz(3) not null,
    hash text not null,
    forgotten_at timestamptz(3)
  );
  create index seals_newest on audit.seals (newest) where forgotten_at is null;
  grant select, insert on audit.seals to ${writer};

  -- The lock waits for the transactions that add entries, so no entry appears later with an id up to this one.
  create function audit.settled() returns bigint language plpgsql security definer
  set search_path = pg_catalog set lock_timeout = '1200ms' as $$
  begin
    lock table audit.entries in share mode;
    return (select coalesce(max(id), 0) from audit.entries);
  end $$;

  create or replace function audit.forget(keep_days int, at_most int) returns int language plpgsql security definer
  set search_path = pg_catalog as $$
  declare
    seal audit.seals;
    forgotten int := 0;
  begin
    if keep_days is null or keep_days < ${minDays} then
      raise exception 'entries of the audit trail are kept for ${minDays} days at least';
    end if;
    while forgotten < at_most loop
      select * into seal from audit.seals
      where forgotten_at is null and newest < now() - make_interval(days => keep_days)
      order by newest limit 1 for update skip locked;
      exit when not found;
      delete from audit.entries where id = any (seal.ids);
      forgotten := forgotten + cardinality(seal.ids);
      update audit.seals set ids = null, leaves = null, forgotten_at = now() where n = seal.n;
    end loop;
    return forgotten;
  end $$;
  revoke all on function audit.settled(), audit.forget(int, int) from public;
  grant execute on function audit.settled(), audit.forget(int, int) to ${writer};
`;
