import type { ImportRowOutcome, RowRules, SelectableUser } from '@lead-finder/contracts';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { formatNumber } from '../../../lib/numbers';
import { Icon } from '../../../ui/icon';
import { SearchField } from '../../../ui/search-field';
import { Figure, SplitBar } from '../run/import-figures';
import type { CheckedRows } from '../run/import-state';
import { type ChosenFile, type ImportDraft, nothingCorrected } from '../setup/use-import-draft';
import { FailedRows } from './failed-rows';
import { FixesPanel } from './fixes-panel';
import { VerdictRows } from './verdict-rows';

interface VerdictPanelProps {
  checked: CheckedRows;
  draft: ImportDraft;
  ready: Extract<ChosenFile, { status: 'ready' }>;
  people: readonly SelectableUser[];
}

const tabs: readonly { outcome: ImportRowOutcome; label: string; icon: string; tone: string }[] = [
  { outcome: 'created', label: 'Created', icon: 'plus-circle-fill', tone: 'v-good' },
  { outcome: 'updated', label: 'Updated', icon: 'pencil-fill', tone: 'v-acc' },
  { outcome: 'unchanged', label: 'Unchanged', icon: 'dash-circle', tone: 'v-no' },
  { outcome: 'failed', label: 'Failed', icon: 'x-circle-fill', tone: 'v-bad' },
];

/** Shows what the import would do to each row. Nothing has been written. */
export function VerdictPanel({ checked, draft, ready, people }: VerdictPanelProps) {
  const { total, successful, failed, breakdown, importId } = checked;
  const counts = {
    created: breakdown?.created ?? successful,
    updated: breakdown?.updated ?? 0,
    unchanged: breakdown?.unchanged ?? 0,
    failed,
  };
  const [shown, setShown] = useState<ImportRowOutcome>(
    () =>
      tabs.find(({ outcome }) => (outcome === 'updated' || outcome === 'failed') && counts[outcome] > 0)?.outcome ??
      'created',
  );
  const [q, setQ] = useState('');
  const rules: RowRules = {
    headers: ready.head.headers,
    columns: ready.columns,
    hasAssignee: draft.assignTo !== null,
    mode: draft.options.mode,
    customFields: draft.customFields,
    format: draft.options,
  };
  const checkedWith = useState({ rules, userMapping: draft.userMapping })[0];
  const corrected = draft.corrections.get(importId) ?? nothingCorrected;
  const id = useId();
  return (
    <div>
      <div role="status" aria-label="Check">
        <div className="card-body">
          {draft.options.mode === 'create' && breakdown && (
            <dl className="lf-stats mb-3">
              <Figure name="Rows" value={total} />
              <Figure name="Ready" value={successful} mark="good" />
              <Figure name="Repeated in the file" value={breakdown.duplicateInFile} mark="warn" />
              <Figure name="Already assigned" value={breakdown.duplicateInDatabase} mark="warn" />
              <Figure name="Unknown user" value={breakdown.unknownUser} mark="bad" />
              <Figure name="With errors" value={breakdown.invalid} mark="bad" />
            </dl>
          )}
          <SplitBar good={counts.created} update={counts.updated} same={counts.unchanged} bad={failed} />
          <p className="muted small mt-2 mb-0">
            All {formatNumber(total)} rows are checked. Nothing has been written yet. Rows that fail are left out; you
            can correct them here, or download them and import them again.
          </p>
        </div>
      </div>
      <VerdictTabs id={id} counts={counts} shown={shown} onShow={setShown} />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {failed > 0 && shown === 'failed' && (
          <FixesPanel
            {...{ importId, draft, people, checked, rules }}
            onReplaced={(value) =>
              draft.correct(importId, ({ typed, replaced }) => ({ typed, replaced: [...replaced, value] }))
            }
          />
        )}
        <div className="px-3 py-2">
          <SearchField
            key={shown}
            value={q}
            onChange={setQ}
            delay={300}
            label={`Search the rows: ${shown}`}
            placeholder="Search lead or value"
          />
        </div>
        {shown === 'failed' ? (
          <FailedRows
            key={`${importId} ${q}`}
            {...{ importId, q, people, corrected, checkedWith }}
            onTyped={(row, position, value) =>
              draft.correct(importId, ({ typed, replaced }) => ({
                typed: new Map(typed).set(row, new Map(typed.get(row)).set(position, value)),
                replaced,
              }))
            }
            fileName={checked.fileName}
            hasWrongCells={!breakdown || breakdown.invalid + breakdown.unknownUser > 0}
            now={{ rules, userMapping: draft.userMapping }}
          />
        ) : (
          <VerdictRows key={`${importId} ${shown} ${q}`} importId={importId} outcome={shown} q={q} />
        )}
      </div>
    </div>
  );
}

interface VerdictTabsProps {
  id: string;
  counts: Record<ImportRowOutcome, number>;
  shown: ImportRowOutcome;
  onShow: (outcome: ImportRowOutcome) => void;
}

/** Arrow keys move between the tabs. */
function VerdictTabs({ id, counts, shown, onShow }: VerdictTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex(({ outcome }) => outcome === shown);
    const next = (at + step + tabs.length) % tabs.length;
    onShow(tabs[next]!.outcome);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div
      ref={list}
      className="nav nav-tabs lf-verdict"
      role="tablist"
      aria-label="What the import would do"
      onKeyDown={move}
    >
      {tabs.map(({ outcome, label, icon, tone }) => (
        <button
          key={outcome}
          type="button"
          role="tab"
          id={`${id}-${outcome}`}
          className={`nav-link ${outcome === shown ? 'active' : ''}`.trimEnd()}
          aria-selected={outcome === shown}
          aria-controls={`${id}-panel`}
          tabIndex={outcome === shown ? 0 : -1}
          onClick={() => onShow(outcome)}
        >
          <span className="l">
            <Icon name={icon} className={tone} />
            {label}
          </span>{' '}
          <span className="v num">{formatNumber(counts[outcome])}</span>
        </button>
      ))}
    </div>
  );
}
