import { found, foundRows, type Evidence, type Finding } from './evidence.js';
import type { Import } from './imported-file.js';
import type { Records } from './records.js';

interface Counted {
  state: string;
  created: number;
  found: number;
  failed: number;
  leads: number;
  images: number;
  reports: number;
}

interface CheckedImports {
  records: Records;
  imports: readonly { id: number; file: { rows: number }; mayStop: boolean }[];
}

/** I1: the counts of an import equal its leads and its failed rows, and their sum equals the rows of the file. */
export async function rowsAreCounted({ records, imports }: CheckedImports): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, file, mayStop } of imports) {
    const counted = await countsOf(records, id);
    if (!counted) {
      findings.push(...found('lost', 'an import that was acknowledged', [id]));
      continue;
    }
    const { state, created, found: foundLeads, failed, leads, images, reports } = counted;
    if (state !== 'completed' && !(mayStop && state === 'failed'))
      findings.push(...found('wrong', `import ${id} is not completed`, [state]));
    if (state === 'completed')
      findings.push(...difference('rows of the file in the counts', file.rows, created + foundLeads + failed));
    findings.push(
      ...difference(`leads of import ${id}`, created, leads),
      ...difference(`leads that import ${id} found`, foundLeads, images),
      ...difference(`failed rows of import ${id}`, failed, reports),
    );
  }
  return findings;
}

async function countsOf(records: Records, id: number): Promise<Counted | undefined> {
  const [counted] = await records.rows<Counted>(
    `select state, created, updated + unchanged as found, invalid + unknown_user + duplicate_in_file + duplicate_in_database as failed,
       (select count(*)::int from leads.user_businesses where import_id = i.id) as leads,
       (select count(*)::int from leads.import_changes where import_id = i.id) as images,
       (select count(*)::int from imports.import_row_errors where import_id = i.id) as reports
     from imports.imports i where id = $1`,
    [id],
  );
  return counted;
}

function difference(what: string, expected: number, there: number): Finding[] {
  if (expected === there) return [];
  return [
    {
      harm: there < expected ? 'lost' : 'doubled',
      count: Math.abs(expected - there),
      what: `${what}: ${there} of ${expected}`,
    },
  ];
}

/**
 * I2: each line after the header is exactly one new lead, one lead that was found, or one failed row. The last failed rows of an import that lost its
 * upload are unknown, but the next import of the same file covers every line.
 */
export async function rowsAreCovered({ records, imports }: CheckedImports): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, mayStop } of imports) {
    const reported = `(select import_row as row from leads.user_businesses where import_id = $1
      union all select row from leads.import_changes where import_id = $1
      union all select row from imports.import_row_errors where import_id = $1) as reported`;
    const twice = `select row from ${reported} group by row having count(*) > 1`;
    const holes = `select row from generate_series(2, (select coalesce(max(row), 1) from ${reported})) as row
      except select row from ${reported} order by row`;
    findings.push(
      ...(await foundRows(records, 'doubled', `rows of import ${id}`, twice, [id])),
      ...(mayStop ? [] : await foundRows(records, 'lost', `rows of import ${id}`, holes, [id])),
    );
  }
  return findings;
}

