import type { SelectableUser, UnknownUser } from '@lead-finder/contracts';
import { counted } from '../../../lib/numbers';
import { AssigneeSelect } from '../../../ui/assignee-select';
import { Figure, SplitBar } from '../run/import-figures';
import type { CheckedRows } from '../run/import-state';
import { RowErrors } from '../run/row-errors';
import type { ImportDraft } from './use-import-draft';

interface CheckedPanelProps {
  checked: CheckedRows;
  draft: ImportDraft;
  people: readonly SelectableUser[];
}

/** Shows what checking all rows found. Nothing has been written. */
export function CheckedPanel({ checked, draft, people }: CheckedPanelProps) {
  const { total, successful, failed, breakdown } = checked;
  const assigned = breakdown ? breakdown.duplicateInFile + breakdown.duplicateInDatabase : 0;
  return (
    <div className="border-bottom" role="status" aria-label="Check">
      <div className="card-body">
        <dl className="lf-stats mb-3">
          <Figure name="Rows" value={total} />
          <Figure name="Ready" value={successful} mark="good" />
          {breakdown ? (
            <>
              <Figure name="Repeated in the file" value={breakdown.duplicateInFile} mark="warn" />
              <Figure name="Already assigned" value={breakdown.duplicateInDatabase} mark="warn" />
              <Figure name="Unknown user" value={breakdown.unknownUser} mark="bad" />
              <Figure name="With errors" value={breakdown.invalid} mark="bad" />
            </>
          ) : (
            <Figure name="With errors" value={failed} mark="bad" />
          )}
        </dl>
        <SplitBar good={successful} warn={assigned} bad={failed - assigned} />
        <p className="muted small mt-2 mb-0">
          Nothing has been written yet. Rows with errors are left out; you can download them, mend them and import them
          again.
        </p>
      </div>
      <UserMapping unknown={checked.unknownUsers} draft={draft} people={people} />
      {failed > 0 && <RowErrors {...checked} />}
    </div>
  );
}

interface UserMappingProps {
  unknown: readonly UnknownUser[];
  draft: ImportDraft;
  people: readonly SelectableUser[];
}

/** One choice applies to all rows with the same name. Choices from before the last check stay changeable. */
function UserMapping({ unknown, draft, people }: UserMappingProps) {
  const { userMapping, mapUser } = draft;
  const mended = [...userMapping.keys()].filter((name) => unknown.every((each) => each.name !== name));
  const names = [...unknown, ...mended.map((name) => ({ name, rows: null }))];
  if (names.length === 0) return null;
  return (
    <section aria-label="Unknown users" className="px-3 pb-3">
      <h3 className="mb-2">Unknown users</h3>
      <p className="muted small mb-2">Choose who gets all rows with such a name; without a choice they fail.</p>
      <ul className="list-unstyled mb-0 lf-stand-ins">
        {names.map(({ name, rows }) => (
          <li key={name}>
            <code className="text-reset text-break">{name}</code>
            <span className="muted">{rows === null ? 'mended' : counted(rows, 'row')}</span>
            <AssigneeSelect
              label={`Fix all rows of ${name}`}
              size="sm"
              people={people}
              value={userMapping.get(name) ?? null}
              onChange={(userId) => mapUser(name, userId)}
              placeholder="Fix all like this: choose a person"
              textOf={({ fullName, username }) => `${fullName || username} (${username})`}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
