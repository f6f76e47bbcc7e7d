/** Younger entries go by no means that the product has. */
const leastDays = 90;

/**
 * The table of the audit trail, its indexes for each filter, and the one way in which entries leave it: by age. A
 * function that runs with its owner's rights, so that the writer needs no right to delete.
 */
export const auditTrail = (owner: string, writer: string) => `
  begin;
  create schema audit authorization ${owner};
  set local role ${owner};

  create table audit.entries (
    id bigint generated always as identity primary key,
    at timestamptz(3) not null,
    actor_id int,
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

  create function audit.forget(keep_days int) returns bigint language plpgsql security definer
  set search_path = pg_catalog as $$
  declare forgotten bigint;
  begin
    if keep_days is null or keep_days < ${leastDays} then
      raise exception 'entries of the audit trail are kept for ${leastDays} days at least';
    end if;
    delete from audit.entries where at < now() - make_interval(days => keep_days);
    get diagnostics forgotten = row_count;
    return forgotten;
  end $$;

  revoke all on function audit.forget(int) from public;
  grant usage on schema audit to ${writer};
  grant select, insert on audit.entries to ${writer};
  grant execute on function audit.forget(int) to ${writer};
  commit;
`;