/** I3: each lead of a file exists once, and the stored counts equal the leads. */
export async function leadsAreOnce({
  records,
  imports,
  afterLead,
}: Pick<Evidence, 'imports' | 'afterLead'> & { records: Pick<Records, 'rows'> }): Promise<Finding[]> {
  const files = new Map<string, Import>();
  for (const each of imports) files.set(each.file.prefix, each);
  const findings: Finding[] = [];
  for (const { file, mayStop } of files.values()) {
    const [{ there, names }] = (await records.rows<{ there: number; names: number }>(
      `select count(*)::int as there, count(distinct name)::int as names from leads.user_businesses where starts_with(name, $1 || ' ')`,
      [file.prefix],
    )) as [{ there: number; names: number }];
    if (!mayStop && names < file.wanted) findings.push(...difference(`leads of ${file.prefix}`, file.wanted, names));
    if (there > names) findings.push(...difference(`leads of ${file.prefix}`, names, there));
  }
  const pair = 'select user_id, business_id from leads.user_businesses where id > $1 group by 1, 2 having count(*) > 1';
  const uuid = 'select uuid from leads.user_businesses where id > $1 group by 1 having count(*) > 1';
  const counted = `with stored as (
      select user_id, status, archived, sum(leads) as leads from (
        select user_id, status, archived, leads from leads.lead_counts where user_id <> 0
        union all select user_id, status, archived, leads from leads.lead_count_changes
      ) as each group by 1, 2, 3 having sum(leads) <> 0
    ), recount as (
      select user_id, status, archived, count(*) as leads from leads.user_businesses group by 1, 2, 3
    )
    select user_id, status, archived, stored.leads as stored, recount.leads as recount
    from stored full join recount using (user_id, status, archived) where stored.leads is distinct from recount.leads`;
  return [
    ...findings,
    ...(await foundRows(records, 'doubled', 'leads of one user and business', pair, [afterLead])),
    ...(await foundRows(records, 'doubled', 'leads with one uuid', uuid, [afterLead])),
    ...(await foundRows(records, 'wrong', 'stored counts of leads', counted)),
  ];
}

/**
 * I9: each entry begins with the user of the entry before, and the last one ends with the present user of the lead. The first
 * assignment of a lead with `created_by` is not stored.
 */
export async function historyIsAChain({ records, afterLead }: Evidence): Promise<Finding[]> {
  const links = `select *, lag(new_user_id) over (partition by user_business_id order by changed_at, id) as before
    from leads.assignment_history where user_business_id > $1`;
  const torn = `select user_business_id, previous_user_id, before
    from (${links}) as link left join leads.user_businesses u on u.id = user_business_id
    where previous_user_id = new_user_id or previous_user_id is distinct from before
      and (before is not null or previous_user_id is null or u.created_by is null)`;
  const ends = `select u.id, u.user_id, last.new_user_id from leads.user_businesses u left join lateral (
      select new_user_id from leads.assignment_history where user_business_id = u.id order by changed_at desc, id desc limit 1
    ) as last on true
    where u.id > $1 and last.new_user_id is distinct from u.user_id and (last.new_user_id is not null or u.created_by is null)`;
  return [
    ...(await foundRows(records, 'wrong', 'histories that are torn', torn, [afterLead])),
    ...(await foundRows(records, 'lost', 'histories that do not end with who has the lead', ends, [afterLead])),
  ];
}

const partsOfLeads = [
  ['activities', 'contact_activities', 'user_business_id'],
  ['history', 'assignment_history', 'user_business_id'],
  ['changes', 'lead_changes', 'user_business_id'],
  ['notifications', 'notifications', 'related_user_business_id'],
  ['outcomes', 'last_outcomes', 'user_business_id'],
] as const;

/** I10: nothing remains of a deleted lead, and no lead of a deleted user. */
export async function nothingIsOrphaned({ records, ledger, afterLead }: Evidence): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [what, table, column] of partsOfLeads) {
    const orphans = `select part.${column} as lead from leads.${table} part
      where part.${column} > $1 and not exists (select from leads.user_businesses u where u.id = part.${column})`;
    findings.push(...(await foundRows(records, 'wrong', `${what} of no lead`, orphans, [afterLead])));
  }
  const withoutUser = (table: string, column: string) =>
    `select ${column} as "userId" from ${table} where not exists (select from users.users u where u.id = ${column}) group by 1`;
  const gone = [...ledger.deletions].filter(([, isSure]) => isSure).map(([leadId]) => leadId);
  return [
    ...findings,
    ...(await foundRows(records, 'wrong', 'leads without a user', withoutUser('leads.user_businesses', 'user_id'))),
    ...(await foundRows(
      records,
      'wrong',
      'notifications without a user',
      withoutUser('leads.notifications', 'user_id'),
    )),
    ...(await foundRows(
      records,
      'wrong',
      'leads that were deleted',
      'select id from leads.user_businesses where id = any($1)',
      [gone],
    )),
  ];
}
