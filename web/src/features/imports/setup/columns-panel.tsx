import { type ImportField, importFields, type SelectableUser } from '@lead-finder/contracts';
import { Form, Table } from 'react-bootstrap';
import { ToneBadge } from '../../../ui/badges';
import { Icon } from '../../../ui/icon';
import { AssigneeSelect } from '../../../ui/assignee-select';
import { fieldOf, samplesOf } from './column-choice';
import type { ChosenFile, ImportDraft } from './use-import-draft';

interface ColumnsPanelProps {
  chosen: Extract<ChosenFile, { status: 'ready' }>;
  draft: ImportDraft;
  people: readonly SelectableUser[];
}

/** Shows how the columns were matched and lets the user change it, with the settings of the whole file. */
export function ColumnsPanel({ chosen, draft, people }: ColumnsPanelProps) {
  const { head, columns } = chosen;
  const hasUserColumn = columns.user !== undefined;
  const isUserMissing = !hasUserColumn && draft.assignTo === null;
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
            <tr key={`${position} ${header}`}>
              <td>
                <code className="text-reset text-break">{header.trim() || '(no name)'}</code>
              </td>
              <td className="cut muted samples">{samplesOf(head, position) || '–'}</td>
              <Arrow />
              <td>
                <FieldSelect
                  header={header.trim()}
                  value={fieldOf(columns, position)}
                  onChange={(field) => draft.setColumn(position, field)}
                />
              </td>
            </tr>
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
                  : 'No column holds a username. Choose one person for the whole file.'}
              </span>
            </td>
            <Arrow />
            <td>
              <AssigneeSelect
                label={hasUserColumn ? 'Assign rows without a user to' : 'Assign all rows to'}
                size="sm"
                people={people}
                value={draft.assignTo}
                onChange={draft.setAssignTo}
                placeholder={hasUserColumn ? 'User: nobody' : 'User: choose a person'}
                textOf={({ fullName, username }) => `${fullName || username} (${username})`}
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

interface FieldSelectProps {
  header: string;
  value: ImportField | null;
  onChange: (field: ImportField | null) => void;
}

const FieldSelect = ({ header, value, onChange }: FieldSelectProps) => (
  <Form.Select
    size="sm"
    aria-label={`${header || 'Column without a name'} goes to`}
    className={value ? undefined : 'muted'}
    // The mapping sent to the server identifies a column by its name.
    disabled={header === ''}
    value={value ?? ''}
    onChange={(event) => onChange((event.target.value || null) as ImportField | null)}
  >
    <option value="">Do not import</option>
    {importFields.map(({ field, label }) => (
      <option key={field} value={field}>
        {label}
      </option>
    ))}
  </Form.Select>
);
