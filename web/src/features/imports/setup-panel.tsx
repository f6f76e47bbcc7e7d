import { Alert, Button } from 'react-bootstrap';
import { formatNumber } from '../../lib/numbers';
import { Icon } from '../../ui/icon';
import { usePeople } from './api';
import { mappingOf, problemsOf } from './column-choice';
import { ColumnsPanel } from './columns-panel';
import { FilePanel } from './file-panel';
import { FirstRowsPanel } from './first-rows-panel';
import { Figure, RowErrors, SplitBar } from './import-figures';
import type { CheckedRows } from './import-state';
import type { ImportDraft } from './use-import-draft';
import type { ImportRun } from './use-import-run';

interface SetupPanelProps {
  draft: ImportDraft;
  checked: CheckedRows | null;
  run: ImportRun;
}

/** From choosing a file to sending it, on one page; nothing stands between the file and 'Upload & Import'. */
export function SetupPanel({ draft, checked, run }: SetupPanelProps) {
  const people = usePeople();
  const { chosen, assignTo, problems } = draft;
  const ready = chosen.status === 'ready' ? chosen : null;
  const canSend = ready !== null && problems.length === 0;

  const send = (dryRun: boolean) => {
    if (!ready) return;
    const mapping = mappingOf(ready.head.headers, ready.columns);
    const fileId = checked?.fileId ?? null;
    void run.send({ file: ready.file, fileId, mapping, assignTo, tag: draft.tag.trim(), dryRun });
  };
  const choose = (file: File | undefined) => {
    run.reset();
    draft.choose(file);
  };
  const cancel = () => {
    run.reset();
    draft.clear();
  };
  return (
    <section className="card" aria-label="File to import">
      <FilePanel chosen={chosen} onChoose={choose} />
      {ready && (
        <>
          {checked && <CheckedPanel checked={checked} />}
          <ColumnsPanel chosen={ready} draft={draft} people={people.data ?? []} />
          <ColumnProblems problems={problemsOf(ready.head.headers, ready.columns, true)} />
          <FirstRowsPanel head={ready.head} columns={ready.columns} hasAssignee={assignTo !== null} />
        </>
      )}
      <div className="card-footer d-flex gap-2 align-items-center py-3 flex-wrap">
        {ready && <span className="muted hide-sm">{usedColumns(ready)}</span>}
        <div className="d-flex gap-2 flex-wrap ms-auto lf-import-buttons">
          <Button variant="outline-secondary" disabled={chosen.status === 'none'} onClick={cancel}>
            Cancel
          </Button>
          <Button variant="outline-secondary" disabled={!canSend} onClick={() => send(true)}>
            Check all rows
          </Button>
          <Button disabled={!canSend} onClick={() => send(false)}>
            <Icon name="upload" />
            Upload &amp; Import
          </Button>
        </div>
      </div>
    </section>
  );
}

function usedColumns({ head, columns }: { head: { headers: string[] }; columns: object }): string {
  const used = (Object.values(columns) as number[][]).flat().length;
  return `${formatNumber(used)} of ${formatNumber(head.headers.length)} columns are used.`;
}

const ColumnProblems = ({ problems }: { problems: readonly string[] }) =>
  problems.length > 0 && (
    <div className="p-3 pb-0 border-top">
      <Alert variant="danger">
        <Icon name="exclamation-triangle-fill" />
        <div>{problems.join(' ')} Choose above which column goes there.</div>
      </Alert>
    </div>
  );

/** What checking found. Nothing has been written. */
function CheckedPanel({ checked }: { checked: CheckedRows }) {
  const { total, successful, failed, breakdown } = checked;
  const assigned = breakdown ? breakdown.duplicateInFile + breakdown.duplicateInDatabase : 0;
  return (
    <div className="border-bottom" role="status">
      <div className="card-body">
        <dl className="lf-stats mb-3">
          <Figure name="Rows" value={total} />
          <Figure name="Ready" value={successful} mark="good" />
          {breakdown && <Figure name="Already assigned" value={assigned} mark="warn" />}
          <Figure name="With errors" value={failed - assigned} mark="bad" />
        </dl>
        <SplitBar good={successful} warn={assigned} bad={failed - assigned} />
        <p className="muted small mt-2 mb-0">
          Nothing has been written yet. Rows with errors are left out; you can download them, mend them and import them
          again.
        </p>
      </div>
      {failed > 0 && <RowErrors {...checked} />}
    </div>
  );
}
