/** SQL that notes a change of details of `leads`, for statements inside `uncounted`, which no trigger sees. */
export const noteDetails = (leads: string) => `
  insert into changes (type, subjects, owners)
  select 'lead.changed', array_agg(id::bigint order by id), array_agg(user_id::bigint order by id)
  from (select id, user_id, (row_number() over (order by id) - 1) / 1000 as part from ${leads}) as lead
  where current_setting('lead_finder.backfill', true) = 'details' group by part`;
