import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { useCustomFields } from '../../../lib/custom-fields';
import { InfoDialog } from '../../../ui/dialogs';
import { Icon } from '../../../ui/icon';
import { type ColumnChoice, columnChoices, defaultColumns, isFull, movedColumn, toggled } from './columns.rules';

interface ColumnsProps {
  columns: readonly string[];
  onChange: (columns: string[]) => void;
}

/** Chooses the columns of the table and their order (docs/product/lead-list.md#table-view). */
export function ColumnsButton({ columns, onChange }: ColumnsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline-secondary" size="sm" className="words ms-auto" onClick={() => setOpen(true)}>
        <Icon name="layout-three-columns" />
        Columns
      </Button>
      {open && <ColumnsDialog columns={columns} onChange={onChange} onClose={() => setOpen(false)} />}
    </>
  );
}

function ColumnsDialog({ columns, onChange, onClose }: ColumnsProps & { onClose: () => void }) {
  const { chosen, others } = columnChoices(columns, useCustomFields());
  const ids = chosen.map(({ id }) => id);
  const box = ({ id, label }: ColumnChoice, isChosen: boolean) => (
    <Form.Check
      id={`column-${id}`}
      className="flex-grow-1 mb-0 text-break"
      label={label}
      checked={isChosen}
      disabled={isChosen ? ids.length === 1 : isFull(ids)}
      onChange={() => onChange(toggled(ids, id))}
    />
  );
  const move = ({ id, label }: ColumnChoice, by: 1 | -1, isEnd: boolean) => (
    <Button
      variant="ghost"
      size="sm"
      className="btn-icon"
      aria-label={`Move ${label} ${by === 1 ? 'right' : 'left'}`}
      title={by === 1 ? 'Move right' : 'Move left'}
      // A disabled button would lose the focus while its column moves.
      aria-disabled={isEnd}
      onClick={() => onChange(movedColumn(ids, id, by))}
    >
      <Icon name={by === 1 ? 'arrow-down' : 'arrow-up'} />
    </Button>
  );
  return (
    <InfoDialog
      show
      title="Columns"
      closing="Done"
      onClose={onClose}
      aside={
        <Button variant="ghost" className="me-auto" onClick={() => onChange([...defaultColumns])}>
          Reset
        </Button>
      }
    >
      <p className="muted">The name of the business always stands first.</p>
      <ul className="lf-columns">
        {[...chosen, ...others].map((choice, at) => {
          const isChosen = at < chosen.length;
          return (
            <li key={choice.id} className={at === chosen.length ? 'first-other' : undefined}>
              {box(choice, isChosen)}
              {isChosen && move(choice, -1, at === 0)}
              {isChosen && move(choice, 1, at === chosen.length - 1)}
            </li>
          );
        })}
      </ul>
    </InfoDialog>
  );
}
