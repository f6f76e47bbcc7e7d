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

/** Returns the SQL of the only way to delete entries: by age and by the server's clock, with the owner's rights. */
export const auditDeletion = (owner: string, writer: string) => `
  set local role ${owner};
  create function audit.forget(keep_days int, at_most int) returns int language plpgsql security definer
  set search_path = pg_catalog as $$
  declare forgotten int;
  begin
    if keep_days is null or keep_days < ${minDays} then
      raise exception 'entries of the audit trail are kept for ${minDays} days at least';
    end if;
    delete from audit.entries where id = any (array(
      select id from audit.entries where at < now() - make_interval(days => keep_days)
      order by at, id limit at_most for update skip locked
    ));
    get diagnostics forgotten = row_count;
    return forgotten;
  end $$;
  revoke all on function audit.forget(int, int) from public;
  grant execute on function audit.forget(int, int) to ${writer};
`;
