import type { ImportRow, RefusedRow, RowFailure, UpdatingRow } from '@lead-finder/contracts';
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
  new Set([...batch.rows, ...batch.failed].flatMap(({ user }) => (user === null ? [] : [userKey(user)])));

/** Separates the rows of a batch that can become leads from those that fail, with the reasons. */
export function classifyRows(batch: Batch, job: ImportJob, users: ReadonlyMap<string, NamedUser>): ClassifiedRows {
  const classified: ClassifiedRows = { rows: [], failed: [], usernames: new Map() };
  const failure = (field: 'user' | 'customTag', message: string): RowFailure => ({
    column: job.layout.headers[job.columns[field]?.[0] ?? -1]?.trim() ?? null,
    message,
  });
  const userOf = (name: string | null) => {
    const mapping = name === null ? undefined : job.userMappings.find((each) => each.name === userKey(name));
    const named = name === null || mapping ? null : users.get(userKey(name));
    const own = named?.userId ? { id: named.userId, username: named.username! } : null;
    const user = mapping ?? (name === null ? job.assignee : own);
    if (!user) return { user, failures: [failure('user', unknownUser(name ?? ''))] };
    return { user, failures: named && !named.active ? [failure('user', inactiveUser(user.username))] : [] };
  };
  for (const { user: name, failures, ...row } of batch.failed) {
    const all = name === null ? failures : [...failures, ...userOf(name).failures];
    classified.failed.push(reportOf(row, 'invalid', all));
  }
  for (const { user: name, ...row } of batch.rows) {
    const tags = withTag(row.tags, job.tag);
    if (row.leadUuid) {
      classified.rows.push({ ...row, leadUuid: row.leadUuid, tags, userId: null });
      continue;
    }
    const { user, failures } = userOf(name);
    const kind = failures.length > 0 ? 'unknownUser' : 'invalid';
    if (tags.length > maxTags) failures.push(failure('customTag', tooManyTags(maxTags)));
    if (user && failures.length === 0) {
      classified.rows.push({ ...row, tags, userId: user.id });
      classified.usernames.set(row.row, user.username);
    } else classified.failed.push(reportOf({ row: row.row, cells: batch.cells.get(row.row)! }, kind, failures));
  }
  return classified;
}

export function refusedReports(
  batch: Batch,
  refused: readonly RefusedRow[],
  { usernames }: ClassifiedRows,
): RowReport[] {
  return refused.map(({ row, why, sameAs, isInactive, name = '', column = null, message = '' }) => {
    const username = usernames.get(row)!;
    const report = { row, column, cells: batch.cells.get(row)! };
    switch (why) {
      case 'assigned':
        return { ...report, kind: 'duplicateInDatabase', message: alreadyAssigned(username) };
      case 'repeated':
        return { ...report, kind: 'duplicateInFile', message: alreadyAssigned(username, sameAs) };
      case 'user-gone':
        return { ...report, kind: 'unknownUser', message: (isInactive ? inactiveUser : unknownUser)(username) };
      case 'same-lead':
        return { ...report, kind: 'duplicateInFile', message: sameLead(sameAs!) };
      case 'invalid':
        return { ...report, kind: 'invalid', message };
      default:
        return { ...report, kind: 'invalid', message: leadRefusals[why](name) };
    }
  });
}

const reportOf = (
  { row, cells }: Pick<RowReport, 'row' | 'cells'>,
  kind: RowReport['kind'],
  failures: readonly RowFailure[],
): RowReport => ({
  row,
  kind,
  column: failures[0]?.column ?? null,
  message: failures.map(({ message }) => message).join('; '),
  cells,
});

const withTag = (tags: string[], tag: string | null) =>
  tag === null || tags.some((each) => each.toLowerCase() === tag.toLowerCase()) ? tags : [...tags, tag];
