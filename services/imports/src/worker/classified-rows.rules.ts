import type { ImportRow, RefusedRow, UpdatingRow } from '@lead-finder/contracts';
import type { Batch } from '../file/batches.js';
import type { ImportJob, RowReport } from '../import/import-job.js';
import {
  alreadyAssigned,
  inactiveUser,
  leadRefusals,
  sameLead,
  tooManyTags,
  unknownUser,
} from '../import/row-messages.rules.js';
import { userKey, type NamedUser } from './import-users.js';

/** 'Imported' is the fiftieth tag of a lead (docs/product/one-lead.md#tags). */
const maxTags = 49;

export interface ClassifiedRows {
  rows: (ImportRow | UpdatingRow)[];
  failed: RowReport[];
  /** The username of each row, for the message of a rejection. */
  usernames: Map<number, string>;
}

export const namesOf = (batch: Batch) =>
  new Set(batch.rows.flatMap(({ user }) => (user === null ? [] : [userKey(user)])));

/** Separates the rows of a batch that can become leads from those that fail, with the reasons. */
export function classifyRows(batch: Batch, job: ImportJob, users: ReadonlyMap<string, NamedUser>): ClassifiedRows {
  const classified: ClassifiedRows = { rows: [], failed: batch.failed.map(invalid), usernames: new Map() };
  const columnOf = (field: 'user' | 'customTag') => job.layout.headers[job.columns[field]?.[0] ?? -1]?.trim() ?? null;
  for (const { user: name, ...row } of batch.rows) {
    const fail = (kind: RowReport['kind'], column: string | null, message: string) =>
      classified.failed.push({ row: row.row, kind, column, message, cells: batch.cells.get(row.row)! });
    const mapping = name === null ? undefined : job.userMappings.find((each) => each.name === userKey(name));
    const named = name === null || mapping ? null : users.get(userKey(name));
    const tags = withTag(row.tags, job.tag);
    if (row.leadUuid) {
      classified.rows.push({ ...row, leadUuid: row.leadUuid, tags, userId: null });
      continue;
    }
    const own = named?.userId ? { id: named.userId, username: named.username! } : null;
    const user = mapping ?? (name === null ? job.assignee : own);
    if (!user) fail('unknownUser', columnOf('user'), unknownUser(name ?? ''));
    else if (named && !named.active) fail('unknownUser', columnOf('user'), inactiveUser(user.username));
    else if (tags.length > maxTags) fail('invalid', columnOf('customTag'), tooManyTags(maxTags));
    else {
      classified.rows.push({ ...row, tags, userId: user.id });
      classified.usernames.set(row.row, user.username);
    }
  }
  return classified;
}

export function refusedReports(
  batch: Batch,
  refused: readonly RefusedRow[],
  { usernames }: ClassifiedRows,
): RowReport[] {
  return refused.map(({ row, why, sameAs, name = '', column = null, message = '' }) => {
    const username = usernames.get(row)!;
    const report = { row, column, cells: batch.cells.get(row)! };
    switch (why) {
      case 'assigned':
        return { ...report, kind: 'duplicateInDatabase', message: alreadyAssigned(username) };
      case 'repeated':
        return { ...report, kind: 'duplicateInFile', message: alreadyAssigned(username, sameAs) };
      case 'user-gone':
        return { ...report, kind: 'unknownUser', message: unknownUser(username) };
      case 'same-lead':
        return { ...report, kind: 'duplicateInFile', message: sameLead(sameAs!) };
      case 'invalid':
        return { ...report, kind: 'invalid', message };
      default:
        return { ...report, kind: 'invalid', message: leadRefusals[why](name) };
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
