import type { ImportRecord, UndoCounts } from '@lead-finder/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useRef, useState } from 'react';
import { useEndFirstStep } from '../../../lib/first-steps';
import { HttpError, messageOf } from '../../../lib/http';
import { announceLeadsChanged } from '../../../lib/lead-changes';
import { useLeaveWarning } from '../../../lib/use-leave-warning';
import { useToast } from '../../../ui/toasts';
import { type ImportRequest, sendImport, useReadImport, useRefreshImports } from '../api';
import {
  idle,
  type ImportOutcome,
  importState,
  type ImportState,
  nothingImported,
  outcomeOf,
  successWords,
  undoneWords,
} from './import-state';

export interface ImportRun {
  state: ImportState;
  /** `leftOut` holds the columns that are not imported, which the result names. */
  send: (sent: ImportRequest, leftOut: readonly string[]) => Promise<void>;
  leftOut: readonly string[];
  stop: () => void;
  open: (id: number) => Promise<void>;
  /** Shows the result of the import that was running. */
  end: (record: ImportRecord) => void;
  undone: (counts: UndoCounts) => void;
  /** Returns to the chosen file with its last check. */
  retry: () => void;
  reset: () => void;
}

/** Runs one import from upload to result, with its toasts (docs/product/import.md#texts-of-the-import). */
export function useImportRun(onImported: () => void): ImportRun {
  const toast = useToast();
  const client = useQueryClient();
  const refreshImports = useRefreshImports();
  const readImport = useReadImport();
  const endFirstStep = useEndFirstStep();
  const [state, dispatch] = useReducer(importState, idle);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const upload = useRef<AbortController>(null);
  // Other pages of the product may open meanwhile, but closing the tab would abort the upload.
  useLeaveWarning(state.status === 'uploading');

  const imported = (outcome: Omit<ImportOutcome, 'undone'>) => {
    const { successful } = outcome;
    const words = successWords(outcome);
    if (successful > 0) toast.success('CSV Import Successful', words);
    else toast.error(nothingImported, words);
    if (successful > 0) (['find', 'assign'] as const).forEach(endFirstStep);
    announceLeadsChanged(client);
    onImported();
  };
  const refused = (title: string, message: string, error: unknown) => {
    toast.error(title, message, error);
    dispatch({ type: 'refused', title, message, error });
  };

  const send = async (sent: ImportRequest, columns: readonly string[]) => {
    setLeftOut(columns);
    const controller = new AbortController();
    const fileName = sent.file.name;
    upload.current = controller;
    dispatch({ type: 'started', fileName, isCheck: sent.dryRun });
    try {
      const { data, status } = await sendImport(sent, controller.signal);
      const { importId, importResults, fileId = null, breakdown, unknownUsers = [] } = data;
      const outcome = { importId, fileName, ...importResults, ...(breakdown && { breakdown }) };
      // An import that was cancelled meanwhile is shown by its record, like a running one.
      if (status === 202 || data.status === 'cancelled') dispatch({ type: 'accepted', importId });
      else if (sent.dryRun) dispatch({ type: 'checked', checked: { ...outcome, fileId, breakdown, unknownUsers } });
      else {
        dispatch({ type: 'done', outcome: { ...outcome, undone: null } });
        imported(outcome);
      }
    } catch (error) {
      if (controller.signal.aborted) dispatch({ type: 'stopped' });
      else if (error instanceof HttpError)
        refused('Import Failed', messageOf(error, 'Failed to import CSV file'), error);
      else refused('Upload Error', 'An unexpected error occurred during the import process', error);
    } finally {
      refreshImports();
    }
  };

  const end = (record: ImportRecord) => {
    dispatch({ type: 'ended', record });
    refreshImports();
    if (record.dryRun) return;
    if (record.status === 'completed') imported(outcomeOf(record));
    if (record.status === 'failed') toast.error('Import Failed', record.message ?? 'Failed to import CSV file');
    if (record.status === 'cancelled') announceLeadsChanged(client);
  };

  return {
    state,
    send,
    leftOut,
    stop: () => upload.current?.abort(),
    open: async (id) => {
      try {
        dispatch({ type: 'opened', record: await readImport(id) });
        setLeftOut([]);
      } catch (error) {
        toast.failure(error, 'Error', 'Failed to load the import');
      }
    },
    end,
    undone: (counts) => {
      dispatch({ type: 'undone', counts });
      toast.success('Import undone', undoneWords(counts));
      announceLeadsChanged(client);
      refreshImports();
    },
    retry: () => dispatch({ type: 'retried' }),
    reset: () => dispatch({ type: 'reset' }),
  };
}
