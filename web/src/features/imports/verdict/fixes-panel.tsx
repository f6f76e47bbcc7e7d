import {
  type CustomFieldDefinition,
  type FailureGroup,
  readCustomValue,
  type ReplacedValue,
  type RowRules,
  type SelectableUser,
} from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { counted, formatNumber } from '../../../lib/numbers';
import { phone, useMediaQuery } from '../../../lib/use-media-query';
import { AssigneeSelect } from '../../../ui/assignee-select';
import { useToast } from '../../../ui/toasts';
import type { CheckedRows } from '../run/import-state';
import { fieldOf } from '../setup/column-choice';
import type { ImportDraft } from '../setup/use-import-draft';
import { useAddOption, useCorrect, useFailureGroups } from './api';

interface FixesPanelProps {
  importId: number;
  checked: CheckedRows;
  draft: ImportDraft;
  people: readonly SelectableUser[];
  rules: RowRules;
  /** Follows a value that all its rows get in place of theirs. */
  onReplaced: (value: ReplacedValue) => void;
}

/** One choice for all rows that fail alike. The next check, or the import, applies it. */
export function FixesPanel({ importId, checked, draft, people, rules, onReplaced }: FixesPanelProps) {
  const { data } = useFailureGroups(importId);
  const shownGroups = useMediaQuery(phone) ? 3 : 8;
  const [showsAll, setShowsAll] = useState(false);
  const userColumn = rules.headers[rules.columns.user?.[0] ?? -1]?.trim();
  const groups = (data?.groups ?? []).filter(({ column, value }) => value !== '' && column !== userColumn);
  return (
    <section aria-label="Fix all like this" className="px-3 pt-3">
      <UserFixes unknown={checked.unknownUsers} draft={draft} people={people} />
      {groups.length > 0 && (
        <ul className="lf-fixes">
          {(showsAll ? groups : groups.slice(0, shownGroups)).map((group) => (
            <Fix key={`${group.column} ${group.value}`} {...{ importId, group, draft, rules, onReplaced }} />
          ))}
        </ul>
      )}
      {groups.length > shownGroups && !showsAll && (
        <Button variant="link" size="sm" className="px-0" onClick={() => setShowsAll(true)}>
          Show {formatNumber(groups.length - shownGroups)} more
        </Button>
      )}
    </section>
  );
}

/** Choices from before the last check stay changeable. */
function UserFixes({
  unknown,
  draft,
  people,
}: Pick<FixesPanelProps, 'draft' | 'people'> & { unknown: CheckedRows['unknownUsers'] }) {
  const { userMapping, mapUser } = draft;
  const mended = [...userMapping.keys()].filter((name) => unknown.every((each) => each.name !== name));
  const names = [...unknown, ...mended.map((name) => ({ name, rows: null }))];
  if (names.length === 0) return null;
  return (
    <section aria-label="Unknown users" className="pb-3">
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

interface FixProps {
  importId: number;
  group: FailureGroup;
  draft: ImportDraft;
  rules: RowRules;
  onReplaced: FixesPanelProps['onReplaced'];
}

function Fix({ importId, group, draft, rules, onReplaced }: FixProps) {
  const toast = useToast();
  const correct = useCorrect(importId);
  const addOption = useAddOption();
  const [to, setTo] = useState('');
  const [done, setDone] = useState<string | null>(null);
  const { column, value, message, rows } = group;
  const position = rules.headers.findIndex((header) => header.trim() === column);
  const field = fieldFor(draft, fieldOf(rules.columns, position));
  const isList = field?.type === 'one_of' || field?.type === 'several_of';
  const onError = (error: unknown) => toast.failure(error, 'Error', 'Failed to store the correction');

  const reads = (format: { dayFirst?: boolean; decimalComma?: boolean }) =>
    field !== undefined && 'value' in readCustomValue(field, value, { ...rules.format, ...format });

  const replace = () => {
    const replaced = { column, from: value, to };
    const onSuccess = () => {
      setDone(to === '' ? 'Left blank' : `Becomes ${to}`);
      onReplaced(replaced);
    };
    correct.mutate({ values: [replaced] }, { onSuccess, onError });
  };
  const add = () =>
    addOption.mutate({ field: field!, option: value }, { onSuccess: () => setDone('Is an option now'), onError });
  const dates = (dayFirst: boolean) => {
    draft.setOptions({ ...draft.options, dayFirst });
    setDone(dayFirst ? 'Read as day/month/year' : 'Read as month/day/year');
  };
  return (
    <li>
      <div className="d-flex gap-2 align-items-baseline flex-wrap">
        <span className="lf-biz gone">{counted(rows, 'row')}</span>
        <code className="text-reset text-break">{value}</code>
        <span className="muted small ms-auto">{column}</span>
      </div>
      <p className="small mt-1 mb-2 text-break">{firstProblem(message)}</p>
      {done ? (
        <p className="small mb-0" role="status">
          {done}. “Check all rows” counts again.
        </p>
      ) : (
        <div className="d-flex gap-2 flex-wrap">
          {isList ? (
            <Form.Select
              size="sm"
              className="w-auto flex-fill"
              aria-label={`Option for ${value}`}
              value={to}
              onChange={({ target }) => setTo(target.value)}
            >
              <option value="">Leave it blank</option>
              {field.options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </Form.Select>
          ) : (
            <Form.Control
              size="sm"
              className="w-auto flex-fill"
              aria-label={`Value in place of ${value}`}
              placeholder="Leave it blank"
              maxLength={500}
              value={to}
              onChange={({ target }) => setTo(target.value)}
            />
          )}
          <Button variant="outline-secondary" size="sm" disabled={correct.isPending} onClick={replace}>
            {rows === 1 ? 'Fix this row' : `Fix all ${formatNumber(rows)} like this`}
          </Button>
          {isList && (
            <Button variant="outline-secondary" size="sm" disabled={addOption.isPending} onClick={add}>
              Add the option
            </Button>
          )}
          {field?.type === 'date' &&
            [false, true]
              .filter((dayFirst) => reads({ dayFirst }))
              .map((dayFirst) => (
                <Button key={String(dayFirst)} variant="outline-secondary" size="sm" onClick={() => dates(dayFirst)}>
                  Read as {dayFirst ? 'day/month/year' : 'month/day/year'}
                </Button>
              ))}
          {(field?.type === 'number' || field?.type === 'currency') && reads({ decimalComma: true }) && (
            <Button
              variant="outline-secondary"
              size="sm"
              onClick={() => {
                draft.setOptions({ ...draft.options, decimalComma: true });
                setDone('Read with a decimal comma');
              }}
            >
              Read with a decimal comma
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** A row lists all that is wrong with it; the group is about the first. */
const firstProblem = (message: string) => message.split(/; (?=[A-Z])/)[0];

const fieldFor = (draft: ImportDraft, target: string | null): CustomFieldDefinition | undefined =>
  draft.customFields.find(({ key }) => target === `customFields.${key}`);
