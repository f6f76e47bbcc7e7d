import type { ImportBreakdown, ImportRecord, UndoCounts, UnknownUser } from '@lead-finder/contracts';
import { HttpError } from '../../../lib/http';
import { counted, formatNumber } from '../../../lib/numbers';

/** The result of an import, complete or partial. */
export interface ImportOutcome {
  importId: number;
  fileName: string;
  total: number;
  successful: number;
  failed: number;
  /** Of an import that may change leads. */
  breakdown?: ImportBreakdown;
  undone: UndoCounts | null;
}

/** The result of checking all rows. Nothing was written. `fileId` names the uploaded file on the server. */
export interface CheckedRows extends Omit<ImportOutcome, 'undone'> {
  fileId: string | null;
  /** Usernames that do not exist, most frequent first. */
  unknownUsers: UnknownUser[];
}

/** The states of docs/product/import.md#states-of-the-import-page, and the background state of a longer import. */
export type ImportState = {
  /** The last check of the chosen file, which has its corrections. */
  checked: CheckedRows | null;
} & (
  | { status: 'idle' }
  | { status: 'uploading'; fileName: string; isCheck: boolean }
  | { status: 'processing'; importId: number; fileName: string; isCheck: boolean }
  | { status: 'success'; outcome: ImportOutcome }
  | { status: 'error'; title: string; message: string; error?: unknown; outcome: ImportOutcome | null }
);

export type ImportEvent =
  | { type: 'started'; fileName: string; isCheck: boolean }
  | { type: 'accepted'; importId: number }
  | { type: 'done'; outcome: ImportOutcome }
  | { type: 'checked'; checked: CheckedRows }
  | { type: 'refused'; title: string; message: string; error: unknown }
  | { type: 'stopped' }
  | { type: 'opened'; record: ImportRecord }
  | { type: 'ended'; record: ImportRecord }
  | { type: 'undone'; counts: UndoCounts }
  | { type: 'retried' }
  | { type: 'reset' };

export const idle: ImportState = { status: 'idle', checked: null };

export function importState(state: ImportState, event: ImportEvent): ImportState {
  switch (event.type) {
    case 'started':
      return { status: 'uploading', fileName: event.fileName, isCheck: event.isCheck, checked: state.checked };
    case 'accepted':
      return state.status === 'uploading' ? { ...state, status: 'processing', importId: event.importId } : state;
    case 'done':
      return { status: 'success', outcome: event.outcome, checked: null };
    case 'checked':
      return { status: 'idle', checked: event.checked };
    case 'refused': {
      const { title, message, error } = event;
      const isGone = error instanceof HttpError && error.status === 404;
      return { status: 'error', title, message, error, outcome: null, checked: isGone ? null : state.checked };
    }
    case 'opened':
      return stateOf(event.record, null);
    case 'ended':
      // Ignores the response of an import that the page no longer shows.
      return state.status === 'processing' && state.importId === event.record.id
        ? stateOf(event.record, state.checked)
        : state;
    case 'undone': {
      if ((state.status !== 'success' && state.status !== 'error') || !state.outcome) return state;
      return { ...state, outcome: { ...state.outcome, undone: event.counts } };
    }
    case 'stopped':
    case 'retried':
      return { status: 'idle', checked: state.checked };
    case 'reset':
      return idle;
  }
}

export const isRunning = ({ status }: Pick<ImportRecord, 'status'>): boolean =>
  status === 'queued' || status === 'processing' || status === 'cancelling';

function stateOf(record: ImportRecord, before: CheckedRows | null): ImportState {
  const { id: importId, fileName, dryRun: isCheck, status } = record;
  if (isRunning(record)) return { status: 'processing', importId, fileName, isCheck, checked: before };
  const outcome = outcomeOf(record);
  if (status === 'failed') {
    const message = record.message ?? 'Failed to import CSV file';
    const partial = outcome.successful > 0 ? outcome : null;
    return { status: 'error', title: 'Import Failed', message, outcome: partial, checked: before };
  }
  if (isCheck) {
    const { fileId, breakdown, unknownUsers } = record;
    const checked = status === 'completed' ? { ...outcome, fileId, breakdown, unknownUsers } : before;
    return { status: 'idle', checked };
  }
  if (status === 'cancelled') {
    const message = 'The rows imported by then are kept. You can undo them.';
    return { status: 'error', title: 'Import Cancelled', message, outcome, checked: before };
  }
  return { status: 'success', outcome, checked: null };
}

export const outcomeOf = ({ id, fileName, total, processed, successful, failed, ...record }: ImportRecord) => ({
  importId: id,
  fileName,
  total: total ?? processed,
  successful,
  failed,
  ...(record.mode !== 'create' && { breakdown: record.breakdown }),
  undone: undoneOf(record),
});

/** An undo of an older version has no counts of values. */
export const undoneOf = ({ status, undo, removed, kept }: UndoneRecord): UndoCounts | null =>
  status === 'undone' ? (undo ?? { removed: removed ?? 0, reversed: 0, kept: kept ?? 0, failed: 0 }) : null;
type UndoneRecord = Pick<ImportRecord, 'status' | 'undo' | 'removed' | 'kept'>;

/** True if an undo has anything to remove. */
export const isUndoable = ({ successful, undone }: ImportOutcome): boolean => successful > 0 && undone === null;

/** docs/product/import.md#texts-of-the-import */
export const nothingImported = 'Nothing Imported';
export const successWords = ({ successful, total, failed, breakdown }: Counts): string =>
  breakdown
    ? `${formatNumber(breakdown.created)} created, ${formatNumber(breakdown.updated)} updated, ` +
      `${formatNumber(breakdown.unchanged)} unchanged, ${formatNumber(failed)} failed.`
    : `Successfully imported ${formatNumber(successful)} of ${formatNumber(total)} businesses.`;
type Counts = Pick<ImportOutcome, 'successful' | 'total' | 'failed' | 'breakdown'>;

export const undoneWords = ({ removed, reversed, kept, failed }: UndoCounts): string =>
  [
    (removed > 0 || reversed === 0) && `${formatNumber(removed)} removed.`,
    reversed > 0 && `${counted(reversed, 'value')} reversed.`,
    kept > 0 && `${formatNumber(kept)} kept, because somebody has worked on them since.`,
    failed > 0 && `${formatNumber(failed)} could not be undone.`,
  ]
    .filter(Boolean)
    .join(' ');
