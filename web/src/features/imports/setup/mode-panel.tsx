import type { ImportColumns, ImportMode } from '@lead-finder/contracts';
import { useId } from 'react';
import { Form } from 'react-bootstrap';
import { type ColumnTarget, createOnly, targetsOf, withFound } from './column-choice';
import { type ImportOptions, isReplaceable, replaces } from './import-options';
import type { ImportDraft } from './use-import-draft';

const modes: readonly { mode: ImportMode; label: string; words: string }[] = [
  { mode: 'create', label: 'Create only', words: 'They stay as they are.' },
  { mode: 'fill', label: 'Fill blanks', words: 'Only their empty fields get a value.' },
  { mode: 'overwrite', label: 'Overwrite', words: 'The chosen columns replace what is there.' },
  { mode: 'update', label: 'Update only', words: 'The same, and no lead is created.' },
];

interface ModePanelProps {
  draft: ImportDraft;
  columns: ImportColumns;
  /** A card of its own, or a part of one. */
  className?: string;
}

/** What the file does to leads that exist (docs/product/import.md#modes). */
export function ModePanel({ draft, columns, className = 'card' }: ModePanelProps) {
  const { options, customFields, setOptions: onChange } = draft;
  const fields = targetsOf(draft.rules).filter(({ field }) => columns[field] !== undefined);
  const id = useId();
  const types = new Set(
    customFields
      .filter(({ key }) => fields.some(({ field }) => field === `customFields.${key}`))
      .map(({ type }) => type),
  );
  const hasNumbers = types.has('number') || types.has('currency');
  return (
    <section className={className} aria-label="Leads that exist already">
      <h2 className="card-header lf-import-head">Leads that exist already</h2>
      <div className="card-body d-grid gap-3">
        {modes.map(({ mode, label, words }) => (
          <Form.Check key={mode} type="radio" id={`${id}-${mode}`} className="lf-mode">
            <Form.Check.Input
              type="radio"
              name={id}
              checked={options.mode === mode}
              aria-describedby={`${id}-${mode}-words`}
              onChange={() => onChange({ ...options, mode })}
            />
            <Form.Check.Label>{label}</Form.Check.Label>
            <div className="muted small" id={`${id}-${mode}-words`}>
              {words}
            </div>
          </Form.Check>
        ))}
        {options.mode !== 'create' && <p className="muted small mb-0">An empty cell never clears a value.</p>}
        {options.mode === 'create' && namesLeads(draft) && (
          <p className="small mb-0">The file names leads by their uuid. Choose another mode to change them.</p>
        )}
      </div>
      {replaces(options.mode) && <Replaced {...{ options, fields, onChange }} />}
      {(types.has('date') || hasNumbers) && (
        <div className="card-body border-top d-grid gap-2">
          {types.has('date') && (
            <Form.Select
              size="sm"
              aria-label="Dates such as 3/4/2026"
              value={options.dayFirst === undefined ? '' : String(options.dayFirst)}
              onChange={({ target }) => onChange({ ...options, dayFirst: flagOf(target.value) })}
            >
              <option value="">3/4/2026 fails: it can be two days</option>
              <option value="false">3/4/2026 is March 4</option>
              <option value="true">3/4/2026 is April 3</option>
            </Form.Select>
          )}
          {hasNumbers && (
            <Form.Select
              size="sm"
              aria-label="Numbers such as 1,234"
              value={options.decimalComma === undefined ? '' : String(options.decimalComma)}
              onChange={({ target }) => onChange({ ...options, decimalComma: flagOf(target.value) })}
            >
              <option value="">Numbers as 1,234.5</option>
              <option value="true">Numbers as 1.234,5</option>
            </Form.Select>
          )}
        </div>
      )}
    </section>
  );
}

const namesLeads = ({ chosen }: ImportDraft) =>
  chosen.status === 'ready' &&
  withFound(chosen.head.headers, {}, { ...createOnly, mode: 'update' }).leadUuid !== undefined;

const flagOf = (text: string) => (text === '' ? undefined : text === 'true');

interface ReplacedProps {
  options: ImportOptions;
  /** The fields that have a column. */
  fields: readonly { field: ColumnTarget; label: string }[];
  onChange: (options: ImportOptions) => void;
}

const Replaced = ({ options, fields, onChange }: ReplacedProps) => {
  const id = useId();
  const toggle = (field: ColumnTarget, isReplaced: boolean) => {
    const spared = new Set(options.spared);
    if (isReplaced) spared.delete(field);
    else spared.add(field);
    onChange({ ...options, spared });
  };
  return (
    <fieldset className="card-body border-top lf-replaced">
      <legend className="small fw-medium">Columns that replace values</legend>
      {fields
        .filter(({ field }) => isReplaceable(field))
        .map(({ field, label }) => (
          <Form.Check
            key={field}
            id={`${id}-${field}`}
            label={label}
            checked={!options.spared.has(field)}
            onChange={({ target }) => toggle(field, target.checked)}
          />
        ))}
    </fieldset>
  );
};
