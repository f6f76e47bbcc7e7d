import type { ColumnGuess, CustomFieldDefinition } from '@lead-finder/contracts';
import { Button } from 'react-bootstrap';
import { messageOf } from '../../../lib/http';
import { formatNumber } from '../../../lib/numbers';
import { useUser } from '../../../lib/session';
import { narrow, useMediaQuery } from '../../../lib/use-media-query';
import { Icon } from '../../../ui/icon';
import { Notice } from '../../../ui/notice';
import { usePeople } from '../api';
import { SavedMappingPanel } from '../mapping/saved-mapping-panel';
import { leftOut, problemsOf } from './column-choice';
import { ColumnsPanel } from './columns-panel';
import { FilePanel } from './file-panel';
import { FirstRowsPanel } from './first-rows-panel';
import { ModePanel } from './mode-panel';
import { poolOption } from './pool-option';
import type { CheckedRows } from '../run/import-state';
import { type ImportDraft, savedSettings, sentSettings } from './use-import-draft';
import type { ImportRun } from '../run/use-import-run';
import { useStoredFile } from './use-stored-file';
import { VerdictPanel } from '../verdict/verdict-panel';

interface SetupPanelProps {
  draft: ImportDraft;
  checked: CheckedRows | null;
  run: ImportRun;
  /** Asks before `leave` loses corrections. */
  ask: (leave: () => void) => void;
}

/** From the choice of a file to 'Upload & Import', on one page. */
export function SetupPanel({ draft, checked, run, ask }: SetupPanelProps) {
  const people = usePeople();
  const me = useUser();
  const isNarrow = useMediaQuery(narrow);
  const stored = useStoredFile();
  const { chosen, assignTo, problems, userMapping } = draft;
  const ready = chosen.status === 'ready' ? chosen : null;
  const assignee =
    people.data?.find(({ id }) => id === assignTo) ??
    (assignTo === poolOption.id ? { ...poolOption, username: 'Pool' } : null);
  const canSend = ready !== null && problems.length === 0;
  const fileId = checked?.fileId ?? stored.data?.fileId ?? null;
  const settings = ready && sentSettings(draft, ready.head, ready.columns);

  const send = (dryRun: boolean) => {
    if (!ready || !settings) return;
    void run.send({ ...settings, file: ready.file, fileId, dryRun }, leftOut(ready.head.headers, ready.columns));
  };
  const choose = (file: File | undefined, sheet?: string) => {
    if (file) startAnew(() => draft.choose(file, sheet));
  };
  const startAnew = (begin: () => void) =>
    ask(() => {
      run.reset();
      stored.reset();
      begin();
    });
  /** The type of a new field is guessed from the whole file, which only the server can read. */
  const storeFile = () => {
    if (!ready || !settings || fileId || stored.isPending) return;
    stored.mutate({ ...settings, assignTo: assignTo ?? me.id, file: ready.file, fileId: null, dryRun: true });
  };
  const addedField = (field: CustomFieldDefinition, guess: ColumnGuess) => {
    const { dayFirst, type } = { ...guess, type: field.type };
    if (type === 'date' && dayFirst !== null && draft.options.dayFirst === undefined)
      draft.setOptions({ ...draft.options, dayFirst });
  };
  const setup = ready && settings && (
    <>
      <SavedMappingPanel
        fileName={ready.file.name}
        headers={ready.head.headers}
        settings={savedSettings(settings)}
        onUse={draft.use}
      />
      <ColumnsPanel
        chosen={ready}
        draft={draft}
        people={people.data ?? []}
        importId={checked?.importId ?? stored.data?.importId ?? null}
        storeProblem={stored.error ? messageOf(stored.error, 'The rows could not be read') : null}
        onNewField={storeFile}
        onAdded={addedField}
      />
      <LeftOut names={leftOut(ready.head.headers, ready.columns)} />
      {isNarrow && <ModePanel draft={draft} columns={ready.columns} className="border-top" />}
      <FirstRowsPanel
        head={ready.head}
        rules={{
          headers: ready.head.headers,
          columns: ready.columns,
          hasAssignee: assignee !== null,
          mode: draft.options.mode,
          customFields: draft.customFields,
          format: draft.options,
        }}
        assignee={assignee}
        people={people.data}
        userMapping={userMapping}
      />
    </>
  );
  return (
    <section className="card" aria-label="File to import">
      <FilePanel chosen={chosen} onChoose={choose} />
      {ready && settings && (
        <>
          {checked ? (
            <>
              <VerdictPanel checked={checked} draft={draft} ready={ready} people={people.data ?? []} />
              <details className="lf-setup">
                <summary>Change columns and settings</summary>
                {setup}
              </details>
            </>
          ) : (
            setup
          )}
          <ColumnProblems problems={problemsOf(ready.head.headers, ready.columns, true, draft.rules)} />
        </>
      )}
      <div className="card-footer d-flex gap-2 align-items-center py-3 flex-wrap">
        {ready && !checked && <span className="muted hide-sm">{usedColumns(ready)}</span>}
        {checked && <span className="muted">{readyRows(checked)}</span>}
        <div className="d-flex gap-2 flex-wrap ms-auto lf-import-buttons">
          <Button
            variant="outline-secondary"
            disabled={chosen.status === 'none'}
            onClick={() => startAnew(draft.clear)}
          >
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

const readyRows = ({ successful, total }: CheckedRows) =>
  `${formatNumber(successful)} of ${formatNumber(total)} rows can be imported.`;

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
