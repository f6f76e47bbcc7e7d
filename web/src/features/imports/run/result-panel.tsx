import type { UndoCounts } from '@lead-finder/contracts';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { Icon } from '../../../ui/icon';
import { Notice } from '../../../ui/notice';
import { ButtonSpinner } from '../../../ui/spinner';
import { useToast } from '../../../ui/toasts';
import { useImport, useUndoImport } from '../api';
import { FileName } from '../setup/file-panel';
import { UndoDialog, UndoNumbers, useUndoPreview } from '../undo/undo-dialog';
import { Figure, SplitBar } from './import-figures';
import {
  type ImportOutcome,
  type ImportState,
  isUndoable,
  nothingImported,
  successWords,
  undoneOf,
  undoneWords,
} from './import-state';
import { RowErrors } from './row-errors';
import type { ImportRun } from './use-import-run';

interface ResultPanelProps {
  state: Extract<ImportState, { status: 'success' | 'error' }>;
  run: ImportRun;
  /** True if the sent file is still chosen, so that the user can try again. */
  canRetry: boolean;
  onAnother: () => void;
}

export function ResultPanel({ state, run, canRetry, onAnother }: ResultPanelProps) {
  const { outcome } = state;
  const hasNewLeads = outcome && !outcome.undone && (outcome.breakdown?.created ?? outcome.successful) > 0;
  return (
    <section className="card" aria-label="Result of the import">
      {outcome && <FileName file={outcome.fileName} />}
      <div className="card-body">
        {outcome?.undone ? (
          <UndoneNote importId={outcome.importId} counts={outcome.undone} />
        ) : (
          <ResultHeadline state={state} />
        )}
        {outcome && (
          <>
            <dl className="lf-stats mb-3">
              <Figure name="Total" value={outcome.total} />
              {outcome.breakdown ? (
                <>
                  <Figure name="Created" value={outcome.breakdown.created} mark="good" />
                  <Figure name="Updated" value={outcome.breakdown.updated} mark="update" />
                  <Figure name="Unchanged" value={outcome.breakdown.unchanged} mark="same" />
                </>
              ) : (
                <Figure name="Successful" value={outcome.successful} mark="good" />
              )}
              <Figure name="Failed" value={outcome.failed} mark="bad" />
            </dl>
            <SplitBar {...partsOf(outcome)} />
          </>
        )}
        {outcome && run.leftOut.length > 0 && (
          <p className="muted small mt-3 mb-0 text-break">Columns not imported: {run.leftOut.join(', ')}.</p>
        )}
      </div>
      {outcome && outcome.failed > 0 && <RowErrors {...outcome} />}
      <div className="card-footer d-flex gap-2 py-3 flex-wrap lf-result-buttons">
        {outcome && isUndoable(outcome) && <Undo outcome={outcome} onUndone={run.undone} />}
        {canRetry && (
          <Button variant="outline-secondary" onClick={run.retry}>
            Try Again
          </Button>
        )}
        <Button variant={hasNewLeads ? 'outline-secondary' : 'primary'} className="ms-auto" onClick={onAnother}>
          Import Another File
        </Button>
        {hasNewLeads && (
          <Link className="btn btn-primary" to={paths.importedLeads}>
            See the leads
          </Link>
        )}
      </div>
    </section>
  );
}

const ResultHeadline = ({ state }: Pick<ResultPanelProps, 'state'>) => {
  if (state.status === 'error') {
    return (
      <Notice kind={state.outcome ? 'warning' : 'danger'} icon="exclamation-circle-fill" error={state.error}>
        <b>{state.title}</b>
        <div>{state.message}</div>
      </Notice>
    );
  }
  const isAny = state.outcome.successful > 0;
  return (
    <Notice kind={isAny ? 'success' : 'warning'} icon={isAny ? 'check-circle-fill' : 'exclamation-circle-fill'}>
      <b>{isAny ? 'Import Successful' : nothingImported}</b>
      <div>{successWords(state.outcome)}</div>
    </Notice>
  );
};

const partsOf = ({ breakdown, successful, failed }: ImportOutcome) =>
  breakdown
    ? { good: breakdown.created, update: breakdown.updated, same: breakdown.unchanged, bad: failed }
    : { good: successful, bad: failed };

function UndoneNote({ importId, counts }: { importId: number; counts: UndoCounts }) {
  const { data } = useUndoPreview(importId);
  return (
    <>
      <Notice kind="info" icon="arrow-counterclockwise">
        <b>Import undone</b>
        <div>{undoneWords(counts)}</div>
      </Notice>
      {data && <UndoNumbers counts={data} isDone />}
    </>
  );
}

interface UndoProps {
  outcome: ImportOutcome;
  onUndone: (counts: UndoCounts) => void;
}

function Undo({ outcome, onUndone }: UndoProps) {
  const toast = useToast();
  const undo = useUndoImport(outcome.importId);
  const [isAsking, setAsking] = useState(false);
  const isGoingOn = undo.data !== undefined && undo.data.status === 202;

  const confirm = () =>
    undo.mutate(undefined, {
      onSuccess: ({ data, status }) => {
        setAsking(false);
        if (status !== 202) onUndone(data);
      },
      onError: (error) => {
        setAsking(false);
        toast.failure(error, 'Error', 'Failed to undo the import');
      },
    });
  return (
    <>
      <Button variant="outline-secondary" disabled={isGoingOn} onClick={() => setAsking(true)}>
        {isGoingOn ? <ButtonSpinner /> : <Icon name="arrow-counterclockwise" />}
        {isGoingOn ? 'Undoing...' : 'Undo import'}
      </Button>
      {isGoingOn && <UndoProgress importId={outcome.importId} onUndone={onUndone} />}
      {isAsking && (
        <UndoDialog
          importId={outcome.importId}
          isPending={undo.isPending}
          onClose={() => setAsking(false)}
          onConfirm={confirm}
        />
      )}
    </>
  );
}

/** Polls the record of a long undo, which has the counts in the end. */
function UndoProgress({ importId, onUndone }: { importId: number; onUndone: UndoProps['onUndone'] }) {
  const { data: record } = useImport(importId);
  const latestOnUndone = useRef(onUndone);
  useEffect(() => {
    latestOnUndone.current = onUndone;
  });
  useEffect(() => {
    const counts = record && undoneOf(record);
    if (counts) latestOnUndone.current(counts);
  }, [record]);
  return null;
}
