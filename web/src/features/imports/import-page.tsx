import { type Ref, useEffect, useRef, useState } from 'react';
import { paths } from '../../lib/paths';
import { useUser } from '../../lib/session';
import { narrow, useMediaQuery } from '../../lib/use-media-query';
import { PageHeader } from '../../ui/page-header';
import { ErrorBlock } from '../../ui/state-block';
import { useUnsavedChanges } from '../../ui/unsaved-changes';
import { useImports } from './api';
import { HistoryPanel } from './history-panel';
import { type ImportState, isRunning } from './run/import-state';
import { ModePanel } from './setup/mode-panel';
import { RequiredColumns } from './setup/required-columns';
import { ResultPanel } from './run/result-panel';
import { ProcessingPanel, UploadingPanel } from './run/running-panel';
import { SetupPanel } from './setup/setup-panel';
import { type ImportDraft, useImportDraft } from './setup/use-import-draft';
import { type ImportRun, useImportRun } from './run/use-import-run';
import './imports.css';

const historyStep = 10;

export function ImportPage() {
  const draft = useImportDraft();
  const run = useImportRun(draft.clear);
  const [shown, setShown] = useState(historyStep);
  const isNarrow = useMediaQuery(narrow);
  const { data: history, error, refetch } = useImports(shown);
  useRunningImport(history, run, draft);
  const { top, panel } = useScrollToNewPanel(run.state);
  const { ask, question } = useUnsavedChanges({
    isUnsaved: hasCorrections(draft, run.state),
    what: 'The corrected file',
  });

  const earlier = history ?? [];
  const hasMore = history?.length === shown && shown < 100;
  return (
    <>
      <PageHeader title="Import from CSV" back={{ to: paths.crm, label: 'Back to CRM Dashboard' }} />
      <Steps ref={top} current={stepOf(run.state, draft)} />
      <div className="lf-cols">
        <div className="d-grid gap-3 lf-import-main">
          <div ref={panel} tabIndex={-1} className="lf-import-now">
            <CurrentPanel run={run} draft={draft} ask={ask} />
          </div>
          {error && !history && (
            <ErrorBlock title="The earlier imports could not be loaded" error={error} onRetry={() => void refetch()} />
          )}
          {earlier.length > 0 && (
            <HistoryPanel
              imports={earlier}
              onOpen={(id) => ask(() => void run.open(id))}
              onMore={hasMore ? () => setShown(shown + historyStep) : undefined}
            />
          )}
        </div>
        <div className="d-grid gap-3 align-content-start lf-import-aside">
          {draft.chosen.status === 'ready' && run.state.status === 'idle' && !isNarrow && (
            <ModePanel draft={draft} columns={draft.chosen.columns} />
          )}
          <RequiredColumns />
        </div>
      </div>
      {question}
    </>
  );
}

/** True if leaving would lose corrections. A running import has them. */
const hasCorrections = ({ corrections }: ImportDraft, state: ImportState): boolean =>
  corrections.size > 0 &&
  (state.status === 'idle' || state.status === 'error' || ('isCheck' in state && state.isCheck));

/** Shows the user's own running import on a return to the page. */
function useRunningImport(history: ReturnType<typeof useImports>['data'], run: ImportRun, draft: ImportDraft): void {
  const { id } = useUser();
  const hasLooked = useRef(false);
  useEffect(() => {
    if (!history || hasLooked.current) return;
    hasLooked.current = true;
    const running = history.find((record) => record.createdBy.id === id && isRunning(record));
    if (running && run.state.status === 'idle' && draft.chosen.status === 'none') void run.open(running.id);
  }, [history, id, run, draft]);
}

/** A button at the end of a panel changes its beginning and then disappears, so scroll and focus move there. */
function useScrollToNewPanel(state: ImportState) {
  const top = useRef<HTMLOListElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const now = state.status === 'idle' && state.checked ? 'checked' : state.status;
  const last = useRef(now);
  useEffect(() => {
    if (last.current === now) return;
    last.current = now;
    panel.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView?.({ block: 'nearest' });
  }, [now]);
  return { top, panel };
}

interface CurrentPanelProps {
  run: ImportRun;
  draft: ImportDraft;
  ask: (leave: () => void) => void;
}

function CurrentPanel({ run, draft, ask }: CurrentPanelProps) {
  const { state } = run;
  const another = () =>
    ask(() => {
      run.reset();
      draft.clear();
    });
  switch (state.status) {
    case 'idle':
      return <SetupPanel draft={draft} checked={state.checked} run={run} ask={ask} />;
    case 'uploading':
      return <UploadingPanel fileName={state.fileName} onStop={run.stop} />;
    case 'processing':
      return <ProcessingPanel key={state.importId} {...state} onEnd={run.end} onAnother={another} />;
    case 'success':
    case 'error':
      return (
        <ResultPanel
          state={state}
          run={run}
          canRetry={state.status === 'error' && draft.chosen.status === 'ready'}
          onAnother={another}
        />
      );
  }
}

const steps = ['File', 'Columns', 'Import'];

function stepOf({ status }: ImportState, { chosen }: ImportDraft): number {
  if (status === 'idle') return chosen.status === 'ready' ? 1 : 0;
  return status === 'success' ? steps.length : 2;
}

const Steps = ({ current, ref }: { current: number; ref: Ref<HTMLOListElement> }) => (
  <ol ref={ref} className="lf-steps">
    {steps.map((step, index) => (
      <li
        key={step}
        className={index < current ? 'done' : index === current ? 'on' : undefined}
        aria-current={index === current ? 'step' : undefined}
      >
        {step}
      </li>
    ))}
  </ol>
);
