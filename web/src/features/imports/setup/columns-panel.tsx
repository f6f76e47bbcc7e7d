import {
  type ColumnGuess,
  customImportField,
  type CustomFieldDefinition,
  importFields,
  type SelectableUser,
} from '@lead-finder/contracts';
import { Fragment, useState } from 'react';
import { Form, Table } from 'react-bootstrap';
import { ToneBadge } from '../../../ui/badges';
import { Icon } from '../../../ui/icon';
import { AssigneeSelect } from '../../../ui/assignee-select';
import { poolOption } from './pool-option';
import { type ColumnTarget, fieldOf, samplesOf } from './column-choice';
import { NewFieldRow } from './new-field-row';
import type { ChosenFile, ImportDraft } from './use-import-draft';

interface ColumnsPanelProps {
  chosen: Extract<ChosenFile, { status: 'ready' }>;
  draft: ImportDraft;
  people: readonly SelectableUser[];
  /** The check by which the server reads whole columns; null while there is none. */
  importId: number | null;
  storeProblem: string | null;
  onNewField: () => void;
  onAdded: (field: CustomFieldDefinition, guess: ColumnGuess) => void;
}

/** Shows how the columns were matched and lets the user change it, with the settings of the whole file. */
export function ColumnsPanel({ chosen, draft, people, importId, ...on }: ColumnsPanelProps) {
  const [newField, setNewField] = useState<number | null>(null);
  const { head, columns } = chosen;
  const hasUserColumn = columns.user !== undefined;
  const namesLeads = draft.options.mode !== 'create' && columns.leadUuid !== undefined;
  const isUserOptional = hasUserColumn || namesLeads;
  const isUserMissing = !isUserOptional && draft.assignTo === null;
  return (
    <div className="lf-wrap">
      <Table className="lf-stack columns lf-import-columns">
        <thead>
          <tr>
            <th>Column in your file</th>
            <th>First values</th>
            <th className="to" aria-hidden="true" />
            <th className="field">Goes to</th>
          </tr>
        </thead>
        <tbody>
          {head.headers.map((header, position) => (
            <Fragment key={`${position} ${header}`}>
              <tr>
                <td>
                  <code className="text-reset text-break">{header.trim() || '(no name)'}</code>
                </td>
                <td className="cut muted samples">{samplesOf(head, position) || '–'}</td>
                <Arrow />
                <td>
                  <FieldSelect
                    header={header.trim()}
                    value={newField === position ? 'new' : fieldOf(columns, position)}
                    customFields={draft.customFields}
                    onChange={(field) => {
                      setNewField(field === 'new' ? position : null);
                      if (field === 'new') on.onNewField();
                      else draft.setColumn(position, field);
                    }}
                  />
                </td>
              </tr>
              {newField === position && (
                <NewFieldRow
                  head={head}
                  position={position}
                  fields={draft.customFields}
                  importId={importId}
                  storeProblem={on.storeProblem}
                  onAdded={(field, guess) => {
                    draft.setColumn(position, customImportField(field.key));
                    setNewField(null);
                    on.onAdded(field, guess);
                  }}
                  onLeaveOut={() => {
                    draft.setColumn(position, null);
                    setNewField(null);
                  }}
                />
              )}
            </Fragment>
          ))}
          <tr>
            <td colSpan={2}>
              {isUserMissing && (
                <ToneBadge tone="bad" icon="exclamation-triangle-fill">
                  Missing
                </ToneBadge>
              )}{' '}
              <span className="soft">
                {hasUserColumn
                  ? 'Rows without a username go to this person; with nobody chosen they fail.'
                  : namesLeads
                    ? 'Rows without a uuid go to this person; with nobody chosen they fail.'
                    : 'No column holds a username. Choose one person for the whole file.'}
              </span>
            </td>
            <Arrow />
            <td>
              <AssigneeSelect
                label={isUserOptional ? 'Assign rows without a user to' : 'Assign all rows to'}
                size="sm"
                people={[...people, poolOption]}
                value={draft.assignTo}
                onChange={draft.setAssignTo}
                placeholder={isUserOptional ? 'User: nobody' : 'User: choose a person'}
                textOf={({ fullName, username }) => (username ? `${fullName || username} (${username})` : fullName)}
                invalid={isUserMissing}
              />
            </td>
          </tr>
          <tr>
            <td colSpan={2}>
              <span className="soft">One more tag for every row, besides those of the file.</span>
            </td>
            <Arrow />
            <td>
              <Form.Control
                size="sm"
                aria-label="Tag for every row"
                placeholder="Tag (optional)"
                maxLength={50}
                value={draft.tag}
                onChange={(event) => draft.setTag(event.target.value)}
              />
            </td>
          </tr>
        </tbody>
      </Table>
    </div>
  );
}

const Arrow = () => (
  <td className="muted arrow" aria-hidden="true">
    <Icon name="arrow-right" />
  </td>
);

type Choice = ColumnTarget | 'new' | null;

interface FieldSelectProps {
  header: string;
  value: Choice;
  customFields: readonly CustomFieldDefinition[];
  onChange: (field: Choice) => void;
}

const FieldSelect = ({ header, value, customFields, onChange }: FieldSelectProps) => (
  <Form.Select
    size="sm"
    aria-label={`${header || 'Column without a name'} goes to`}
    className={value ? undefined : 'muted'}
    // The mapping sent to the server identifies a column by its name.
    disabled={header === ''}
    value={value ?? ''}
    onChange={(event) => onChange((event.target.value || null) as Choice)}
  >
    <option value="">Do not import</option>
    <option value="new">New custom field...</option>
    {importFields.map(({ field, label }) => (
      <option key={field} value={field}>
        {label}
      </option>
    ))}
    {customFields.length > 0 && (
      <optgroup label="Custom fields">
        {customFields.map(({ key, name }) => (
          <option key={key} value={customImportField(key)}>
            {name}
          </option>
        ))}
      </optgroup>
    )}
  </Form.Select>
);
