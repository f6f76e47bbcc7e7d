import { Button, Form } from 'react-bootstrap';
import { ChoiceSelect, type ChoiceSelectProps } from '../../ui/choice-select';
import { Icon } from '../../ui/icon';

interface OwnersFieldProps extends Pick<ChoiceSelectProps<number>, 'choices' | 'searchFor'> {
  id: string;
  label: string;
  /** The empty choice. */
  add: string;
  /** Names one that is not among the choices. */
  unknown: string;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  problem: string | undefined;
}

/** Chooses any number of people or teams. */
export function OwnersField({ id, label, add, unknown, value, onChange, problem, ...props }: OwnersFieldProps) {
  const nameOf = (each: number) => props.choices.find((choice) => choice.value === each)?.label ?? unknown;
  return (
    <div className="mb-3">
      <Form.Label htmlFor={id}>{label}</Form.Label>
      {value.length > 0 && (
        <ul className="lf-chosen-owners">
          {value.map((each) => (
            <li className="badge b-count" key={each}>
              <span className="cut">{nameOf(each)}</span>
              <Button
                variant="ghost"
                size="sm"
                className="btn-icon"
                aria-label={`Remove ${nameOf(each)}`}
                onClick={() => onChange(value.filter((other) => other !== each))}
              >
                <Icon name="x" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ChoiceSelect
        {...props}
        id={id}
        choices={props.choices.filter((choice) => !value.includes(choice.value))}
        value={null}
        onChange={(chosen) => chosen !== null && onChange([...value, chosen])}
        placeholder={add}
        invalid={problem !== undefined}
      />
      {problem && <div className="invalid-feedback d-block">{problem}</div>}
    </div>
  );
}
