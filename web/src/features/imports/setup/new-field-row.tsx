import {
  type ColumnGuess,
  type CustomFieldDefinition,
  CustomFieldGuesser,
  type CustomFieldType,
  customFieldTypeLabels,
  customFieldTypes,
} from '@lead-finder/contracts';
import { useEffect, useId, useMemo, useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import type { ImportHead } from './import-head';
import { HttpError, messageOf } from '../../../lib/http';
import { counted, formatNumber } from '../../../lib/numbers';
import { ToneBadge } from '../../../ui/badges';
import { Notice } from '../../../ui/notice';
import { ButtonSpinner } from '../../../ui/spinner';
import { useAddField, useColumnGuess } from '../verdict/api';

interface NewFieldRowProps {
  head: ImportHead;
  position: number;
  fields: readonly CustomFieldDefinition[];
  /** The check by which the server reads the whole file; null while there is none. */
  importId: number | null;
  storeProblem: string | null;
  onAdded: (field: CustomFieldDefinition, guess: ColumnGuess) => void;
  onLeaveOut: () => void;
}

type Edited = Partial<{ name: string; type: CustomFieldType; group: string; currency: string; options: string }>;

/** Makes a custom field of a column. Its type is guessed from all rows; the first rows give the guess until then. */
export function NewFieldRow({ head, position, fields, importId, storeProblem, onAdded, onLeaveOut }: NewFieldRowProps) {
  const column = head.headers[position]!.trim();
  const whole = useColumnGuess(importId, column);
  const first = useMemo(() => guessOf(head, position, column), [head, position, column]);
  const guess = whole.data ?? first;
  const add = useAddField();
  const id = useId();
  const [edited, setEdited] = useState<Edited>({});
  const [flags, setFlags] = useState({ filter: false, required: false });
  const type = edited.type ?? guess.type;
  const misfits = guess.misfitsOf[type] ?? guess.misfits;
  const isList = type === 'one_of' || type === 'several_of';
  const listed = edited.options ?? (type === guess.type ? guess.options.join('\n') : '');
  const groups = [...new Set(fields.flatMap(({ group }) => group ?? []))];
  const usedFilters = fields.filter(({ filter }) => filter).length;
  useEffect(() => document.getElementById(`${id}-name`)?.focus(), [id]);

  const save = () =>
    add.mutate(
      {
        name: (edited.name ?? column).trim(),
        type,
        options: isList ? linesOf(listed) : [],
        currency: type === 'currency' ? (edited.currency ?? guess.currency ?? 'USD') : null,
        group: edited.group?.trim() || null,
        ...flags,
      },
      { onSuccess: (field) => onAdded(field, guess) },
    );
  const problem = add.error ? problemOf(add.error) : storeProblem;
  return (
    <tr className="lf-newfield">
      <td colSpan={4}>
        <div className="box">
          <div className="lf-newfield-form">
            <div>
              <Form.Label htmlFor={`${id}-name`}>Field name</Form.Label>
              <Form.Control
                id={`${id}-name`}
                maxLength={80}
                value={edited.name ?? column}
                onChange={({ target }) => setEdited({ ...edited, name: target.value })}
              />
            </div>
            <div>
              <div className="d-flex gap-2 align-items-baseline">
                <Form.Label htmlFor={`${id}-type`}>Type</Form.Label>
                <span id={`${id}-guess`}>
                  <ToneBadge tone={whole.data ? 'good' : 'accent'}>
                    {whole.data ? 'Guessed from all rows' : 'Guessed from the first rows'}
                  </ToneBadge>
                </span>
              </div>
              <Form.Select
                id={`${id}-type`}
                aria-describedby={`${id}-guess`}
                value={type}
                onChange={({ target }) => setEdited({ ...edited, type: target.value as CustomFieldType })}
              >
                {customFieldTypes.map((each) => (
                  <option key={each} value={each}>
                    {customFieldTypeLabels[each]}
                    {each === guess.type ? ' (fits best)' : ''}
                  </option>
                ))}
              </Form.Select>
            </div>
            <div>
              <Form.Label htmlFor={`${id}-group`}>Group on the profile</Form.Label>
              <Form.Control
                id={`${id}-group`}
                maxLength={60}
                list={`${id}-groups`}
                placeholder="No group"
                value={edited.group ?? ''}
                onChange={({ target }) => setEdited({ ...edited, group: target.value })}
              />
              <datalist id={`${id}-groups`}>
                {groups.map((group) => (
                  <option key={group} value={group} />
                ))}
              </datalist>
            </div>
            {type === 'currency' && (
              <div>
                <Form.Label htmlFor={`${id}-currency`}>Currency</Form.Label>
                <Form.Control
                  id={`${id}-currency`}
                  maxLength={3}
                  value={edited.currency ?? guess.currency ?? 'USD'}
                  onChange={({ target }) => setEdited({ ...edited, currency: target.value.toUpperCase() })}
                />
              </div>
            )}
          </div>
          {isList && (
            <div>
              <Form.Label htmlFor={`${id}-options`}>Options, one per line</Form.Label>
              <Form.Control
                as="textarea"
                rows={Math.min(6, Math.max(2, linesOf(listed).length))}
                id={`${id}-options`}
                value={listed}
                onChange={({ target }) => setEdited({ ...edited, options: target.value })}
              />
            </div>
          )}
          <Fit
            {...{ guess, misfits }}
            noOptions={isList ? valuesWithoutOption(guess, type, listed) : null}
            isReading={importId === null ? !storeProblem : whole.isPending}
          />
          {problem && (
            <Notice kind="danger" icon="exclamation-triangle-fill" className="mb-0">
              {problem}
            </Notice>
          )}
          <p className="small muted mb-0">The column is imported once you keep it as a new field.</p>
          <div className="d-flex flex-wrap gap-3 align-items-center">
            <Form.Check
              id={`${id}-filter`}
              label={`Show as a filter (${usedFilters} of 20 used)`}
              checked={flags.filter}
              onChange={({ target }) => setFlags({ ...flags, filter: target.checked })}
            />
            <Form.Check
              id={`${id}-required`}
              label="Required"
              checked={flags.required}
              onChange={({ target }) => setFlags({ ...flags, required: target.checked })}
            />
            <span className="d-flex flex-wrap gap-2 lf-newfield-buttons">
              <Button variant="ghost" size="sm" disabled={add.isPending} onClick={onLeaveOut}>
                Leave this column out
              </Button>
              <Button variant="outline-secondary" size="sm" disabled={add.isPending} onClick={save}>
                {add.isPending && <ButtonSpinner />}
                Keep as new field
              </Button>
            </span>
          </div>
        </div>
      </td>
    </tr>
  );
}

interface FitProps {
  guess: ColumnGuess;
  misfits: { count: number; examples: string[] };
  /** The values of a list that are no option, if the type is one. */
  noOptions: readonly string[] | null;
  isReading: boolean;
}

const shownMisfits = 10;

const Fit = ({ guess, misfits, noOptions, isReading }: FitProps) => (
  <div className="small d-grid gap-2">
    <p className="mb-0" role="status">
      {isReading && (
        <>
          <ButtonSpinner /> Reading all rows...{' '}
        </>
      )}
      {fitWords(guess, misfits.count, noOptions)}
    </p>
    {(misfits.examples.length > 0 || (noOptions?.length ?? 0) > 0) && (
      <div className="lf-misfit">
        <b>Values that would not fit</b>
        <ul>
          {[...misfits.examples, ...(noOptions ?? [])].slice(0, shownMisfits).map((value) => (
            <li key={value}>
              <code className="text-reset text-break">{value}</code>
            </li>
          ))}
        </ul>
        <p className="muted mb-0">
          Their rows fail, and you can correct them after “Check all rows”. As Text every value fits.
        </p>
      </div>
    )}
  </div>
);

function fitWords({ rows, filled }: ColumnGuess, misfits: number, noOptions: readonly string[] | null): string {
  const blank = `${formatNumber(rows - filled)} blank`;
  if (noOptions && noOptions.length > 0)
    return `${counted(filled, 'value')}, ${blank}. ${counted(noOptions.length, 'different value')} would not fit.`;
  const fit = `${counted(filled - misfits, 'value')} ${filled - misfits === 1 ? 'fits' : 'fit'}`;
  return `${fit}, ${blank}, ${formatNumber(misfits)} would not fit.`;
}

/** The options that the file has and the user took out of the list. */
function valuesWithoutOption(guess: ColumnGuess, type: CustomFieldType, listed: string): string[] {
  const options = new Set(linesOf(listed).map((option) => option.toLowerCase()));
  return type === guess.type ? guess.options.filter((option) => !options.has(option.toLowerCase())) : [];
}

function guessOf({ rows }: ImportHead, position: number, column: string): ColumnGuess {
  const guesser = new CustomFieldGuesser();
  for (const { cells } of rows) guesser.add(cells[position] ?? '');
  return { column, rows: rows.length, ...guesser.result() };
}

const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);

const problemOf = (error: Error) =>
  (error instanceof HttpError && error.issues[0]?.message) || messageOf(error, 'Failed to add the field');
