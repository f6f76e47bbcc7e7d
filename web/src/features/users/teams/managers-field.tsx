import { Button, Form } from 'react-bootstrap';
import { Icon } from '../../../ui/icon';
import { UserSelect } from '../../../ui/user-select';
import { usePeople } from '../api';
import { FieldProblem } from './field-problem';

interface ManagersFieldProps {
  value: readonly number[];
  onChange: (ids: number[]) => void;
  problem: string | undefined;
}

/** Chooses any number of managers and administrators. */
export function ManagersField({ value, onChange, problem }: ManagersFieldProps) {
  const people = usePeople().data ?? [];
  const able = people.filter(({ id, role }) => role !== 'user' && !value.includes(id));
  return (
    <div>
      <Form.Label htmlFor="team-managers">Managers</Form.Label>
      {value.length > 0 && (
        <ul className="lf-chosen-managers">
          {value.map((id) => {
            const name = people.find((person) => person.id === id)?.fullName ?? 'Deactivated manager';
            return (
              <li className="badge b-count" key={id}>
                <span className="cut">{name}</span>
                <Button
                  variant="ghost"
                  size="sm"
                  className="btn-icon"
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(value.filter((other) => other !== id))}
                >
                  <Icon name="x" />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <UserSelect
        id="team-managers"
        people={able}
        value={null}
        onChange={(id) => id !== null && onChange([...value, id])}
        placeholder="Add a manager"
        invalid={problem !== undefined}
      />
      <FieldProblem text={problem} />
      <div className="form-text">Only people with the role Manager or Administrator.</div>
    </div>
  );
}
