import { found, foundRows, type Evidence, type Finding } from './evidence.js';

export const schemas = ['users', 'places', 'leads', 'imports', 'progress'] as const;

/** I4: the ledger has one contact for each lead that ever left New, and the counts on the page are its sums. */
export async function contactsCountOnce({ records, afterLead }: Evidence): Promise<Finding[]> {
  const ledger =
    'select lead_id, sum(counts)::int as contacts from progress.contact_ledger where lead_id > $1 group by 1';
  const missing = `select id as lead from leads.user_businesses where id > $1 and first_contact_at is not null
    except select lead_id from (${ledger}) as counted where contacts > 0`;
  const invented = `select lead_id as lead from (${ledger}) as counted
    join leads.user_businesses u on u.id = lead_id where contacts > 0 and first_contact_at is null`;
  const counts = `with recount as (
      select user_id, day, sum(counts)::int as contacts from progress.contact_ledger group by 1, 2
    )
    select user_id, day::text, stored.contacts as stored, recount.contacts as recount
    from progress.contact_counts stored full join recount using (user_id, day)
    where coalesce(stored.contacts, 0) <> coalesce(recount.contacts, 0)`;
  return [
    ...(await foundRows(records, 'lost', 'contacts', missing, [afterLead])),
    ...(await foundRows(records, 'doubled', 'contacts of leads that were never contacted', invented, [afterLead])),
    ...(await foundRows(records, 'doubled', 'contacts', `select * from (${ledger}) as counted where contacts > 1`, [
      afterLead,
    ])),
    ...(await foundRows(records, 'wrong', 'counts of contacts', counts)),
  ];
}

/** I5: when everything is quiet, no event waits in an outbox. */
export async function outboxIsEmpty({ records }: Evidence): Promise<Finding[]> {
  const waiting = schemas.map(
    (schema) => `select '${schema}' as schema, type, occurred_at from ${schema}.outbox where published_at is null`,
  );
  return foundRows(records, 'lost', 'events that were not sent', waiting.join(' union all '));
}

/** The ledger of contacts, rebuilt from all events of leads. */
const rebuilt = `select (lead->>'leadId')::int as lead_id, (lead->>'userId')::int as user_id, (payload->>'changedBy')::int as done_by,
    ((payload->>'at')::timestamptz at time zone 'UTC')::date as day
  from leads.outbox, jsonb_array_elements(payload->'leads') as lead
  where type = 'leads.status-changed' and (lead->>'firstContact')::boolean and (lead->>'leadId')::int > $1`;
const projected =
  'select lead_id, user_id, done_by, day from progress.contact_ledger where counts = 1 and lead_id > $1';

const copies = [
  // Pools have negative ids.
  ['leads.assignees', 'username, full_name, role, active, version', 'where deleted_at is null and id > 0'],
  ['progress.members', 'username, full_name, email, role, active, version', 'where deleted_at is null'],
  ['imports.people', 'username, version', 'where id in (select id from users.users)'],
] as const;

/** I6: the contacts rebuilt from the events are those in the ledger, and the user replicas equal the users. */
export async function copiesAreTrue({ records, afterLead }: Evidence): Promise<Finding[]> {
  const findings = [
    ...(await foundRows(
      records,
      'lost',
      'contacts that were published and not counted',
      `${rebuilt} except all ${projected}`,
      [afterLead],
    )),
    ...(await foundRows(
      records,
      'doubled',
      'contacts that were counted and not published',
      `${projected} except all ${rebuilt}`,
      [afterLead],
    )),
  ];
  for (const [table, columns, living] of copies) {
    const [copy, truth] = [`select id, ${columns} from ${table} ${living}`, `select id, ${columns} from users.users`];
    findings.push(
      ...(await foundRows(records, 'lost', `users that ${table} lacks`, `${truth} except ${copy}`)),
      ...(await foundRows(records, 'wrong', `users as ${table} has them`, `${copy} except ${truth}`)),
    );
  }
  return findings;
}

/** I12: no import without a worker, no dead letters but those spoilt on purpose, no work left in Redis and NATS. */
export async function nothingIsStuck({ records, spoilt, waiting }: Evidence): Promise<Finding[]> {
  const imports = `select id, state, lease_until from imports.imports where state in ('queued', 'processing', 'cancelling', 'undoing')
    and coalesce(lease_until, last_turn_at, created_at) < now() - interval '60 seconds'`;
  const deadLetters = schemas.map(
    (
      schema,
    ) => `select '${schema}' as schema, event_id, type, left(problem, 200) as problem from ${schema}.parked_events
      where event_id <> all($1) and (parked_at is not null or attempts > 1)`,
  );
  return [
    ...(await foundRows(records, 'wrong', 'imports without a worker', imports)),
    ...(await foundRows(records, 'wrong', 'events that can not be handled', deadLetters.join(' union all '), [
      [...spoilt],
    ])),
    ...found('wrong', 'work that is left', await waiting()),
  ];
}
