import type { ImportRow, RefusedRow } from '@lead-finder/contracts';
import type { Batch } from '../file/batches.js';
import type { ImportJob, RowReport } from '../import/import-job.js';
import { alreadyAssigned, inactiveUser, tooManyTags, unknownUser } from '../import/row-messages.rules.js';
import { userKey, type NamedUser } from './import-users.js';

/** 'Imported' is the fiftieth of the tags that a lead may have (decisions, section 5). */
const mostTags = 49;

export interface SortedRows {
  /** Ready for leads. */
  rows: ImportRow[];
  failed: RowReport[];
  /** Who gets each of the rows, to name in a refusal. */
  usernames: Map<number, string>;
}

export const namesOf = (batch: Batch) =>
  new Set(batch.rows.flatMap(({ user }) => (user === null ? [] : [userKey(user)])));

/** Which rows of a batch can become leads, and why the others cannot. */
export function sortRows(batch: Batch, job: ImportJob, users: ReadonlyMap<string, NamedUser>): SortedRows {
  const sorted: SortedRows = { rows: [], failed: batch.failed.map(invalid), usernames: new Map() };
  const columnOf = (field: 'user' | 'customTag') => job.layout.headers[job.columns[field]?.[0] ?? -1]?.trim() ?? null;
  for (const { user: name, ...row } of batch.rows) {
    const fail = (kind: RowReport['kind'], column: string | null, message: string) =>
      sorted.failed.push({ row: row.row, kind, column, message, cells: batch.cells.get(row.row)! });
    const standIn = name === null ? undefined : job.standIns.find((each) => each.name === userKey(name));
    const named = name === null || standIn ? null : users.get(userKey(name));
    const tags = withTag(row.tags, job.tag);
    const own = named?.userId ? { id: named.userId, username: named.username! } : null;
    const user = standIn ?? (name === null ? job.assignee : own);
    if (!user) fail('unknownUser', columnOf('user'), unknownUser(name ?? ''));
    else if (named && !named.active) fail('unknownUser', columnOf('user'), inactiveUser(user.username));
    else if (tags.length > mostTags) fail('invalid', columnOf('customTag'), tooManyTags(mostTags));
    else {
      sorted.rows.push({ ...row, tags, userId: user.id });
      sorted.usernames.set(row.row, user.username);
    }
  }
  return sorted;
}

/** What leads refused, in words. */
export function refusedReports(batch: Batch, refused: readonly RefusedRow[], { usernames }: SortedRows): RowReport[] {
  return refused.map(({ row, why, sameAs }) => {
    const username = usernames.get(row)!;
    const report = { row, column: null, cells: batch.cells.get(row)! };
    switch (why) {
      case 'assigned':
        return { ...report, kind: 'duplicateInDatabase', message: alreadyAssigned(username) };
      case 'repeated':
        return { ...report, kind: 'duplicateInFile', message: alreadyAssigned(username, sameAs) };
      case 'user-gone':
        return { ...report, kind: 'unknownUser', message: unknownUser(username) };
    }
  });
}

const invalid = ({ row, cells, failures }: Batch['failed'][number]): RowReport => ({
  row,
  kind: 'invalid',
  column: failures[0]?.column ?? null,
  message: failures.map(({ message }) => message).join('; '),
  cells,
});

const withTag = (tags: string[], tag: string | null) =>
  tag === null || tags.some((each) => each.toLowerCase() === tag.toLowerCase()) ? tags : [...tags, tag];
