import type { ImportBreakdown, ImportRecord, RowError, UnknownUser } from '@lead-finder/contracts';
import { formatNumber } from '../../lib/numbers';

/** What an import came to, whole or in part. */
export interface ImportOutcome {
  importId: number;
  fileName: string;
  total: number;
  successful: number;
  failed: number;
  /** The first hundred; the server's errors.csv has all. */
  errors: RowError[];
  /** Of an import that was undone: how many leads went, and how many stayed because somebody had touched them. */
  undone: { removed: number; kept: number } | null;
}

/** What checking all rows found; nothing was written. `fileId` stands for the file that the server still has. */
export interface CheckedRows extends Omit<ImportOutcome, 'undone'> {
  fileId: string | null;
  breakdown?: ImportBreakdown;
  /** The names that nobody has, the commonest first. */
  unknownUsers: UnknownUser[];
}

/** Specification section 4, with the time in which a longer import goes on behind the page. */
export type ImportState =
  | { status: 'idle'; checked: CheckedRows | null }
  | { status: 'uploading'; fileName: string; isCheck: boolean }
  | { status: 'processing'; importId: number; fileName: string; isCheck: boolean }
  | { status: 'success'; outcome: ImportOutcome }
  | { status: 'error'; title: string; message: string; outcome: ImportOutcome | null };

export type ImportEvent =
  | { type: 'started'; fileName: string; isCheck: boolean }
  | { type: 'accepted'; importId: number }
  | { type: 'done'; outcome: ImportOutcome }
  | { type: 'checked'; checked: CheckedRows }
  | { type: 'refused'; title: string; message: string }
  | { type: 'stopped' }
  | { type: 'opened'; record: ImportRecord }
  | { type: 'ended'; record: ImportRecord }
  | { type: 'undone'; removed: number; kept: number }
  | { type: 'reset' };

export const idle: ImportState = { status: 'idle', checked: null };

export function importState(state: ImportState, event: ImportEvent): ImportState {
  switch (event.type) {
    case 'started':
      return { status: 'uploading', fileName: event.fileName, isCheck: event.isCheck };
    case 'accepted':
      return state.status === 'uploading' ? { ...state, status: 'processing', importId: event.importId } : state;
    case 'done':
      return { status: 'success', outcome: event.outcome };
    case 'checked':
      return { status: 'idle', checked: event.checked };
    case 'refused':
      return { status: 'error', title: event.title, message: event.message, outcome: null };
    case 'opened':
      return stateOf(event.record);
    case 'ended':
      // The page may have moved on to another import by the time the answer about this one is there.
      return state.status === 'processing' && state.importId === event.record.id ? stateOf(event.record) : state;
    case 'undone': {
      const undone = { removed: event.removed, kept: event.kept };
      if ((state.status !== 'success' && state.status !== 'error') || !state.outcome) return state;
      return { ...state, outcome: { ...state.outcome, undone } };
    }
    case 'stopped':
    case 'reset':
      return idle;
  }
}

export const isRunning = ({ status }: Pick<ImportRecord, 'status'>): boolean =>
  status === 'queued' || status === 'processing' || status === 'cancelling';

/** The state in which a recorded import is shown. */
function stateOf(record: ImportRecord): ImportState {
  const { id: importId, fileName, dryRun: isCheck, status } = record;
  if (isRunning(record)) return { status: 'processing', importId, fileName, isCheck };
  const outcome = outcomeOf(record);
  if (status === 'failed') {
    const message = record.message ?? 'Failed to import CSV file';
    return { status: 'error', title: 'Import Failed', message, outcome: outcome.successful > 0 ? outcome : null };
  }
  if (isCheck) {
    const { fileId, breakdown, unknownUsers } = record;
    return { status: 'idle', checked: status === 'completed' ? { ...outcome, fileId, breakdown, unknownUsers } : null };
  }
  if (status === 'cancelled') {
    const message = 'The rows imported by then are kept. You can undo them.';
    return { status: 'error', title: 'Import Cancelled', message, outcome };
  }
  return { status: 'success', outcome };
}

const outcomeOf = ({ id, fileName, total, processed, successful, failed, errors, ...record }: ImportRecord) => ({
  importId: id,
  fileName,
  total: total ?? processed,
  successful,
  failed,
  errors,
  undone: record.status === 'undone' ? { removed: record.removed ?? 0, kept: record.kept ?? 0 } : null,
});

/** Whether there is anything that an undo could take back. */
export const isUndoable = ({ successful, undone }: ImportOutcome): boolean => successful > 0 && undone === null;

/** Specification section 8. */
export const successWords = ({ successful, total }: Pick<ImportOutcome, 'successful' | 'total'>): string =>
  `Successfully imported ${formatNumber(successful)} of ${formatNumber(total)} businesses.`;
