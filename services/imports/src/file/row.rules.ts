import { parseImportRow, type ParsedImportRow, type RowFailure, type RowRules } from '@lead-finder/contracts';
import { type FileRecord, linesOf } from './file-record.js';

export type ReadyRow = ParsedImportRow & { row: number };

export interface FailedRow {
  row: number;
  cells: string[];
  user: string | null;
  failures: RowFailure[];
}

export function readRow(record: FileRecord, rules: RowRules): { ready: ReadyRow } | { failed: FailedRow } {
  const { row, cells } = record;
  if (record.problem)
    return { failed: { row, cells, user: null, failures: [{ column: null, message: record.problem }] } };
  const outcome = parseImportRow(cells, rules);
  if (outcome.ok) return { ready: { row, ...outcome.parsed } };
  const failures = outcome.failures.map(({ column, message }) => ({ column, message: message + linesOf(record) }));
  return { failed: { row, cells, user: outcome.user, failures } };
}
