import type { ImportRowResult, ReplacedValue, RowOutcome, RowRules, SelectableUser } from '@lead-finder/contracts';
import { Form } from 'react-bootstrap';
import { useToast } from '../../../ui/toasts';
import { checkRow, knownUsers, withKnownUser } from '../setup/first-rows-panel';
import type { Corrected } from '../setup/use-import-draft';
import { useCorrect } from './api';
import { FailureRow, FailureTable, positionOf } from './failure-table';

interface Rules {
  rules: RowRules;
  userMapping: ReadonlyMap<string, number>;
}

interface FailedRowsProps {
  importId: number;
  fileName: string;
  q: string;
  people: readonly SelectableUser[];
  /** The settings of the check, and those of now. */
  checkedWith: Rules;
  now: Rules;
  corrected: Corrected;
  onTyped: (row: number, position: number, value: string) => void;
  /** False if each row only repeats a lead or another row. */
  hasWrongCells: boolean;
}

const noCells = new Map<number, string>();

/** The failed rows of a check, whose cells can be corrected in place. The server stores a correction with the file. */
export function FailedRows({ importId, fileName, q, people, checkedWith, now, corrected, ...edits }: FailedRowsProps) {
  const checkWith = ({ rules, userMapping }: Rules) => {
    const users = knownUsers(people, userMapping);
    return (cells: string[]) => withKnownUser(checkRow(cells, rules), rules, users);
  };
  const [before, check] = [checkWith(checkedWith), checkWith(now)];
  const { headers, columns } = now.rules;
  const names = columns.businessName?.[0] ?? -1;
  const isSame = (cells: string[], others: string[]) => cells.every((cell, position) => cell === others[position]);
  return (
    <FailureTable
      {...{ importId, fileName, q }}
      heading={
        <span className="muted small">
          {edits.hasWrongCells
            ? 'Change a cell and leave it: the row is checked at once and joins the import.'
            : 'These rows repeat a lead or another row. None of their cells is wrong.'}
        </span>
      }
    >
      {(rows) =>
        rows.map((failure) => {
          const cells = failure.cells.map((cell, position) => replacedBy(corrected.replaced, headers[position], cell));
          const isReplaced = !isSame(cells, failure.cells);
          // The page cannot repeat what only the server checks, such as leads that exist.
          const isChecked = isReplaced || !before(failure.cells).ok;
          const typed = corrected.typed.get(failure.row) ?? noCells;
          const row = { importId, failure, cells, typed, isReplaced, isChecked, headers, names, check };
          return (
            <CorrectableRow
              key={failure.row}
              {...row}
              onTyped={(position, value) => edits.onTyped(failure.row, position, value)}
            />
          );
        })
      }
    </FailureTable>
  );
}

function replacedBy(replaced: readonly ReplacedValue[], header: string | undefined, cell: string): string {
  const text = cell.trim();
  return replaced.findLast(({ column, from }) => column === header?.trim() && from === text)?.to ?? cell;
}

interface CorrectableRowProps {
  importId: number;
  failure: ImportRowResult;
  /** With the values that were replaced in all rows. */
  cells: string[];
  typed: ReadonlyMap<number, string>;
  onTyped: (position: number, value: string) => void;
  isReplaced: boolean;
  /** Whether the page knows what is wrong with the row. */
  isChecked: boolean;
  headers: readonly string[];
  /** The position of the business name. */
  names: number;
  check: (cells: string[]) => RowOutcome;
}

function CorrectableRow({
  importId,
  failure,
  cells,
  typed,
  onTyped,
  headers,
  names,
  check,
  ...is
}: CorrectableRowProps) {
  const toast = useToast();
  const correct = useCorrect(importId);
  const current = [...cells];
  for (const [position, value] of typed) {
    while (current.length < position) current.push('');
    current[position] = value;
  }
  const outcome = is.isChecked || typed.size > 0 ? check(current) : null;
  const wrong = outcome && problemOf(outcome, (column) => typed.has(positionOf(headers, column)));
  const isMended = outcome !== null && !wrong;
  const isTouched = is.isReplaced || typed.size > 0;
  const shown = isTouched && wrong ? wrong : failure;
  const { column } = shown;
  const position = positionOf(headers, column);

  const leave = (value: string) => {
    if (position < 0 || value === (current[position] ?? '')) return;
    correct.mutate(
      { cells: [{ row: failure.row, column: headers[position]!.trim(), value }] },
      {
        onSuccess: () => onTyped(position, value),
        onError: (error) => toast.failure(error, 'Error', 'Failed to store the correction'),
      },
    );
  };
  return (
    <FailureRow
      row={failure.row}
      name={current[names]?.trim()}
      column={column}
      isLive={isTouched || isMended}
      value={
        position < 0 ? (
          '–'
        ) : (
          <Form.Control
            key={`${position} ${current[position] ?? ''}`}
            size="sm"
            aria-label={`${column} of row ${failure.row}`}
            isInvalid={!isMended}
            maxLength={500}
            defaultValue={current[position] ?? ''}
            disabled={correct.isPending}
            onBlur={({ target }) => leave(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') leave(event.currentTarget.value);
            }}
          />
        )
      }
    >
      {isMended ? (
        <span className="lf-biz ok">Mended, joins the import</span>
      ) : (
        <span className="lf-biz gone text-wrap">{shown.message}</span>
      )}
    </FailureRow>
  );
}

/** A doubtful value fails unless the lead has it, so one that was typed here is wrong. */
const problemOf = (outcome: RowOutcome, isTyped: (column: string | null) => boolean) =>
  outcome.ok ? (outcome.parsed.doubtful?.find(({ column }) => isTyped(column)) ?? null) : outcome.failures[0]!;
