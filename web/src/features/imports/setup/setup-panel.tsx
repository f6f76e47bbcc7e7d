import { Button } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { Icon } from '../../../ui/icon';
import { Notice } from '../../../ui/notice';
import { usePeople } from '../api';
import { leftOut, mappingOf, problemsOf } from './column-choice';
import { ColumnsPanel } from './columns-panel';
import { CheckedPanel } from './checked-panel';
import { FilePanel } from './file-panel';
import { FirstRowsPanel } from './first-rows-panel';
import type { CheckedRows } from '../run/import-state';
import type { ImportDraft } from './use-import-draft';
import type { ImportRun } from '../run/use-import-run';

interface SetupPanelProps {
  draft: ImportDraft;
  checked: CheckedRows | null;
  run: ImportRun;
}

/** From the choice of a file to 'Upload & Import', on one page. */
export function SetupPanel({ draft, checked, run }: SetupPanelProps) {
  const people = usePeople();
  const { chosen, assignTo, problems, userMapping } = draft;
  const ready = chosen.status === 'ready' ? chosen : null;
  const assignee = people.data?.find(({ id }) => id === assignTo) ?? null;
  const canSend = ready !== null && problems.length === 0;

  const send = (dryRun: boolean) => {
    if (!ready) return;
    const mapping = mappingOf(ready.head.headers, ready.columns);
    const fileId = checked?.fileId ?? null;
    const { workbook } = ready.head;
    const tag = draft.tag.trim();
    const request = { file: ready.file, fileId, sheet: workbook?.sheet, mapping, assignTo, tag, userMapping, dryRun };
    void run.send(request, leftOut(ready.head.headers, ready.columns));
  };
  const choose = (file: File | undefined, sheet?: string) => {
    run.reset();
    draft.choose(file, sheet);
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
          {checked && (
            <>
              <CheckedPanel checked={checked} draft={draft} people={people.data ?? []} />
              <h3 className="px-3 pt-3 pb-2">Columns</h3>
            </>
          )}
          <ColumnsPanel chosen={ready} draft={draft} people={people.data ?? []} />
          <LeftOut names={leftOut(ready.head.headers, ready.columns)} />
          <ColumnProblems problems={problemsOf(ready.head.headers, ready.columns, true)} />
          <FirstRowsPanel
            head={ready.head}
            columns={ready.columns}
            assignee={assignee}
            people={people.data}
            userMapping={userMapping}
          />
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

const LeftOut = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && (
    <p className="muted small px-3 py-2 mb-0 text-break">
      Not imported: {names.join(', ')}. What they hold stays in the file.
    </p>
  );

const ColumnProblems = ({ problems }: { problems: readonly string[] }) =>
  problems.length > 0 && (
    <div className="p-3 pb-0 border-top">
      <Notice kind="danger" icon="exclamation-triangle-fill">
        {problems.join(' ')} Choose above which column goes there.
      </Notice>
    </div>
  );
