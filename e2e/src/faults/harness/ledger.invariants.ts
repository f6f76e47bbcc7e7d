import { found, type Evidence, type Finding } from './evidence.js';
import type { Field } from './ledger.js';

const columns: Record<Field, string> = {
  status: 'status',
  notes: 'notes',
  contactPerson: "coalesce(custom_fields->>'contactPerson', '')",
  owner: 'user_id::text',
};

/** Returns the number of activities with each text. */
async function timesThere({ records, ledger }: Evidence): Promise<Map<string, number>> {
  const rows = await records.rows<{ text: string; times: number }>(
    'select description as text, count(*)::int as times from leads.contact_activities where description = any($1) group by 1',
    [[...ledger.additions.keys()]],
  );
  return new Map(rows.map(({ text, times }) => [text, times]));
}

/** I7: each field has its last acknowledged value or a later unanswered one, and acknowledged activities are stored. */
export async function acknowledgedIsThere(evidence: Evidence): Promise<Finding[]> {
  const { records, ledger } = evidence;
  const writes = ledger.fields();
  const all = Object.entries(columns)
    .map(([field, column]) => `'${field}', ${column}`)
    .join(', ');
  const rows = await records.rows<{ id: number; values: Record<Field, string> }>(
    `select id, json_build_object(${all}) as values from leads.user_businesses where id = any($1)`,
    [[...new Set(writes.map(({ leadId }) => leadId))]],
  );
  const there = new Map(rows.map(({ id, values }) => [id, values]));
  const lost = writes.filter(({ leadId, field, sure, unsure }) => {
    const value = there.get(leadId)?.[field];
    return sure !== null && value !== sure && (unsure === null || value !== unsure);
  });
  const times = await timesThere(evidence);
  const missing = [...ledger.additions.values()].filter(
    ({ leadId, text, isSure }) => isSure && !ledger.deletions.has(leadId) && !times.has(text),
  );
  return [
    ...found(
      'lost',
      'writes',
      lost.map((write) => ({ ...write, there: there.get(write.leadId)?.[write.field] ?? null })),
    ),
    ...found('lost', 'activities', missing),
    ...found('lost', 'sessions that were open', ledger.lostSessions),
    ...found('wrong', 'answers', ledger.unexpectedResponses),
  ];
}

/** I8: a repeated addition is stored at most once. */
export async function unansweredIsDoneAtMostOnce(evidence: Evidence): Promise<Finding[]> {
  const times = await timesThere(evidence);
  return found(
    'doubled',
    'activities',
    [...times].filter(([, count]) => count > 1),
  );
}

/** I11: callers without a session, or with one that has ended, never get data. */
export async function closedToStrangers({ ledger }: Evidence): Promise<Finding[]> {
  return found('wrong', 'data shown without a session', ledger.leaks);
}
